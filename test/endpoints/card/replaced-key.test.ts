// After the fingerprint key is replaced, stored cards work as before, but a new card is not recognised as
// equal to one of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, startHarness } from '../../harness/harness.ts';
import { savingBuyers } from '../hosted-page/save-card/saving-buyers.ts';
import { type CardView, cardsOf } from './stored-cards.ts';

const harness = await startHarness();
const { api, buyer, moveBy } = harness;
const { key, merchant, makeCustomer, open, send, showPage, store } = await savingBuyers(harness, 'never');
const { find, fingerprintOf } = cardsOf(harness);
const driver = recurringPaymentDriver(harness, key);
const cardNumber = newCardNumber();

let customerId: string;
let card: CardView;
let fingerprint: string | undefined;
beforeAll(async () => {
  customerId = await makeCustomer();
  card = await store(customerId, { cardNumber });
  fingerprint = await fingerprintOf(card.id, merchant);
  // Any other MAC key can take the place of the fingerprint key.
  process.env['FINGERPRINT_KEY_ID'] = process.env['DIGEST_KEY_ID'];
});
// The calls after the tests are recorded under the names of the keys that they use.
const keyBefore = process.env['FINGERPRINT_KEY_ID'];
afterAll(() => {
  process.env['FINGERPRINT_KEY_ID'] = keyBefore;
});

describe('a card stored before the fingerprint key was replaced', () => {
  it('the card keeps its fingerprint and is still shown, found, renewed and charged', async () => {
    const { id } = await driver.create({ customerId, cardStorageId: card.id });
    const renewed = await driver.renewCard(card.id, { expiryMonth: '11', expiryYear: '2048' });
    expect(renewed.json.data).toMatchObject({ id: card.id });
    expect(await fingerprintOf(card.id, merchant)).toBe(fingerprint);
    expect((await find({ bin: cardNumber.slice(0, 6) }, { key })).items).toEqual([renewed.json.data]);
    await moveBy(DAY + HOUR);
    expect(await driver.show(id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
    await driver.cancel(id);
  });

  it('the number is stored a second time under the new key and recognised from then on', async () => {
    const again = await store(customerId, { cardNumber, saveCard: false });
    expect(await fingerprintOf(again.id, merchant)).not.toBe(fingerprint);
    const cardIds: unknown[] = [];
    for (const _ of [1, 2]) {
      const { form, token } = await open(customerId);
      await send(form, { cardNumber, saveCard: 'yes' });
      cardIds.push((await showPage(token)).payment?.['cardStorageId']);
    }
    expect(cardIds[0]).toBe(cardIds[1]);
    expect(cardIds).not.toContain(card.id);
  });

  it('the buyer can still choose the card, and the merchant can delete it', async () => {
    const { form, token } = await open(customerId);
    expect((await buyer.post(form, { savedCard: card.id, cvv: '123' })).status).toBe(303);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: card.id });
    expect((await api('DELETE', `/api/card/${card.id}`, { key })).status).toBe(200);
  });
});
