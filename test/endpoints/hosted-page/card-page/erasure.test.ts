// The erasure of a customer whose cards wait for the issuer on card pages: none of their data remains.
import { expect, it } from 'vitest';
import { RIGHT_CODE } from '../../../drivers/buyer.ts';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import { startHarness } from '../../../harness/harness.ts';
import { everyRow } from '../../../harness/traces.ts';
import { customersOf } from '../../customer/customers.ts';

const harness = await startHarness();
const { service, api, buyer } = harness;
const { apiKey: key } = await service.addMerchant({ threeDSecure: 'newCards' });
const pages = cardPageDriver(harness, key);
const makeCustomer = async () => (await customersOf(harness).create({}, { key })).id;
const erase = (id: string) => api('DELETE', `/api/customer/${id}`, { key });

const NAME = 'Silinecek Bekleyen';
/** The rows with the customer's name, or with the ciphertext of a waiting card. */
const traces = async () =>
  (await everyRow()).filter(
    (row) => row.includes(NAME) || (row.includes('PENDING_CARD') && row.includes('"sealed"')),
  );

const beginVerification = async (id: string, page = pages.addLink(id)) => {
  const link = await page;
  return { link, challenge: await pages.send(await pages.open(link), { ownerName: NAME }) };
};

it('an erasure removes waiting cards, and a challenge answered afterwards stores none', async () => {
  const id = await makeCustomer();
  const [abandoned, answered] = [await beginVerification(id), await beginVerification(id)];
  expect(await traces()).toHaveLength(2);
  expect((await erase(id)).status).toBe(200);
  expect(await traces()).toEqual([]);

  await buyer.post(await buyer.verify(answered.challenge, RIGHT_CODE), {});
  expect(await traces()).toEqual([]);
  for (const { link } of [abandoned, answered]) expect((await pages.open(link)).status).toBe(410);
});

it('an erasure removes more waiting cards than one transaction can contain', async () => {
  const id = await makeCustomer();
  for (let begun = 0; begun < 17; begun += 1) await beginVerification(id);
  expect((await erase(id)).status).toBe(200);
  expect(await traces()).toEqual([]);
});

it('an erasure is not stopped by a card that was stored or declined before', async () => {
  const id = await makeCustomer();
  await pages.give(await pages.open(await pages.addLink(id)), { ownerName: NAME });
  const { challenge } = await beginVerification(id);
  await buyer.post(await buyer.verify(challenge, { action: 'cancel' }), {});
  expect((await erase(id)).status).toBe(200);
  expect(await traces()).toEqual([]);
});

it('an erasure removes only the waiting cards of the customer', async () => {
  const [id, other] = [await makeCustomer(), await makeCustomer()];
  const { challenge } = await beginVerification(other);
  expect((await erase(id)).status).toBe(200);
  await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
  expect(await pages.cardsOf(other)).toHaveLength(1);
});
