import { beforeEach, describe, expect, it } from 'vitest';
import { buyerNetwork } from '#domain/payment/card-testing.ts';
import { addressDigest } from '#store/payment/decline.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import type { BuyerPage } from '../../drivers/buyer.ts';
import { statusIn } from '../../drivers/result.ts';
import { CARDS, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy } = harness;
let key: string;
beforeEach(async () => {
  key = (await service.addMerchant({ threeDSecure: 'never' })).apiKey;
});

const openPage = async () => await buyer.open((await createPage({}, { key })).hostedPageUrl);
const stateOf = async ({ path }: BuyerPage) =>
  (await api('GET', `/api/payment/hostedpage/${path.split('/').at(-1)}`, { key })).json.data;
const salesUntilNow = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;

/** Makes ten declined attempts on two pages. */
async function tenDeclines(cardNumber: string): Promise<void> {
  for (let page = 0; page < 2; page += 1) {
    let form = await openPage();
    for (let attempt = 0; attempt < 5; attempt += 1) form = await buyer.submit(form, { cardNumber });
    expect(form.status).toBe(303);
  }
}

describe('guards against card testing', () => {
  it('ten declines in ten minutes slow the address, and the merchant sees the reason', async () => {
    await tenDeclines(CARDS.insufficientFunds);
    const form = await openPage();
    const sales = salesUntilNow();
    const stopped = await buyer.submit(form, { cardNumber: CARDS.approved });
    expect(stopped.status).toBe(429);
    expect(stopped.text).toContain('güvenlik beklemesi');
    expect(stopped.text).not.toMatch(/çok fazla|ADDRESS|RATE_LIMITED/);
    expect(salesUntilNow()).toBe(sales);
    expect(await stateOf(form)).toMatchObject({ state: 'Open', guard: 'ADDRESS', attemptCount: 0 });

    await moveBy(20 * SECOND);
    const paid = await buyer.submit(await buyer.open(form.path), { cardNumber: CARDS.approved });
    expect(paid.status).toBe(303);
    expect(await stateOf(form)).toMatchObject({ state: 'Paid', guard: null });
  });

  it('the guards count for each merchant separately', async () => {
    await tenDeclines(CARDS.insufficientFunds);
    const other = await service.addMerchant({ threeDSecure: 'never' });
    const page = await createPage({}, { key: other.apiKey });
    expect((await buyer.submit(await buyer.open(page.hostedPageUrl))).status).toBe(303);
  });

  it('the fifth different card ends a page; the same card again does not count', async () => {
    const form = await openPage();
    const cards = [CARDS.insufficientFunds, CARDS.doNotHonour, '4128111111111112', '4127111111111113'];
    let page = form;
    for (const cardNumber of cards) page = await buyer.submit(page, { cardNumber });
    expect(page.status).toBe(422);
    const sales = salesUntilNow();
    const stopped = await buyer.submit(page, { cardNumber: CARDS.approved });
    expect(stopped.status).toBe(303);
    expect(statusIn(stopped.location)).toBe('Failed');
    expect(salesUntilNow()).toBe(sales);
    expect(await stateOf(form)).toMatchObject({ state: 'Failed', guard: 'CARDS' });

    let again = await openPage();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      again = await buyer.submit(again, { cardNumber: CARDS.doNotHonour });
    }
    expect((await buyer.submit(again, { cardNumber: CARDS.approved })).status).toBe(303);
  });
});

describe('buyerNetwork', () => {
  it('the network is the IPv4 address or the first 64 bits of the IPv6 address', () => {
    expect(buyerNetwork('203.0.113.7')).toBe('203.0.113.7');
    const same = ['2001:db8:0:1::1', '2001:0DB8::1:2:3:4:5', '2001:db8:0:1:ffff:0:0:9'];
    expect(new Set(same.map(buyerNetwork))).toEqual(new Set(['2001:db8:0:1']));
    expect(buyerNetwork('::1')).toBe('0:0:0:0');
    expect(buyerNetwork('::ffff:203.0.113.7')).toBe('::ffff:203.0.113.7');
  });
});

it('what a payment keeps of its buyer’s address tells none: tens of thousands share it', () => {
  const digests = Array.from({ length: 2 ** 18 }, (_, at) =>
    addressDigest('M', `85.${96 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`),
  );
  const found = new Set(digests).size;
  expect(found).toBeGreaterThan(60_000);
  expect(found).toBeLessThanOrEqual(2 ** 16);
});
