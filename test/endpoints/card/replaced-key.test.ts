// The key of fingerprints is replaced: cards that were stored before are all that they were, except that
// nobody can tell any more that a new one is the same.
import { beforeAll, describe, expect, it } from 'vitest';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, startHarness } from '../../harness/harness.ts';
import { savingBuyers } from '../hosted-page/save-card/saving-buyers.ts';
import { type CardView, cardsOf } from './stored-cards.ts';

const harness = await startHarness();
const { api, buyer, moveBy } = harness;
const { key, makeCustomer, open, send, shown, store } = await savingBuyers(harness, 'never');
const { find } = cardsOf(harness);
const driver = recurringPaymentDriver(harness, key);
const cardNumber = newCardNumber();

let customerId: string;
let card: CardView;
beforeAll(async () => {
  customerId = await makeCustomer();
  card = await store(customerId, { cardNumber });
  // Any other key for MACs will do.
  process.env['FINGERPRINT_KEY_ID'] = process.env['DIGEST_KEY_ID'];
});

describe('a card from before', () => {
  it('keeps the fingerprint it was given, and is shown, found, renewed and charged as ever', async () => {
    const { id } = await driver.create({ customerId, cardStorageId: card.id });
    const renewed = await driver.renewCard(card.id, { expiryMonth: '11', expiryYear: '2048' });
    expect(renewed.json.data).toMatchObject({ id: card.id, fingerprint: card.fingerprint });
    expect((await find({ bin: cardNumber.slice(0, 6) }, { key })).items).toEqual([renewed.json.data]);
    await moveBy(DAY + HOUR);
    expect(await driver.show(id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
    await driver.cancel(id);
  });

  it('is not known by its number: it is stored once more, under the new key once and no more', async () => {
    expect((await store(customerId, { cardNumber, saveCard: false })).fingerprint).not.toBe(card.fingerprint);
    const named: unknown[] = [];
    for (const _ of [1, 2]) {
      const { form, token } = await open(customerId);
      await send(form, { cardNumber, saveCard: 'yes' });
      named.push((await shown(token)).payment?.['cardStorageId']);
    }
    expect(named[0]).toBe(named[1]);
    expect(named).not.toContain(card.id);
  });

  it('is still chosen by its buyer, and deleted by its merchant', async () => {
    const { form, token } = await open(customerId);
    expect((await buyer.post(form, { savedCard: card.id })).status).toBe(303);
    expect((await shown(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: card.id });
    expect((await api('DELETE', `/api/card/${card.id}`, { key })).status).toBe(200);
  });
});
