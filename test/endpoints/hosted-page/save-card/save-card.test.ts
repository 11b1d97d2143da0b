import { beforeEach, describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { isChallenge } from '../../../drivers/buyer.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { withCheckDigit } from '../../../fixtures/card-number.ts';
import { CARDS, DAY, HOUR, MINUTE, startHarness } from '../../../harness/harness.ts';
import { cardsOf as storedCards } from '../../card/stored-cards.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy } = harness;
const buyers = await savingBuyers(harness, 'never');
const { key, merchant, makeCustomer, open, send, pay, showPage, cardsOf, store, pendingRow } = buyers;
const { fingerprintOf } = storedCards(harness);
const TICKED = { saveCard: 'yes' };

// The declines of one test must not block the next.
beforeEach(async () => void (await moveBy(11 * MINUTE)));

describe('the checkbox that saves a card', () => {
  it("the checkbox is not ticked and is explained in the page's language", async () => {
    const { form } = await open(await makeCustomer());
    expect(form.text).toMatch(/<input\s+type="checkbox" name="saveCard"[^>]*>/);
    expect(form.text).not.toMatch(/name="saveCard"[^>]*checked/);
    expect(form.text).toContain('Kartımı kaydet');
    expect(form.text).toContain('CVV saklanmaz');
    const english = await buyer.open(form.path, { 'accept-language': 'en' });
    expect(english.text).toContain('Save this card');
    expect(english.text).toContain('The CVV is not stored');
  });

  it('the checkbox is not offered without a customer or for one who was erased', async () => {
    const erased = await makeCustomer();
    const pages = [await open(), await open(erased)];
    await api('DELETE', `/api/customer/${erased}`, { key });
    for (const page of pages) {
      expect((await buyer.open(page.form.path)).text).not.toContain('name="saveCard"');
      // A submitted tick is ignored: the payment succeeds and no card is stored.
      expect((await send(page.form, TICKED)).status).toBe(303);
      expect((await showPage(page.token)).payment).toMatchObject({
        status: 'Successful',
        cardStorageId: null,
      });
    }
    expect(await cardsOf(erased)).toEqual([]);
  });

  it('the checkbox keeps its state after a form error and after a decline', async () => {
    const ticked = /name="saveCard"[^>]*checked/;
    const { form } = await open(await makeCustomer());
    const slip = await send(form, { ...TICKED, cvv: '' });
    expect(slip.text).toMatch(ticked);
    const declined = await send(slip, { ...TICKED, cardNumber: CARDS.insufficientFunds });
    expect(declined.status).toBe(422);
    expect(declined.text).toMatch(ticked);
    expect((await send(declined, { cardNumber: CARDS.insufficientFunds })).text).not.toMatch(ticked);
  });
});

describe('saving a card', () => {
  it('a paid card is stored permanently, named by the payment, offered later and can pay', async () => {
    const customer = await makeCustomer();
    const { token } = await pay(customer, { ...TICKED, cardNumber: CARDS.troy });
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
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: card?.id });
    const found = await api('GET', `/api/card/query?alias=${encodeURIComponent('troy ••0000')}`, { key });
    expect(found.json.data['items']).toMatchObject([{ id: card?.id }]);
    await moveBy(HOUR);
    const next = await open(customer);
    expect(next.form.text).toContain(`value="${card?.id}"`);
    expect((await buyer.post(next.form, { savedCard: card?.id ?? '', cvv: '123' })).status).toBe(303);
    expect((await showPage(next.token)).payment).toMatchObject({ maskedCardNumber: card?.maskedCardNumber });
  });

  it('the consent names the merchant and the use, and the export contains it', async () => {
    const customerId = await makeCustomer();
    const once = await open(customerId);
    expect(once.form.text).toContain('Kahve Dükkânı ile sonraki ödemelerinizde seçebilirsiniz.');
    const { hostedPageUrl } = await createPage({ customerId, saveCardFor: 'recurring' }, { key });
    const page = await buyer.open(hostedPageUrl);
    expect(page.text).toContain('düzenli ödemelerinizi size yeniden sormadan bu karttan çeker.');
    const card = { ownerName: 'Ayşe', cardNumber: CARDS.approved, expiry: '12/30', cvv: '123' };
    expect((await buyer.post(page, { ...card, ...TICKED })).status).toBe(303);
    const { json } = await api('GET', `/api/customer/${customerId}/export`, { key });
    expect(json.data['consents']).toMatchObject([{ type: 'SavedCard', use: 'recurring' }]);
  });

  it('a saved card pays a recurring payment', async () => {
    const customerId = await makeCustomer();
    const page = await open(customerId, { saveCardFor: 'recurring' });
    await send(page.form, TICKED);
    const cardStorageId = String((await showPage(page.token)).payment?.['cardStorageId']);
    const driver = recurringPaymentDriver(harness, key);
    const { id } = await driver.create({ customerId, cardStorageId });
    await moveBy(2 * DAY);
    expect(await driver.show(id)).toMatchObject({ status: 'Active', successfulPaymentCount: 1 });
  });

  it('the alias of a card without a known association is its last four digits', async () => {
    const customer = await makeCustomer();
    const cardNumber = withCheckDigit('401178012345678');
    service.bank.script(['approve']);
    await pay(customer, { ...TICKED, cardNumber });
    const found = await api<{ items: unknown[] }>('GET', '/api/card/query?bin=401178', { key });
    expect(found.json.data.items).toMatchObject([{ cardAlias: `••${cardNumber.slice(-4)}` }]);
  });

  it('a saved card has the fingerprint of the same card stored by the merchant', async () => {
    const [one, other] = [await makeCustomer(), await makeCustomer()];
    await pay(one, TICKED);
    const stored = await store(other);
    const [saved] = await cardsOf(one);
    const fingerprints = await Promise.all(
      [saved?.id ?? '', stored.id].map((id) => fingerprintOf(id, merchant)),
    );
    expect(fingerprints[0]).toBe(fingerprints[1]);
  });

  it('no card is saved unless the checkbox has the value yes', async () => {
    const customer = await makeCustomer();
    for (const entry of [{}, { saveCard: '' }, { saveCard: 'no' }, { saveCard: 'on' }]) {
      const { token } = await pay(customer, entry);
      expect(await pendingRow(token)).toBeUndefined();
    }
    expect(await cardsOf(customer)).toEqual([]);
  });

  it('a declined card is not saved, and its ciphertext is erased at once', async () => {
    const customer = await makeCustomer();
    const { token } = await pay(customer, { ...TICKED, cardNumber: CARDS.insufficientFunds });
    const left = await pendingRow(token);
    expect(left).toMatchObject({ expiresAtSeconds: expect.any(Number) });
    for (const name of ['sealed', 'card', 'renewal']) expect(left).not.toHaveProperty(name);
    expect(await cardsOf(customer)).toEqual([]);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Failed', cardStorageId: null });
  });

  it('the ciphertext of the pending card is erased when the card is stored', async () => {
    const { token } = await pay(await makeCustomer(), TICKED);
    expect(await pendingRow(token)).not.toHaveProperty('sealed');
  });

  it('no card is saved if the sale never reached the bank', async () => {
    const customer = await makeCustomer();
    service.bank.script(['lost-before']);
    const { token } = await pay(customer, TICKED);
    expect(await pendingRow(token)).toHaveProperty('sealed');
    expect(await cardsOf(customer)).toEqual([]);
    await moveBy(20 * MINUTE);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Failed' });
    expect(await pendingRow(token)).not.toHaveProperty('sealed');
    expect(await cardsOf(customer)).toEqual([]);
  });

  it('a card is saved if the sweep finds its sale approved', async () => {
    const customer = await makeCustomer();
    service.bank.script(['lost-after']);
    const { token } = await pay(customer, TICKED);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Processing', cardStorageId: null });
    expect(await cardsOf(customer)).toEqual([]);
    await moveBy(10 * MINUTE);
    const [card] = await cardsOf(customer);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: card?.id });
  });

  it('a payment that is recovered after 30 minutes is recorded without its card', async () => {
    const customer = await makeCustomer();
    service.bank.script(['lost-after']);
    const { token } = await pay(customer, TICKED);
    await service.timeline.setRunning(false);
    await moveBy(31 * MINUTE);
    await service.timeline.setRunning(true);
    await moveBy(10 * MINUTE);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful', cardStorageId: null });
    expect(await cardsOf(customer)).toEqual([]);
    expect(await pendingRow(token)).not.toHaveProperty('sealed');
  });

  it('one card is saved however often its form is submitted', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(form, TICKED)));
    expect(answers.every((answer) => answer.status === 303 && !isChallenge(answer))).toBe(true);
    const cards = await cardsOf(customer);
    expect(cards.length).toBe(1);
    expect((await showPage(token)).payment).toMatchObject({ cardStorageId: cards[0]?.id });
  });
});
