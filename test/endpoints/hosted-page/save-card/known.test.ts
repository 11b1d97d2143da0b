// Saving a card that exists already or has a new expiry, for a customer who changes during the payment, and
// without KMS.
import { describe, expect, it } from 'vitest';
import { loadPayment } from '#store/payment/payment.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { CARDS, MINUTE, startHarness } from '../../../harness/harness.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, logs, moveBy, moveTo } = harness;
const buyers = await savingBuyers(harness, 'never');
const { key, merchant, makeCustomer, open, send, pay, showPage, cardsOf, store, hideFromIndex } = buyers;
const TICKED = { saveCard: 'yes' };

const cardOf = async (token: string) => (await showPage(token)).payment?.['cardStorageId'];

describe('saving a card that the customer has already', () => {
  it('the card is not stored twice; the payment names the stored one, which stays unchanged', async () => {
    const customer = await makeCustomer();
    const known = await store(customer, { cardAlias: 'Maaş kartım', forceCvv: true });
    const { token } = await pay(customer, TICKED);
    expect(await cardOf(token)).toBe(known.id);
    const [card, ...others] = await cardsOf(customer);
    expect([card?.id, card?.cardAlias, card?.forceCvv, others]).toEqual([known.id, 'Maaş kartım', true, []]);
    expect(card?.updatedAt).toBe(known.updatedAt);
  });

  it('a card that only another customer has is stored for this customer', async () => {
    const [one, other] = [await makeCustomer(), await makeCustomer()];
    const theirs = await store(other);
    const { token } = await pay(one, TICKED);
    expect(await cardOf(token)).not.toBe(theirs.id);
    expect((await cardsOf(one)).map(({ id }) => id)).toEqual([await cardOf(token)]);
  });

  it('a deleted card is stored again', async () => {
    const customer = await makeCustomer();
    const first = await cardOf((await pay(customer, TICKED)).token);
    await api('DELETE', `/api/card/${first}`, { key });
    const second = await cardOf((await pay(customer, TICKED)).token);
    expect(second).not.toBe(first);
    expect((await cardsOf(customer)).map(({ id }) => id)).toEqual([second]);
  });

  it('three simultaneous payments save one card', async () => {
    for (let round = 0; round < 5; round += 1) {
      const customer = await makeCustomer();
      const pages = [await open(customer), await open(customer), await open(customer)];
      await Promise.all(pages.map(({ form }) => send(form, TICKED)));
      const cards = await cardsOf(customer);
      expect(cards.length).toBe(1);
      const cardIds = await Promise.all(pages.map(({ token }) => cardOf(token)));
      expect(new Set(cardIds)).toEqual(new Set([cards[0]?.id]));
    }
  });

  it('the card is saved once even if the index does not contain it yet', async () => {
    const customer = await makeCustomer();
    const first = String(await cardOf((await pay(customer, TICKED)).token));
    await hideFromIndex(first);
    const { form, token } = await open(customer);
    expect(form.text).not.toContain(first);
    await send(form, TICKED);
    expect(await cardOf(token)).toBe(first);
    expect((await cardsOf(customer)).map(({ id }) => id)).toEqual([first]);
  });

  it('two different cards saved at the same moment are both stored', async () => {
    const customer = await makeCustomer();
    const pages = [await open(customer), await open(customer)] as const;
    await Promise.all([
      send(pages[0].form, TICKED),
      send(pages[1].form, { ...TICKED, cardNumber: CARDS.troy }),
    ]);
    const aliases = (await cardsOf(customer)).map(({ cardAlias }) => cardAlias).sort();
    expect(aliases).toEqual(['MASTERCARD ••0008', 'TROY ••0000']);
  });

  it("the stored card gets the payment's expiry and pays after the old one has passed", async () => {
    const customer = await makeCustomer();
    const known = await store(customer, { expiryMonth: '12', expiryYear: '2026' });
    const { token } = await pay(customer, { ...TICKED, expiryMonth: '07', expiryYear: '31' });
    expect(await cardOf(token)).toBe(known.id);
    await moveTo('2027-02-01T09:00:00Z');
    expect(await cardsOf(customer)).toMatchObject([{ id: known.id, expiryStatus: 'NotExpired' }]);
    const next = await open(customer);
    expect((await buyer.post(next.form, { savedCard: known.id, cvv: '123' })).status).toBe(303);
    expect((await showPage(next.token)).payment).toMatchObject({ status: 'Successful' });
  });

  it('the stored card keeps its expiry if the payment with the newer one was declined', async () => {
    const customer = await makeCustomer();
    const known = await store(customer, { cardNumber: CARDS.insufficientFunds });
    const entry = { ...TICKED, cardNumber: CARDS.insufficientFunds, expiryMonth: '07', expiryYear: '31' };
    await pay(customer, entry);
    expect((await cardsOf(customer))[0]?.updatedAt).toBe(known.updatedAt);
  });
});

describe('a customer that changes while the outcome of the sale is unknown', () => {
  /** The answer to an approved sale is lost, the customer changes, and the sweep recovers the payment. */
  async function meanwhile(change: (customer: string) => Promise<{ status: number }>) {
    const customer = await makeCustomer();
    service.bank.script(['lost-after']);
    const { token } = await pay(customer, TICKED);
    expect((await change(customer)).status).toBe(200);
    await moveBy(10 * MINUTE);
    expect((await showPage(token)).payment).toMatchObject({ status: 'Successful' });
    return { customer, token };
  }

  it('an erased customer gets no card, and the payment is still recorded', async () => {
    const { customer, token } = await meanwhile((id) => api('DELETE', `/api/customer/${id}`, { key }));
    expect(await cardOf(token)).toBeNull();
    expect(await cardsOf(customer)).toEqual([]);
  });

  it('a deactivated customer still gets the card', async () => {
    const body = { isActive: false };
    const { customer, token } = await meanwhile((id) => api('PUT', `/api/customer/${id}`, { body, key }));
    expect((await cardsOf(customer)).map(({ id }) => id)).toEqual([await cardOf(token)]);
  });

  it('simultaneous saving and erasure leave no card unless it was saved first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const customer = await makeCustomer();
      const { form, token } = await open(customer);
      const [answer] = await Promise.all([
        send(form, TICKED),
        api('DELETE', `/api/customer/${customer}`, { key }),
      ]);
      expect(answer.status).toBe(303);
      const { payment } = await showPage(token);
      expect(payment).toMatchObject({ status: 'Successful' });
      const ids = (await cardsOf(customer)).map(({ id }) => id);
      expect(ids).toEqual(payment?.['cardStorageId'] === null ? [] : [payment?.['cardStorageId']]);
    }
  });
});

describe('saving a card without KMS', () => {
  it.each(['alias/card', 'alias/fingerprint'])(
    'a failure of the key %s costs the saved card, never the sale',
    async (alias) => {
      const customer = await makeCustomer();
      const { form, token } = await open(customer);
      service.kms.setEnabled(alias, false);
      const paid = await send(form, TICKED);
      service.kms.setEnabled(alias, true);
      expect(paid.status).toBe(303);
      const { payment } = await showPage(token);
      expect(payment).toMatchObject({ status: 'Successful', cardStorageId: null });
      const reference = String(payment?.['paymentReferenceNumber']);
      expect(await loadPayment(merchant.merchantId, reference)).not.toHaveProperty('savesCard');
      expect(logs.join('\n')).toContain('card could not be sealed for saving');
      expect(await cardsOf(customer)).toEqual([]);
    },
  );
});
