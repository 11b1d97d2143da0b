import { describe, expect, it } from 'vitest';
import type { BinFacts } from '#domain/card/bin.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { ROUTES } from '#routes.ts';
import { loadCard } from '#store/card/card.ts';
import { importList } from '../../../../lib/operator/bins/bin-lists.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, logs, moveBy, now } = harness;
const AMEX = '374427000000003';
const never = await service.addMerchant({ threeDSecure: 'never' });
const key = never.apiKey;

async function makeCustomer(key: string = never.apiKey): Promise<string> {
  const body = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
  return String((await api('POST', '/api/customer', { body, key })).json.data['id']);
}
async function store(
  customerId: string,
  more: Record<string, unknown> = {},
  key: string = never.apiKey,
): Promise<string> {
  const body = {
    cardNumber: '5528790000000008',
    expiryMonth: '12',
    expiryYear: '29',
    cardAlias: 'Maaş kartım',
  };
  const stored = await api('POST', '/api/card', { body: { ...body, customerId, ...more }, key });
  expect(stored.status).toBe(201);
  return String(stored.json.data['id']);
}
const open = async (customerId?: string, key: string = never.apiKey) =>
  await buyer.open((await createPage({ ...(customerId && { customerId }) }, { key })).hostedPageUrl);
const none = { ownerName: '', cardNumber: '', expiryMonth: '', expiryYear: '', cvv: '' };
const paymentOf = async (path: string) =>
  (await api<{ payment: unknown }>('GET', `/api/payment/hostedpage/${path.split('/').at(-1)}`, { key })).json
    .data.payment;

