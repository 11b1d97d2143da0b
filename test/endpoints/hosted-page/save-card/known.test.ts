// A card that is to be saved meets what is there already: the same card, its renewed expiry, a customer who
// goes, a vault that is out of reach.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { loadPayment } from '#store/payment/payment.ts';
import { entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { CARDS, MINUTE, startHarness } from '../../../harness/harness.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, logs, moveBy, moveTo } = harness;
const buyers = await savingBuyers(harness, 'never');
const { key, merchant, makeCustomer, open, send, pay, shown, cardsOf, store } = buyers;
const TICKED = { saveCard: 'yes' };

/** As it is in the moment after a write. */
async function hideFromIndex(cardId: string): Promise<void> {
  const Key = entityKey(merchant.merchantId, 'CARD', cardId);
  const UpdateExpression = 'REMOVE listPk, listSk';
  await table.send(new UpdateCommand({ TableName: tableName(), Key, UpdateExpression }));
}

const cardOf = async (token: string) => (await shown(token)).payment?.['cardStorageId'];

describe('a card that the customer has already', () => {
  it('is not stored twice: the payment names the one there is, whoever stored it', async () => {
    const customer = await makeCustomer();
    const known = await store(customer, { cardAlias: 'Maaş kartım', forceCvv: true });
    const { token } = await pay(customer, TICKED);
    expect(await cardOf(token)).toBe(known.id);
    const [card, ...others] = await cardsOf(customer);
    expect([card?.id, card?.cardAlias, card?.forceCvv, others]).toEqual([known.id, 'Maaş kartım', true, []]);
    expect(card?.updatedAt).toBe(known.updatedAt);
  });

  it('but is stored for this customer where only another has it', async () => {
    const [one, other] = [await makeCustomer(), await makeCustomer()];
    const theirs = await store(other);
    const { token } = await pay(one, TICKED);
    expect(await cardOf(token)).not.toBe(theirs.id);
    expect((await cardsOf(one)).map(({ id }) => id)).toEqual([await cardOf(token)]);
  });

  it('is stored anew after it was deleted', async () => {
    const customer = await makeCustomer();
    const first = await cardOf((await pay(customer, TICKED)).token);
    await api('DELETE', `/api/card/${first}`, { key });
    const second = await cardOf((await pay(customer, TICKED)).token);
    expect(second).not.toBe(first);
    expect((await cardsOf(customer)).map(({ id }) => id)).toEqual([second]);
  });

  it('is saved once from two pages at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const customer = await makeCustomer();
      const pages = [await open(customer), await open(customer), await open(customer)];
      await Promise.all(pages.map(({ form }) => send(form, TICKED)));
      const cards = await cardsOf(customer);
      expect(cards.length).toBe(1);
      const named = await Promise.all(pages.map(({ token }) => cardOf(token)));
      expect(new Set(named)).toEqual(new Set([cards[0]?.id]));
    }
  });

  it('is saved once even while the index of the customer’s cards has not caught up', async () => {
    const customer = await makeCustomer();
    const first = String(await cardOf((await pay(customer, TICKED)).token));
    await hideFromIndex(first);
    const { form, token } = await open(customer);
    expect(form.text).not.toContain(first);
    await send(form, TICKED);
    expect(await cardOf(token)).toBe(first);
    expect((await cardsOf(customer)).map(({ id }) => id)).toEqual([first]);
  });

  it('two different cards of a customer at the same moment are both kept', async () => {
    const customer = await makeCustomer();
    const pages = [await open(customer), await open(customer)] as const;
    await Promise.all([
      send(pages[0].form, TICKED),
      send(pages[1].form, { ...TICKED, cardNumber: CARDS.troy }),
    ]);
    const aliases = (await cardsOf(customer)).map(({ cardAlias }) => cardAlias).sort();
    expect(aliases).toEqual(['MASTERCARD ••0008', 'TROY ••0000']);
  });

  it('gets the expiry it was paid with, and pays with it when the old one is over', async () => {
    const customer = await makeCustomer();
    const known = await store(customer, { expiryMonth: '12', expiryYear: '2026' });
    const { token } = await pay(customer, { ...TICKED, expiryMonth: '07', expiryYear: '31' });
    expect(await cardOf(token)).toBe(known.id);
    await moveTo('2027-02-01T09:00:00Z');
    expect(await cardsOf(customer)).toMatchObject([{ id: known.id, expiryStatus: 'NotExpired' }]);
    const next = await open(customer);
    expect((await buyer.post(next.form, { savedCard: known.id })).status).toBe(303);
    expect((await shown(next.token)).payment).toMatchObject({ status: 'Successful' });
  });

  it('keeps its expiry when the newer one was declined', async () => {
    const customer = await makeCustomer();
    const known = await store(customer, { cardNumber: CARDS.insufficientFunds });
    const entry = { ...TICKED, cardNumber: CARDS.insufficientFunds, expiryMonth: '07', expiryYear: '31' };
    await pay(customer, entry);
    expect((await cardsOf(customer))[0]?.updatedAt).toBe(known.updatedAt);
  });
});

describe('a customer who goes while the bank is asked', () => {
  /** The bank has sold and nobody knows yet; then something happens to the customer; then the sweep looks. */
  async function meanwhile(change: (customer: string) => Promise<{ status: number }>) {
    const customer = await makeCustomer();
    service.bank.script(['lost-after']);
    const { token } = await pay(customer, TICKED);
    expect((await change(customer)).status).toBe(200);
    await moveBy(10 * MINUTE);
    expect((await shown(token)).payment).toMatchObject({ status: 'Successful' });
    return { customer, token };
  }

  it('and is erased gets no card; the payment is settled all the same', async () => {
    const { customer, token } = await meanwhile((id) => api('DELETE', `/api/customer/${id}`, { key }));
    expect(await cardOf(token)).toBeNull();
    expect(await cardsOf(customer)).toEqual([]);
  });

  it('and is deactivated gets the card: it is theirs, and no new recurring payment can start', async () => {
    const body = { isActive: false };
    const { customer, token } = await meanwhile((id) => api('PUT', `/api/customer/${id}`, { body, key }));
    expect((await cardsOf(customer)).map(({ id }) => id)).toEqual([await cardOf(token)]);
  });

  it('erased at the very moment, has no card afterwards unless it was saved before', async () => {
    for (let round = 0; round < 6; round += 1) {
      const customer = await makeCustomer();
      const { form, token } = await open(customer);
      const [answer] = await Promise.all([
        send(form, TICKED),
        api('DELETE', `/api/customer/${customer}`, { key }),
      ]);
      expect(answer.status).toBe(303);
      const { payment } = await shown(token);
      expect(payment).toMatchObject({ status: 'Successful' });
      const ids = (await cardsOf(customer)).map(({ id }) => id);
      expect(ids).toEqual(payment?.['cardStorageId'] === null ? [] : [payment?.['cardStorageId']]);
    }
  });
});

describe('a vault out of reach', () => {
  it.each(['alias/card', 'alias/fingerprint'])('(%s) costs the saved card, never the sale', async (alias) => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    service.kms.setEnabled(alias, false);
    const paid = await send(form, TICKED);
    service.kms.setEnabled(alias, true);
    expect(paid.status).toBe(303);
    const { payment } = await shown(token);
    expect(payment).toMatchObject({ status: 'Successful', cardStorageId: null });
    const reference = String(payment?.['paymentReferenceNumber']);
    expect(await loadPayment(merchant.merchantId, reference)).not.toHaveProperty('savesCard');
    expect(logs.join('\n')).toContain('card could not be sealed for saving');
    expect(await cardsOf(customer)).toEqual([]);
  });
});
