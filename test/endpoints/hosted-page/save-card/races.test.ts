// A card that is saved while somebody else does something to the same card or the same customer: whatever
// happens between what the settlement reads and what it writes.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { checkBooksAtEnd } from '../../../drivers/books.ts';
import { CARDS, startHarness } from '../../../harness/harness.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { api, moveTo, buyer } = harness;
const buyers = await savingBuyers(harness, 'never');
const { key, merchant, makeCustomer, open, send, shown, cardsOf, store } = buyers;
const TICKED = { saveCard: 'yes' };
const NEW_EXPIRY = { expiryMonth: '07', expiryYear: '31' };

const paymentOf = async (token: string) => (await shown(token)).payment;
const idsOf = async (customer: string) => (await cardsOf(customer)).map(({ id }) => id);

type Written = { Update?: { Key?: { sk?: unknown } } };
/** Does it after the settlement has read what there is, and before it writes what becomes of the card. */
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

/** As it is in the moment after a write. */
async function hideFromIndex(cardId: string): Promise<void> {
  const Key = entityKey(merchant.merchantId, 'CARD', cardId);
  const UpdateExpression = 'REMOVE listPk, listSk';
  await table.send(new UpdateCommand({ TableName: tableName(), Key, UpdateExpression }));
}

describe('the same card, stored by the merchant while its buyer saves it', () => {
  it('is the one that the payment names, though no index tells of it yet', async () => {
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

  it('at the same moment is never stored twice by the page, whoever is first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const customer = await makeCustomer();
      const { form, token } = await open(customer);
      const [stored] = await Promise.all([store(customer), send(form, TICKED)]);
      const named = String((await paymentOf(token))?.['cardStorageId']);
      // The merchant's own call stores a card in any case; the page adds one only where it came first.
      expect((await idsOf(customer)).toSorted()).toEqual([...new Set([stored.id, named])].toSorted());
    }
  });

  it('does not stand in the way where it is for another customer, or only for half an hour', async () => {
    const [customer, other] = [await makeCustomer(), await makeCustomer()];
    const { form, token } = await open(customer);
    const others: string[] = [];
    beforeSaving(async () => {
      others.push((await store(other)).id, (await store(customer, { saveCard: false })).id);
    });
    await send(form, TICKED);
    const named = (await paymentOf(token))?.['cardStorageId'];
    expect(others).not.toContain(named);
    expect((await idsOf(customer)).toSorted()).toEqual([named, others[1]].toSorted());
  });
});

describe('the known card, deleted while its buyer saves it', () => {
  it('with a new expiry is stored anew, and opens with that expiry', async () => {
    const customer = await makeCustomer();
    const known = await store(customer, { expiryMonth: '12', expiryYear: '2026' });
    const { form, token } = await open(customer);
    beforeSaving(() => api('DELETE', `/api/card/${known.id}`, { key }));
    await send(form, { ...TICKED, ...NEW_EXPIRY });
    const named = String((await paymentOf(token))?.['cardStorageId']);
    expect(named).not.toBe(known.id);
    expect(await idsOf(customer)).toEqual([named]);
    await moveTo('2027-02-01T09:00:00Z');
    const next = await open(customer);
    expect((await buyer.post(next.form, { savedCard: named })).status).toBe(303);
    expect(await paymentOf(next.token)).toMatchObject({ status: 'Successful' });
  });
});

describe('the customer, erased while the card is saved', () => {
  it('has no card afterwards; the payment is settled all the same', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    beforeSaving(() => api('DELETE', `/api/customer/${customer}`, { key }));
    expect((await send(form, TICKED)).status).toBe(303);
    expect(await paymentOf(token)).toMatchObject({ status: 'Successful', cardStorageId: null });
    expect(await idsOf(customer)).toEqual([]);
  });

  it('renamed instead, has it: what was in the way is looked at anew', async () => {
    const customer = await makeCustomer();
    const { form, token } = await open(customer);
    beforeSaving(() => api('PUT', `/api/customer/${customer}`, { key, body: { fullName: 'Fatma' } }));
    await send(form, { ...TICKED, cardNumber: CARDS.troy });
    expect(await idsOf(customer)).toEqual([(await paymentOf(token))?.['cardStorageId']]);
  });
});