describe('stored cards on a hosted page', () => {
  it('stored cards are offered, masked, to their customer only', async () => {
    const [one, other] = [await makeCustomer(), await makeCustomer()];
    await store(one);
    expect((await open(one)).text).toContain('Maaş kartım');
    expect((await open(one)).text).toContain('•••• 0008');
    for (const page of [await open(other), await open()]) expect(page.text).not.toContain('name="savedCard"');
  });

  it('a stored card names its bank where the list of card ranges knows it, beside its alias or brand', async () => {
    const customer = await makeCustomer();
    await store(customer);
    await store(customer, { cardNumber: '4603450000000000', cardAlias: 'VISA ••0000' });
    await store(customer, { cardNumber: AMEX, cardAlias: 'Şirket' });
    const names = async () =>
      [...(await open(customer)).text.matchAll(/<span><bdi>(.*?)<\/bdi>/gs)].map(([, name]) => name).sort();
    expect(await names()).toEqual(['Maaş kartım', 'Visa', 'Şirket']);
    const known: [string, BinFacts][] = [
      ['552879', { bankCode: '0062', bankName: 'Garanti BBVA' }],
      ['46034500', { bankCode: '0064', bankName: 'İş Bankası' }],
      ['46034599', { bankCode: '0046', bankName: 'Akbank' }],
    ];
    await importList(new Map(known), now());
    expect(await names()).toEqual(['Maaş kartım <small>Garanti BBVA</small>', 'Şirket', 'İş Bankası'].sort());
    // Of a list that holds no more, nothing is shown.
    await importList(new Map([['374427', { bankCode: '0046', bankName: 'Akbank' }]]), now());
    expect(await names()).toEqual(['Maaş kartım', 'Visa', 'Şirket <small>Akbank</small>']);
  });

  it('a stored card pays with its CVV alone, and the payment names the card', async () => {
    const customer = await makeCustomer();
    const savedCard = await store(customer);
    const form = await open(customer);
    const paid = await buyer.post(form, { ...none, savedCard, cvv: '123' });
    expect(paid.status).toBe(303);
    expect(await paymentOf(form.path)).toMatchObject({
      status: 'Successful',
      cardStorageId: savedCard,
      maskedCardNumber: '552879******0008',
    });
  });

  it('a page offers the ten stored cards that were used or stored last', async () => {
    const customer = await makeCustomer();
    const ids: string[] = [];
    for (let one = 1; one <= 12; one += 1) ids.push(await store(customer, { cardAlias: `Kart ${one}` }));
    const offeredBy = ({ text }: { text: string }) =>
      Array.from(text.matchAll(/name="savedCard"(?: id="saved-new")? value="([^"]+)"/g), ([, id]) => id);
    const [oldest = '', , third, ...newest] = ids;
    const form = await open(customer);
    expect(offeredBy(form)).toEqual([...newest.toReversed(), third, 'new']);
    // A use is recorded once in thirty days.
    await moveBy(31 * DAY_MS);
    const later = await open(customer);
    expect((await buyer.post(later, { ...none, savedCard: oldest, cvv: '123' })).status).toBe(303);
    expect(offeredBy(await open(customer))).toEqual([...newest.toReversed(), oldest, 'new']);
  });

  it('a stored card without its CVV does not pay and is not decrypted', async () => {
    const customer = await makeCustomer();
    const savedCard = await store(customer);
    const form = await open(customer);
    await buyer.post(form, { ...none, savedCard });
    const decrypted = service.kms.calls.Decrypt;
    const refused = await buyer.post(form, { ...none, savedCard });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('id="cvv-error"><svg');
    expect(refused.text).toContain(`value="${savedCard}" data-needs-cvv checked`);
    expect(service.kms.calls.Decrypt).toBe(decrypted);
    expect(await paymentOf(form.path)).toBeNull();
  });

  it('a merchant with storedCardCvv: whenAsked needs the CVV of a card with forceCvv only', async () => {
    const lenient = await service.addMerchant({ threeDSecure: 'never', storedCardCvv: 'whenAsked' });
    const customer = await makeCustomer(lenient.apiKey);
    const savedCard = await store(customer, {}, lenient.apiKey);
    const strict = await store(customer, { forceCvv: true }, lenient.apiKey);
    const form = await open(customer, lenient.apiKey);
    expect(form.text.match(/ data-needs-cvv/g)).toHaveLength(1);
    expect((await buyer.post(form, { ...none, savedCard: strict })).status).toBe(422);
    expect((await buyer.post(form, { ...none, savedCard })).status).toBe(303);
  });

  it('the cards of an erased customer are not offered and do not pay on an open page', async () => {
    const customer = await makeCustomer();
    const savedCard = await store(customer);
    const before = await open(customer);
    expect((await api('DELETE', `/api/customer/${customer}`, { key })).status).toBe(200);
    expect((await buyer.open(before.path)).text).not.toContain('name="savedCard"');
    const refused = await buyer.post(before, { ...none, savedCard, cvv: '123' });
    expect([refused.status, await paymentOf(before.path)]).toEqual([422, null]);
    expect(refused.text).not.toContain('Maaş kartım');
  });

  it('a card with forceCvv needs its CVV', async () => {
    const customer = await makeCustomer();
    const savedCard = await store(customer, { forceCvv: true, cardNumber: AMEX });
    const form = await open(customer);
    const refused = await buyer.post(form, { ...none, savedCard });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('id="cvv-error"><svg');
    expect((await buyer.post(form, { ...none, savedCard, cvv: '123' })).status).toBe(422);
    expect((await buyer.post(form, { ...none, savedCard, cvv: '1234' })).status).toBe(303);
  });

  it('the page asks for the CVV if the bank requires it, and the attempt does not count', async () => {
    const strict = await service.addMerchant({
      threeDSecure: 'never',
      storedCardCvv: 'whenAsked',
      cvvRequired: true,
    });
    const customer = await makeCustomer(strict.apiKey);
    const savedCard = await store(customer, {}, strict.apiKey);
    const form = await open(customer, strict.apiKey);
    const asked = await buyer.post(form, { ...none, savedCard });
    expect(asked.status).toBe(422);
    expect(asked.text).toContain('Banka güvenlik kodunu (CVV) da istiyor.');
    expect(asked.text).not.toContain('karttakiyle uyuşmuyor');
    expect((await buyer.post(asked, { ...none, savedCard })).text).toContain('id="cvv-error"><svg');
    expect((await buyer.post(asked, { ...none, savedCard, cvv: '123' })).status).toBe(303);
  });

  it("another customer's or merchant's card cannot be used by its id", async () => {
    const foreign = await service.addMerchant({ threeDSecure: 'never' });
    const foreigners = await store(await makeCustomer(foreign.apiKey), {}, foreign.apiKey);
    const [one, other] = [await makeCustomer(), await makeCustomer()];
    const theirs = await store(one);
    await store(other);
    for (const savedCard of [theirs, foreigners, 'new', '', '../SEALED', `${theirs}#SEALED`]) {
      const form = await open(other);
      expect((await buyer.post(form, { ...none, savedCard, cvv: '123' })).status).toBe(422);
      expect(await paymentOf(form.path)).toBeNull();
    }
    expect((await buyer.post(await open(), { ...none, savedCard: theirs, cvv: '123' })).status).toBe(422);
  });

  it('a deleted card is not offered and does not pay on an open page', async () => {
    const customer = await makeCustomer();
    const savedCard = await store(customer);
    const form = await open(customer);
    await api('DELETE', `/api/card/${savedCard}`, { key });
    expect((await buyer.post(form, { ...none, savedCard, cvv: '123' })).status).toBe(422);
    expect((await open(customer)).text).not.toContain('name="savedCard"');
  });

  it('a page and a charge without its holder are the only endpoints that may open cards', () => {
    const openers = ROUTES.filter(({ needs }) => needs.includes('card:open'));
    expect(openers.map(({ file }) => file)).toEqual(['hosted-page/pay', 'payment/charge']);
  });

  it('the usual sale does not write the row of its card: a use is recorded once in thirty days', async () => {
    const customer = await makeCustomer();
    const savedCard = await store(customer);
    const pay = async () => {
      const paid = await buyer.post(await open(customer), { ...none, savedCard, cvv: '123' });
      expect(paid.status).toBe(303);
      return await loadCard(never.merchantId, savedCard, now());
    };
    const first = await pay();
    await moveBy(29 * DAY_MS);
    expect(await pay()).toEqual(first);
    await moveBy(2 * DAY_MS);
    const later = await pay();
    expect(later?.version).toBe((first?.version ?? 0) + 1);
    expect(Date.parse(later?.lastUsedAt ?? '') - Date.parse(first?.lastUsedAt ?? '')).toBeGreaterThan(
      30 * DAY_MS,
    );
  });

  it('no log line contains a card number', () => {
    expect(logs.join('\n')).not.toMatch(/5528790000000008|374427000000003/);
  });
});
