import { describe, expect, it } from 'vitest';
import { keepBooks } from '../../books.ts';
import { CARDS, startHarness } from '../../harness.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness();
keepBooks(harness);
const { buyer } = harness;
const { makeCustomer, open, pay, shown, cardsOf } = await savingBuyers(harness, 'never');

describe('the box that saves a card', () => {
  it('stands unticked on the page of a customer, says what it means, and nowhere else', async () => {
    const { form } = await open(await makeCustomer());
    expect(form.text).toMatch(/<input type="checkbox"\s+name="saveCard"[^>]*>/);
    expect(form.text).not.toMatch(/name="saveCard"[^>]*checked/);
    expect(form.text).toContain('Kartımı sakla');
    expect(form.text).toContain('CVV asla saklanmaz');
    const english = await buyer.open(form.path, { 'accept-language': 'en' });
    expect(english.text).toContain('Save this card');
    expect((await open()).form.text).not.toContain('name="saveCard"');
  });

  it('makes a permanent card of the one that paid, named by the payment and offered next time', async () => {
    const customer = await makeCustomer();
    const { token } = await pay(customer, { saveCard: 'yes', cardNumber: CARDS.troy });
    const [card, ...others] = await cardsOf(customer);
    expect(others).toEqual([]);
    expect(card).toMatchObject({
      cardAlias: 'TROY ••0000',
      ownerName: 'Ayşe Yılmaz',
      maskedCardNumber: '979203******0000',
      isTemporary: false,
      forceCvv: false,
      customerId: customer,
      expiryStatus: 'NotExpired',
    });
    expect((await shown(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: card?.id });
    const next = await open(customer);
    expect(next.form.text).toContain(`value="${card?.id}"`);
    const again = await buyer.post(next.form, { savedCard: card?.id ?? '' });
    expect(again.status).toBe(303);
  });
});
