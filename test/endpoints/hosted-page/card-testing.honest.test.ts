// The guards against card testing stop an attacker with stolen numbers but not honest buyers: a card range is
// judged by the bank's declines against its approvals, and an address is slowed, not blocked.
import { Agent } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { passesLuhn } from '#domain/card/card.ts';
import { addressWaitMs, isCardTesting } from '#domain/payment/card-testing.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { type BuyerPage, CARDS, createBuyer, isChallenge } from '../../drivers/buyer.ts';
import { SECOND, startHarness, wire } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy } = harness;

/** A buyer with another IP address. */
const agent = new Agent({ localAddress: '127.0.0.2', family: 4 });
afterAll(() => agent.destroy());
const elsewhere = createBuyer(wire(service.baseUrl.replace('localhost', '127.0.0.1'), agent));

let key: string;
beforeEach(async () => {
  key = (await service.addMerchant({ threeDSecure: 'never' })).apiKey;
});
const ENTRY = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '123' };
const openPage = async (apiKey = key) =>
  await buyer.open((await createPage({}, { key: apiKey })).hostedPageUrl);
const guardOf = async ({ path }: BuyerPage) =>
  (await api('GET', `/api/payment/hostedpage/${path.split('/').at(-1)}`, { key })).json.data['guard'];
const salesUntilNow = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;

/** Made-up numbers of the range of the approved Mastercard of the sandbox. */
const madeUp = Array.from({ length: 400 }, (_, at) => `552879${String(at).padStart(10, '7')}`).filter(
  passesLuhn,
);

/** Makes one attempt on a new page, which the bank answers with this outcome. */
async function attempt(outcome: string, cardNumber: string, from = buyer) {
  const form = await openPage();
  service.bank.script([outcome]);
  const answer = await from.post(form, { ...ENTRY, cardNumber });
  service.bank.script([]);
  return { form, answer };
}

describe('a card range', () => {
  it('made-up numbers with cancelled challenges do not block the card range', async () => {
    const { apiKey } = await service.addMerchant({ threeDSecure: 'newCards' });
    for (const cardNumber of madeUp.slice(0, 12)) {
      const form = await openPage(apiKey);
      await elsewhere.post(form, { ...ENTRY, cardNumber });
      await elsewhere.post(await elsewhere.open(form.path), {});
    }
    const honest = await buyer.post(await openPage(apiKey), { ...ENTRY, cardNumber: CARDS.approved });
    expect([honest.status, isChallenge(honest)]).toEqual([200, true]);
  });

  it('many declines of the bank and few approvals stop the range before the bank is called', async () => {
    for (const [at, cardNumber] of madeUp.slice(0, 12).entries()) {
      await attempt(at === 5 ? 'approve' : 'decline:14', cardNumber, at % 2 === 0 ? buyer : elsewhere);
    }
    const sales = salesUntilNow();
    const { form, answer } = await attempt('approve', madeUp[12] ?? '', elsewhere);
    expect([answer.status, await guardOf(form), salesUntilNow()]).toEqual([429, 'CARD_RANGE', sales]);
  });

  it('four declines for each approval stop the range, however many approvals there are', async () => {
    for (const cardNumber of madeUp.slice(0, 11)) await attempt('approve', cardNumber);
    for (let at = 0; at < 44; at += 1) {
      expect((await attempt('decline:14', madeUp[at % 22] ?? '')).answer.status).toBe(422);
    }
    const { form, answer } = await attempt('approve', CARDS.approved, elsewhere);
    expect([answer.status, await guardOf(form)]).toEqual([429, 'CARD_RANGE']);
  });

  it('as many declines among enough approvals block no buyer', async () => {
    for (const [at, cardNumber] of madeUp.slice(0, 16).entries()) {
      await attempt(at % 4 === 0 ? 'approve' : 'decline:51', cardNumber);
    }
    expect((await attempt('approve', CARDS.approved)).answer.status).toBe(303);
  });

  it('declines that the merchant’s settings caused block no buyer', async () => {
    for (const cardNumber of madeUp.slice(0, 12)) await attempt('decline:58', cardNumber);
    const { answer } = await attempt('approve', CARDS.approved);
    expect(answer.status).toBe(303);
  });
});

describe('an address', () => {
  /** Ten declines of one address, in different ranges. */
  async function tenDeclines(): Promise<void> {
    const numbers = [
      CARDS.insufficientFunds,
      CARDS.doNotHonour,
      CARDS.approved,
      CARDS.troy,
      CARDS.approvedVisa,
    ];
    for (let at = 0; at < 10; at += 1) await attempt('decline:51', numbers[at % 5] ?? '');
  }

  it('a buyer behind an address with ten declines waits 15 seconds once and then pays', async () => {
    await tenDeclines();
    const { form, answer } = await attempt('approve', CARDS.approved);
    expect([answer.status, await guardOf(form)]).toEqual([429, 'ADDRESS']);
    await moveBy(10 * SECOND);
    expect((await buyer.post(answer, { ...ENTRY, cardNumber: CARDS.approved })).status).toBe(429);
    await moveBy(6 * SECOND);
    expect((await buyer.post(answer, { ...ENTRY, cardNumber: CARDS.approved })).status).toBe(303);
    expect(await guardOf(form)).toBeNull();
  });

  it('the wait ends although other buyers are still declined, and begins again after a decline', async () => {
    await tenDeclines();
    const { answer } = await attempt('approve', CARDS.approved);
    await moveBy(16 * SECOND);
    const other = await attempt('approve', CARDS.troy);
    await moveBy(31 * SECOND);
    service.bank.script(['decline:51']);
    const declined = await buyer.post(other.answer, { ...ENTRY, cardNumber: CARDS.troy });
    expect(declined.status).toBe(422);
    expect((await buyer.post(declined, { ...ENTRY, cardNumber: CARDS.troy })).status).toBe(429);
    expect((await buyer.post(answer, { ...ENTRY, cardNumber: CARDS.approved })).status).toBe(303);
  });

  // A third of 36 is more than the ten declines after which an address may be slowed.
  const BUYERS = rounds(60, 36);
  it(`${BUYERS} honest buyers behind one address, a third of them declined, are never slowed`, async () => {
    const statuses = new Set<number>();
    for (let at = 0; at < BUYERS; at += 1) {
      const { answer } = await attempt(at % 3 === 0 ? 'decline:51' : 'approve', madeUp[at % 30] ?? '');
      statuses.add(answer.status);
      await moveBy(3 * SECOND);
    }
    expect([...statuses].toSorted()).toEqual([303, 422]);
  });
});

it.each([
  [9, 0, false],
  [10, 0, true],
  [10, 2, true],
  [10, 3, false],
  [40, 10, true],
  [40, 11, false],
])('%i declines and %i approvals look like card testing: %s', (declines, approvals, expected) => {
  expect(isCardTesting({ declines, approvals })).toBe(expected);
});

it('the wait grows with the declines, from 15 seconds to two minutes', () => {
  expect([10, 11, 17, 18, 40].map((declines) => addressWaitMs(declines) / SECOND)).toEqual([
    15, 30, 120, 120, 120,
  ]);
});
