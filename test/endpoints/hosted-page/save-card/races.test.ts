// A card is saved while another call changes the same card or customer, between the reads and the commit of
// the payment's outcome.
import { afterEach, describe, expect, it } from 'vitest';
import { table } from '#store/table/table.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { CARDS, startHarness } from '../../../harness/harness.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { api, moveTo, buyer } = harness;
const buyers = await savingBuyers(harness, 'never');
const { key, makeCustomer, open, send, showPage, cardsOf, store, hideFromIndex } = buyers;
const TICKED = { saveCard: 'yes' };
const NEW_EXPIRY = { expiryMonth: '07', expiryYear: '31' };

const paymentOf = async (token: string) => (await showPage(token)).payment;
const idsOf = async (customer: string) => (await cardsOf(customer)).map(({ id }) => id);

type Written = { Update?: { Key?: { sk?: unknown } } };
/** Runs `meanwhile` after the payment's outcome has read its rows and before it commits the saved card. */
function beforeSaving(meanwhile: () => Promise<unknown>): void {
  table.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems = [] } = args.input as { TransactItems?: Written[] };
      if (TransactItems.some(({ Update }) => JSON.stringify(Update?.Key ?? '').includes('PENDING_CARD'))) {
        table.middlewareStack.remove('meanwhile');
        await meanwhile();
      }
      return await next(args);
    },
    { step: 'initialize', name: 'meanwhile' },
  );
}
afterEach(() => void table.middlewareStack.remove('meanwhile'));

describe('a card that the merchant stores while its buyer saves it', () => {
  it("the payment names the merchant's card, even if no index contains it yet", async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    let stored = '';
    beforeSaving(async () => {
      stored = (await store(customer, { cardAlias: 'Maaş kartım' })).id;
      await hideFromIndex(stored);
    });
    expect((await send(form, TICKED)).status).toBe(303);
    expect(await paymentOf(token)).toMatchObject({ status: 'Successful', cardStorageId: stored });
    expect(await idsOf(customer)).toEqual([stored]);
  });

  it('simultaneous storing and saving never add a second card from the page', async () => {
    for (let round = 0; round < 6; round += 1) {
      const customer = await makeCustomer();
      const { form, token } = await open(customer);
      const [stored] = await Promise.all([store(customer), send(form, TICKED)]);
      const cardStorageId = String((await paymentOf(token))?.['cardStorageId']);
      // The merchant's call always stores a card; the page adds one only if it came first.
      expect((await idsOf(customer)).toSorted()).toEqual([...new Set([stored.id, cardStorageId])].toSorted());
    }
  });

  it('a card of another customer and a temporary card do not replace the saved one', async () => {
    const [customer, other] = [await makeCustomer(), await makeCustomer()];
    const { form, token } = await open(customer);
    const others: string[] = [];
    beforeSaving(async () => {
      others.push((await store(other)).id, (await store(customer, { saveCard: false })).id);
    });
    await send(form, TICKED);
    const cardStorageId = (await paymentOf(token))?.['cardStorageId'];
    expect(others).not.toContain(cardStorageId);
    expect((await idsOf(customer)).toSorted()).toEqual([cardStorageId, others[1]].toSorted());
  });
});

describe('a known card that is deleted while its buyer saves it', () => {
  it('the card is stored again and opens with the new expiry', async () => {
    const customer = await makeCustomer();
    const known = await store(customer, { expiryMonth: '12', expiryYear: '2026' });
    const { form, token } = await open(customer);
    beforeSaving(() => api('DELETE', `/api/card/${known.id}`, { key }));
    await send(form, { ...TICKED, ...NEW_EXPIRY });
    const cardStorageId = String((await paymentOf(token))?.['cardStorageId']);
    expect(cardStorageId).not.toBe(known.id);
    expect(await idsOf(customer)).toEqual([cardStorageId]);
    await moveTo('2027-02-01T09:00:00Z');
    const next = await open(customer);
    expect((await buyer.post(next.form, { savedCard: cardStorageId, cvv: '123' })).status).toBe(303);
    expect(await paymentOf(next.token)).toMatchObject({ status: 'Successful' });
  });
});

describe('a customer that changes while the card is saved', () => {
  it('an erased customer gets no card, and the payment is still recorded', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    beforeSaving(() => api('DELETE', `/api/customer/${customer}`, { key }));
    expect((await send(form, TICKED)).status).toBe(303);
    expect(await paymentOf(token)).toMatchObject({ status: 'Successful', cardStorageId: null });
    expect(await idsOf(customer)).toEqual([]);
  });

  it('a renamed customer gets the card: the commit is retried with the new version', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    beforeSaving(() => api('PUT', `/api/customer/${customer}`, { key, body: { fullName: 'Fatma' } }));
    await send(form, { ...TICKED, cardNumber: CARDS.troy });
    expect(await idsOf(customer)).toEqual([(await paymentOf(token))?.['cardStorageId']]);
  });
});
