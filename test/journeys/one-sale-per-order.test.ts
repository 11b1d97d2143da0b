// An order is paid once, however many pages, tabs, submits and requests there are.
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../drivers/books.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { resultOf, statusIn } from '../drivers/result.ts';
import { openFaults } from '../harness/faults.ts';
import { CARDS, MINUTE, pageBody, startHarness } from '../harness/harness.ts';
import { orderViews } from './order.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
checkBooksAtEnd(harness);
const { api, buyer, createPage, payOrder, moveBy, service } = harness;
const { paymentsOf, approvedSalesOf, salesOf, stateOf } = orderViews(harness);

const times = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('a hosted page', () => {
  it('eight submits at once make one sale, and every submit is redirected', async () => {
    const page = await createPage();
    const form = await buyer.open(page.hostedPageUrl);
    const answers = await Promise.all(times(8).map(() => buyer.submit(form)));
    expect((await salesOf(page.orderNumber)).length).toBe(1);
    expect((await paymentsOf(page.orderNumber)).length).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(times(8).map(() => 303));
    for (const { location } of answers) {
      expect(statusIn(location) ?? location).toMatch(/^Successful$|\/iframe\/HST-/);
    }
    expect(await stateOf(page)).toBe('Paid');
  });

  it('submits in two tabs make one sale, and both tabs return its payment', async () => {
    const page = await createPage();
    const [one, other] = [await buyer.open(page.hostedPageUrl), await buyer.open(page.hostedPageUrl)];
    const first = await buyer.submit(one);
    const second = await buyer.submit(other);
    const references = [first, second].map(({ location }) => resultOf(location).paymentReferenceNumber);
    expect(references[1]).toBe(references[0]);
    expect((await salesOf(page.orderNumber)).length).toBe(1);
  });

  it('a paid page shows the success without a form at every reload', async () => {
    const page = await createPage();
    await buyer.submit(await buyer.open(page.hostedPageUrl));
    for (const _ of times(3)) {
      const shown = await buyer.open(page.hostedPageUrl);
      expect([shown.status, shown.form]).toEqual([200, undefined]);
      expect(shown.text).toContain('Ödemeniz alındı');
    }
  });

  it('a form of another tab that was opened before a decline is rejected', async () => {
    const page = await createPage();
    const [one, other] = [await buyer.open(page.hostedPageUrl), await buyer.open(page.hostedPageUrl)];
    service.bank.script(['decline:51']);
    expect((await buyer.submit(one)).status).toBe(422);
    const stale = await buyer.submit(other);
    expect(stale.status).toBe(422);
    expect((await salesOf(page.orderNumber)).length).toBe(1);
    expect((await buyer.submit(stale)).status).toBe(303);
  });
});

describe('several hosted pages of one order', () => {
  it('all pages but the newest are Superseded and answer 410, and the newest can be paid', async () => {
    const orderNumber = 'ORDER-SUPERSEDED';
    const pages = [await createPage({ orderNumber }), await createPage({ orderNumber })] as const;
    const oldForm = await buyer.open(pages[1].hostedPageUrl);
    const newest = await createPage({ orderNumber });
    for (const old of pages) {
      const gone = await buyer.open(old.hostedPageUrl);
      expect([gone.status, gone.form, await stateOf(old)]).toEqual([410, undefined, 'Superseded']);
    }
    expect((await buyer.submit(oldForm)).status).toBe(410);
    expect(await salesOf(orderNumber)).toEqual([]);
    expect((await buyer.submit(await buyer.open(newest.hostedPageUrl))).status).toBe(303);
    expect((await approvedSalesOf(orderNumber)).length).toBe(1);
  });

  it('pages created at once leave one Open page, the others conflict or are Superseded', async () => {
    const body = pageBody({ orderNumber: 'ORDER-RACE' });
    const made = await Promise.all(times(6).map(() => api('POST', '/api/payment/hostedpage', { body })));
    for (const answer of made) {
      if (answer.status !== 201) expectRejection(answer, { code: 'CONCURRENT_UPDATE' });
    }
    const tokens = made.filter(({ status }) => status === 201).map(({ json }) => String(json.data['token']));
    const states = await Promise.all(tokens.map((token) => stateOf({ token })));
    expect(states.filter((state) => state === 'Open').length).toBe(1);
  });

  it('an older page shows no form after a decline if a newer page was created before it', async () => {
    const orderNumber = 'ORDER-DECLINED-LATE';
    const older = await createPage({ orderNumber });
    const form = await buyer.open(older.hostedPageUrl);
    const bankCall = faults.hold('hosted-page-pay', 'bank');
    const declined = buyer.submit(form, { cardNumber: CARDS.insufficientFunds });
    await bankCall.reached;
    const newer = await createPage({ orderNumber });
    bankCall.release();
    const { status, form: again } = await declined;
    expect([status, again, await stateOf(older)]).toEqual([410, undefined, 'Superseded']);
    expect((await buyer.submit(await buyer.open(newer.hostedPageUrl))).status).toBe(303);
    expect((await salesOf(orderNumber)).length).toBe(2);
  });

  it('two pages that are paid at once make one sale', async () => {
    for (const round of times(5)) {
      const orderNumber = `ORDER-TWO-${round}`;
      const older = await buyer.open((await createPage({ orderNumber })).hostedPageUrl);
      const replacing = createPage({ orderNumber }).then((newer) => buyer.open(newer.hostedPageUrl));
      const [, newer] = await Promise.all([buyer.submit(older), replacing.catch(() => undefined)]);
      if (newer?.form) await buyer.submit(newer);
      await moveBy(10 * MINUTE);
      expect([round, (await approvedSalesOf(orderNumber)).length]).toEqual([round, 1]);
    }
  });
});

describe('a paid order', () => {
  it('a new page is rejected with the payment reference', async () => {
    const reference = await payOrder({ orderNumber: 'ORDER-PAID' });
    const rejected = await api('POST', '/api/payment/hostedpage', {
      body: pageBody({ orderNumber: ' ORDER-PAID ' }),
    });
    expectRejection(rejected, {
      code: 'ORDER_ALREADY_PAID',
      fields: ['orderNumber'],
      facts: ['paymentReferenceNumber'],
    });
    expect(rejected.json.data['paymentReferenceNumber']).toBe(reference);
  });

  it('another merchant can use the order number', async () => {
    await payOrder({ orderNumber: 'ORDER-SHARED' });
    const other = await service.addMerchant({ threeDSecure: 'never' });
    await payOrder({ orderNumber: 'ORDER-SHARED' }, {}, { key: other.apiKey });
  });

  it('an order number in another case or with a blank inside is another order', async () => {
    await payOrder({ orderNumber: 'Order-Case' });
    await payOrder({ orderNumber: 'ORDER-CASE' });
    await payOrder({ orderNumber: 'ORDER- CASE' });
  });
});
