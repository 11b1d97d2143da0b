// A buyer removes a stored card on a page (hosted-page.md 5.9).
import { expect, it } from 'vitest';
import type { BuyerPage } from '../../../drivers/buyer.ts';
import { startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
const { service, api, buyer, createPage } = harness;
const removing = await service.addMerchant({ threeDSecure: 'never', cardRemoval: true });
const strict = await service.addMerchant({ threeDSecure: 'never' });

type Data = { id: string };
const post = async (path: string, body: object, key: string) =>
  (await api<Data>('POST', path, { body, key })).json.data.id;
const makeCustomer = async (key: string) =>
  await post('/api/customer', { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' }, key);
const store = async (customerId: string, key: string) => {
  const card = { cardNumber: '5528790000000008', expiryMonth: '12', expiryYear: '29', cardAlias: 'Maaş' };
  return await post('/api/card', { ...card, customerId }, key);
};
const open = async (customerId: string, key: string, more = {}) =>
  await buyer.open((await createPage({ customerId, ...more }, { key })).hostedPageUrl);
const remove = async (form: BuyerPage, savedCard: string, headers = {}) =>
  await buyer.post(form, { removeCard: 'yes', savedCard, cvv: '123' }, headers);
const isThere = async (id: string, key: string) =>
  (await api('GET', `/api/card/${id}`, { key })).status === 200;

it('a stored card is removed: it is gone for page and merchant, and nothing is paid', async () => {
  const { apiKey: key } = removing;
  const customer = await makeCustomer(key);
  const id = await store(customer, key);
  const form = await open(customer, key);
  expect(form.text).toContain('name="removeCard"');
  const sales = service.bank.ledger().length;
  const answer = await remove(form, id);
  expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/\/iframe\/HST-/)]);
  expect(await isThere(id, key)).toBe(false);
  const after = await buyer.open(form.path);
  expect(after.text).not.toMatch(/name="savedCard"|name="removeCard"/);
  expect((await remove(form, id)).status).toBe(303);
  expect(service.bank.ledger()).toHaveLength(sales);
});

it('no card is removed without the setting, of another customer or by another site', async () => {
  const own = await makeCustomer(strict.apiKey);
  const unset = await store(own, strict.apiKey);
  const form = await open(own, strict.apiKey);
  expect(form.text).not.toContain('removeCard');
  await remove(form, unset);
  expect(await isThere(unset, strict.apiKey)).toBe(true);

  const { apiKey: key } = removing;
  const [one, other] = [await makeCustomer(key), await makeCustomer(key)];
  const [mine, theirs] = [await store(one, key), await store(other, key)];
  const page = await open(one, key);
  await remove(page, theirs);
  await remove(page, 'new');
  await remove(page, mine, { origin: 'https://evil.example' });
  const { hostedPageUrl, token } = await createPage({ customerId: one }, { key });
  const closed = await buyer.open(hostedPageUrl);
  await api('DELETE', `/api/payment/hostedpage/${token}`, { key });
  await remove(closed, mine);
  expect([await isThere(mine, key), await isThere(theirs, key)]).toEqual([true, true]);
});

it('a card that a live recurring payment uses stays, and its removal is not offered', async () => {
  const { apiKey: key } = removing;
  const customer = await makeCustomer(key);
  const id = await store(customer, key);
  const plan = {
    customerId: customer,
    cardStorageId: id,
    subscriptionName: 'Kahve',
    amount: 40.5,
    currency: 'TRY',
    frequency: 'monthly',
    startDate: '2027-01-31T09:00:00Z',
  };
  const made = await api('POST', '/api/RecurringPayment', { key, body: plan });
  expect(made.status).toBe(201);
  const form = await open(customer, key);
  expect(form.text).toContain('data-used');
  await remove(form, id);
  expect(await isThere(id, key)).toBe(true);
});
