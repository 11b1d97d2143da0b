// A person asks a shop for their data, and asks for its erasure: the merchant does both with two calls.
import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';
import { everyRow } from '../../harness/traces.ts';

const harness = await startHarness();
const { api, buyer, createPage, payOrder, moveTo } = harness;

type Row = Record<string, unknown> & { id: string };
type Held = Record<'cards' | 'recurringPayments' | 'consents' | 'payments' | 'refunds', Row[]> & {
  customer: Row;
  nextCursor: string | null;
};
const held = async (id: string, query = '') =>
  (await api<Held>('GET', `/api/customer/${id}/export${query}`)).json.data;
const customer = async (fullName: string) => {
  const body = { fullName, email: 'alici@example.com', metadata: { member: '17' } };
  return (await api<Row>('POST', '/api/customer', { body })).json.data;
};

it('an export has all data of one person, page by page, and none of another', async () => {
  const [ayse, fatma] = [await customer('Silinecek Ayşe'), await customer('Fatma')];
  const page = await createPage({ customerId: ayse.id });
  const form = await buyer.open(page.hostedPageUrl);
  const ticked = { ownerName: 'Silinecek Ayşe', saveCard: 'yes' };
  await buyer.submit(form, ticked);
  const second = await payOrder({ customerId: ayse.id, amount: 20 });
  await payOrder({ customerId: fatma.id });
  await payOrder();
  const body = { transactionId: second, amount: 5, reason: 'Kırık geldi' };
  const { refundId } = (await api('POST', '/api/Refund/partial', { body })).json.data;
  const plan = await recurringPaymentDriver(harness).create({
    customerId: ayse.id,
    startDate: '2026-11-21T09:00:00Z',
  });
  await moveTo('2026-11-21T10:00:00Z');

  const all = await held(ayse.id);
  expect(all.customer).toEqual((await api('GET', `/api/customer/${ayse.id}`)).json.data);
  const cards = await api<{ items: Row[] }>('GET', `/api/card/query?customerId=${ayse.id}`);
  expect(all.cards).toEqual(cards.json.data.items);
  expect(all.recurringPayments).toMatchObject([{ id: plan.id }]);
  expect(all.payments.map(({ customerId }) => customerId)).toEqual([ayse.id, ayse.id, ayse.id]);
  expect(all.refunds).toMatchObject([{ refundId, amount: 5 }]);
  const saved = all.cards.filter(({ ownerName }) => ownerName === 'Silinecek Ayşe');
  expect(all.consents).toMatchObject(
    saved.map(({ id }) => ({ type: 'SavedCard', use: 'oneClick', cardStorageId: id })),
  );
  expect(saved).toHaveLength(1);
  expect(all.nextCursor).toBeNull();
  expect(JSON.stringify(all)).not.toMatch(new RegExp(CARDS.approved));

  const first = await held(ayse.id, '?limit=2');
  const rest = await held(ayse.id, `?limit=2&cursor=${first.nextCursor}`);
  expect([...first.payments, ...rest.payments]).toEqual(all.payments);
  expect([...first.refunds, ...rest.refunds]).toEqual(all.refunds);
  expect(rest.nextCursor).toBeNull();
  const foreign = await api('GET', `/api/customer/${fatma.id}/export?cursor=${first.nextCursor}`);
  expectRejection(foreign, { code: 'CURSOR_INVALID', fields: ['cursor'] });

  await api('POST', `/api/RecurringPayment/${plan.id}/cancel`);
  expect((await api('DELETE', `/api/customer/${ayse.id}`)).status).toBe(200);
  expectRejection(await api('GET', `/api/customer/${ayse.id}/export`), { code: 'CUSTOMER_NOT_FOUND' });
  expect((await everyRow()).filter((row) => row.includes('Silinecek'))).toEqual([]);
});

it('a customer without other data is exported with empty lists', async () => {
  const { id, ...profile } = await customer('Yeni');
  expect(await held(id)).toEqual({
    customer: { id, ...profile },
    cards: [],
    recurringPayments: [],
    consents: [],
    payments: [],
    refunds: [],
    nextCursor: null,
  });
});
