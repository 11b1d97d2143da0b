// The bank's answer to a hosted page payment is lost: the page shows that the payment is being checked, the
// sweep recovers its outcome, and the bank never makes two sales for one order.
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../drivers/books.ts';
import { statusIn } from '../drivers/result.ts';
import { CARDS, DAY, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { orderViews } from './order.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy } = harness;
const { paymentsOf, salesOf, approvedSalesOf, stateOf } = orderViews(harness);

/** Returns a page whose form has been submitted once, with this behaviour of the bank. */
async function submitted(outcome: string, more: Record<string, unknown> = {}) {
  const page = await createPage(more);
  const form = await buyer.open(page.hostedPageUrl);
  service.bank.script([outcome]);
  const answer = await buyer.submit(form);
  return { ...page, form, answer };
}

describe('a sale whose answer was lost', () => {
  it('the buyer sees that the payment is being checked, and the sweep records it as paid', async () => {
    const page = await submitted('lost-after');
    expect([page.answer.status, page.answer.location]).toEqual([303, `${page.hostedPageUrl}?sent=yes`]);
    const waiting = await buyer.open(page.hostedPageUrl);
    expect([waiting.status, waiting.form]).toEqual([200, undefined]);
    expect(waiting.text).toContain('Ödemeniz kontrol ediliyor');
    const [unknown] = await paymentsOf(page.orderNumber);
    expect(unknown).toMatchObject({ status: 'Processing', statusLabel: 'İşleniyor', paidAt: null });
    expect(await stateOf(page)).toBe('Processing');

    await moveBy(6 * MINUTE);
    const [known] = await paymentsOf(page.orderNumber);
    const [sale] = await approvedSalesOf(page.orderNumber);
    expect(known).toMatchObject({
      status: 'Successful',
      bankReferenceNumber: sale?.hostReference,
      paymentReferenceNumber: unknown?.paymentReferenceNumber,
    });
    expect(await stateOf(page)).toBe('Paid');
    expect((await salesOf(page.orderNumber)).length).toBe(1);
    const over = await buyer.open(page.hostedPageUrl);
    expect([over.status, over.form]).toEqual([200, undefined]);
    expect(statusIn((await buyer.open(`${page.hostedPageUrl}/leave`)).location)).toBe('Successful');
  });

  it('a second submit, a reload or another tab does not repeat the sale', async () => {
    const page = await submitted('lost-after');
    for (const form of [page.form, page.form]) {
      const again = await buyer.submit(form);
      expect([again.status, again.location]).toEqual([303, `${page.hostedPageUrl}?sent=yes`]);
    }
    expect((await buyer.open(page.hostedPageUrl)).form).toBeUndefined();
    await moveBy(6 * MINUTE);
    expect(statusIn((await buyer.submit(page.form)).location)).toBe('Successful');
    expect((await salesOf(page.orderNumber)).length).toBe(1);
  });

  it('the sale is recorded although its page has expired or been superseded', async () => {
    const expired = await submitted('lost-after', { expiresInMinutes: 5 });
    const replaced = await submitted('lost-after');
    const newer = await createPage({ orderNumber: replaced.orderNumber });
    const waiting = await buyer.open(newer.hostedPageUrl);
    expect(waiting.form).toBeUndefined();
    await moveBy(HOUR);
    for (const page of [expired, replaced]) {
      expect(await stateOf(page)).toBe('Paid');
      expect((await approvedSalesOf(page.orderNumber)).length).toBe(1);
    }
    const tooLate = await buyer.open(newer.hostedPageUrl);
    expect(tooLate.form).toBeUndefined();
    expect((await salesOf(replaced.orderNumber)).length).toBe(1);
  });

  it('a declined sale is recorded as failed, and the page can be paid again', async () => {
    const page = await createPage();
    const form = await buyer.open(page.hostedPageUrl);
    service.bank.script(['lost-after']);
    await buyer.submit(form, { cardNumber: CARDS.insufficientFunds });
    await moveBy(6 * MINUTE);
    const [payment] = await paymentsOf(page.orderNumber);
    expect(payment).toMatchObject({ status: 'Failed', errorCode: 'NOT_SUFFICIENT_FUNDS' });
    const again = await buyer.open(page.hostedPageUrl);
    expect(again.text).toContain('bakiyesi veya limiti');
    expect((await buyer.submit(again)).status).toBe(303);
    expect((await approvedSalesOf(page.orderNumber)).length).toBe(1);
  });
});

describe('a sale that never arrived at the bank', () => {
  it('the payment fails only after the landing time, and the page can be paid again', async () => {
    const page = await submitted('lost-before');
    expect(page.answer.location).toBe(`${page.hostedPageUrl}?sent=yes`);
    await moveBy(MINUTE + SECOND);
    expect(await stateOf(page)).toBe('Processing');
    await moveBy(15 * MINUTE);
    const [payment] = await paymentsOf(page.orderNumber);
    expect(payment).toMatchObject({ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' });
    expect(await salesOf(page.orderNumber)).toEqual([]);

    const open = await buyer.open(page.hostedPageUrl);
    expect(await stateOf(page)).toBe('Open');
    expect(statusIn((await buyer.submit(open)).location)).toBe('Successful');
    expect((await approvedSalesOf(page.orderNumber)).length).toBe(1);
    const counted = await api('GET', `/api/payment/hostedpage/${page.token}`);
    expect(counted.json.data['attemptCount']).toBe(2);
  });

  it('the sale does not count as one of the five declines', async () => {
    const page = await createPage({ expiresInMinutes: 1440 });
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      service.bank.script(['lost-before']);
      await buyer.submit(await buyer.open(page.hostedPageUrl));
      await moveBy(20 * MINUTE);
      expect([attempt, await stateOf(page)]).toEqual([attempt, 'Open']);
    }
  });

  it('an expired page stays expired', async () => {
    const page = await submitted('lost-before', { expiresInMinutes: 5 });
    await moveBy(HOUR);
    expect(await stateOf(page)).toBe('Expired');
    expect((await buyer.open(page.hostedPageUrl)).status).toBe(410);
  });
});

describe('a sale that arrives at the bank late', () => {
  it.each([5, 30, 59, 61, 119, 290])(
    'a sale that arrives %d seconds after the timeout is recorded and is the only one',
    async (seconds) => {
      const page = await submitted(`late:${seconds}`);
      expect(await stateOf(page)).toBe('Processing');
      await moveBy(30 * MINUTE);
      expect(await stateOf(page)).toBe('Paid');
      const [payment, ...others] = await paymentsOf(page.orderNumber);
      expect([payment?.status, others.length]).toEqual(['Successful', 0]);
      expect((await approvedSalesOf(page.orderNumber)).length).toBe(1);
    },
  );
});

it('a sale that a slow function sent late is not counted as lost too early', async () => {
  const fiveMinutes = 5 * MINUTE;
  // Sweeps follow 10 and 310 seconds after the claim.
  const { timeline, clock } = service;
  await timeline.moveTo(Math.ceil(clock.nowMs() / fiveMinutes) * fiveMinutes + fiveMinutes - 10 * SECOND);
  // Sent 25 seconds after its claim, it arrives 299 seconds later.
  const page = await submitted('late:324');
  await moveBy(5 * MINUTE + 20 * SECOND);
  expect(await stateOf(page)).toBe('Processing');
  await moveBy(10 * MINUTE);
  expect(await stateOf(page)).toBe('Paid');
  expect((await approvedSalesOf(page.orderNumber)).length).toBe(1);
});

it('the sweep recovers a payment after an outage of the sweep itself', async () => {
  await service.timeline.setRunning(false);
  const page = await submitted('lost-after');
  await moveBy(DAY);
  expect(await stateOf(page)).toBe('Processing');
  await service.timeline.setRunning(true);
  await moveBy(6 * MINUTE);
  expect(await stateOf(page)).toBe('Paid');
});

it('the hosted page waits for the answer of a slow bank', async () => {
  const page = await submitted('slow:100');
  expect(statusIn(page.answer.location)).toBe('Successful');
});
