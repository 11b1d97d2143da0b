// A buyer enters a card for an unpaid recurring payment while other calls charge it, replace its card or
// close the page. In any order, the period has one approved sale at most, and books and ledger agree.
import { expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { RIGHT_CODE } from '../../drivers/buyer.ts';
import { type CardLink, cardPageDriver } from '../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { resultOf } from '../../drivers/result.ts';
import { stateIn } from '../../endpoints/hosted-page/three-d/secure-orders.ts';
import { openFaults } from '../../harness/faults.ts';
import { CARDS, DAY, HOUR, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const faults = openFaults();
const CALLBACK = 'card-page-three-d-callback';
let callbackEnded = () => {};
const harness = await startHarness({
  around: async (invocation, run) => {
    const answer = faults.around(invocation, run);
    return await (invocation.functionName === CALLBACK ? answer.finally(() => callbackEnded()) : answer);
  },
});
checkBooksAtEnd(harness);
const { service, api, buyer, moveBy } = harness;

it.each(['newCards', 'never'] as const)(
  'two tabs, another card by the merchant, the sweep and the end of a page leave one sale (%s)',
  async (threeDSecure) => {
    const { apiKey } = await service.addMerchant({ threeDSecure });
    const charges = recurringPaymentDriver(harness, apiKey);
    const pages = cardPageDriver(harness, apiKey);
    const paidBy = new Set<string>();
    for (let round = 0; round < rounds(12, 8); round += 1) {
      const { id } = await charges.create({ frequency: 'annually' });
      service.bank.script(['decline:41']);
      await moveBy(DAY + HOUR);
      const links = [await pages.updateLink(id), await pages.updateLink(id)] as const;
      const other = await charges.card();
      /** The buyer's last step: the form if there is no 3-D Secure, otherwise the return from the issuer. */
      const prepare = async (at: 0 | 1, cardNumber: string) => {
        const form = await pages.open(links[at]);
        if (threeDSecure === 'never') return async () => void (await pages.send(form, { cardNumber }));
        const sent = await pages.send(form, { cardNumber });
        return async () => void (await buyer.post(await buyer.verify(sent, RIGHT_CODE), {}));
      };
      const deeds = [
        await prepare(0, CARDS.approved),
        await prepare(1, CARDS.troy),
        async () => void (await charges.replaceCard(id, other)),
        async () => void (await service.lambdas.invoke('sweep', {}).catch(() => undefined)),
        async () => void (await pages.close(links[1])),
      ];
      const first = deeds[round % (deeds.length + 1)];
      await first?.();
      faults.jitter(6, round + 1);
      await Promise.all(deeds.filter((deed) => deed !== first).map((deed) => deed()));
      faults.jitter(0);
      await moveBy(HOUR);
      const approved = charges.sales(id).filter(({ outcome }) => outcome === 'approved');
      expect(approved.length).toBe(1);
      const record = await charges.show(id);
      expect(record.status).toBe('Active');
      await charges.checkBooks(id);
      paidBy.add(approved[0]?.orderId.includes('V') ? 'proof' : 'no proof');
      await charges.cancel(id);
      await moveBy(DAY);
    }
    expect(paidBy.size).toBeGreaterThan(0);
  },
);

it('until the bank has approved the unpaid amount, no page and no result says it is paid', async () => {
  const { apiKey: key } = await service.addMerchant({ threeDSecure: 'newCards' });
  const charges = recurringPaymentDriver(harness, key);
  const pages = cardPageDriver(harness, key);
  type Seen = { state: string; errorCode: string | null; completedAt: string | null };
  const show = async ({ token }: CardLink) =>
    (await api<Seen>('GET', `/api/payment/hostedpage/${token}`, { key })).json.data;

  /** The bank's server delivers the proof, and the bank declines the sale. */
  async function declining<Watched>(watch: () => Watched) {
    const { id } = await charges.create({ frequency: 'annually' });
    service.bank.script(['decline:41']);
    await moveBy(DAY + HOUR);
    const link = await pages.updateLink(id);
    const challenge = await pages.send(await pages.open(link));
    service.bank.script(['decline:51']);
    const watched = watch();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    callbackEnded = resolve;
    const back = await buyer.verify(challenge, RIGHT_CODE);
    return { id, link, back, watched, ended };
  }

  // The first call fills the caches, so that the second makes as many calls as those that are held.
  await (await declining(() => faults.observe(CALLBACK))).ended;
  const observed = await declining(() => faults.observe(CALLBACK));
  await observed.ended;
  const { calls } = observed.watched;
  const stored = calls.findIndex(({ action }) => action === 'TransactWriteItems') + 1;
  const asked = calls.findIndex(({ to }) => to === 'bank') + 1;
  expect(asked).toBeGreaterThan(stored);
  for (let at = stored + 1; at <= calls.length; at += 1) {
    const { id, link, back, watched, ended } = await declining(() => faults.hold(CALLBACK, at));
    await watched.reached;
    const { state, errorCode, completedAt } = await show(link);
    const { location } = await buyer.open(`${link.hostedPageUrl}/leave`);
    const result = location?.includes('result=') ? resultOf(location) : undefined;
    const page = stateIn(await pages.open(link));
    const seen = { at, state, errorCode, completedAt, page, result };
    if (errorCode === null) {
      expect(seen).toMatchObject({
        state: 'Processing',
        completedAt: null,
        page: 'checking',
        result: undefined,
      });
    } else {
      const declined = { state: 'Open', errorCode: 'NOT_SUFFICIENT_FUNDS', completedAt: null };
      const left = { status: 'CardStored', errorCode };
      expect(seen).toMatchObject({ ...declined, page: 'form', result: left });
    }
    // The browser delivers the same proof, while the bank decides and after its answer.
    const returned = at === asked ? await buyer.post(back, {}) : undefined;
    if (returned) expect([returned.location, stateIn(returned)]).toEqual([undefined, 'checking']);
    watched.release();
    const after = await buyer.post(back, {});
    await ended;
    expect(after.text).toContain('Kart kaydedildi, ancak ödeme alınamadı');
    expect(await show(link)).toMatchObject({ state: 'Open', errorCode: 'NOT_SUFFICIENT_FUNDS' });
    await charges.cancel(id);
  }
});
