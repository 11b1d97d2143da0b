// A merchant's lists get more shards while it takes payments: rows of before and after are listed together,
// an open cursor continues, and statistics count both.
import { expect, it } from 'vitest';
import { entityKey, listPartition, monthOf } from '#store/table/keys.ts';
import { shardOf } from '#store/table/list-shards.ts';
import { getItem } from '#store/table/table.ts';
import { runCommand } from '../../bin/driver/command.ts';
import { allItems } from '../../drivers/pages.ts';
import { costOf, counted } from '../../harness/costs.ts';
import { MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const { service, api, merchant, payOrder, moveBy } = await startHarness({ around: counted });
const { merchantId } = merchant;
type Named = { paymentReferenceNumber: string; id: string; refundId: string };
type Page = { items: Named[]; nextCursor: string | null };

const list = async (path: string, cursor: Record<string, string>) =>
  (await api<Page>('GET', `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(cursor)}`)).json
    .data;
const listed = (path: string) => allItems((cursor) => list(path, { limit: '3', ...cursor }));
const raise = (count: string) =>
  runCommand(
    'merchant',
    'update',
    '--merchant',
    merchantId,
    '--list-shards',
    count,
    '--local',
    service.baseUrl,
  );

/** Creates `count` payments, each with a partial refund, and as many customers, the oldest first. */
async function makeSome(count: number) {
  const made = { payments: [] as string[], refunds: [] as string[], customers: [] as string[] };
  for (let at = 0; at < count; at += 1) {
    const transactionId = await payOrder();
    const refund = { transactionId, amount: 1, reason: 'Kırık' };
    const customer = { fullName: 'Ayşe Yılmaz', email: `ayse${at}@example.com` };
    made.payments.push(transactionId);
    made.refunds.push((await api<Named>('POST', '/api/Refund/partial', { body: refund })).json.data.refundId);
    made.customers.push((await api<Named>('POST', '/api/customer', { body: customer })).json.data.id);
    await moveBy(SECOND);
  }
  return made;
}

/** Returns the index partition of a row, and the partition of its shard. */
async function partitionsOf(noun: 'PAYMENT' | 'REFUND' | 'CUSTOMER', id: string) {
  const item = await getItem(entityKey(merchantId, noun, id));
  const month = monthOf(String(item?.['createdAt']));
  return [item?.['listPk'], listPartition(merchantId, noun, month, shardOf(id, 8))];
}

it('raising the shards loses and repeats no row, and keeps order, cursors and sums', async () => {
  const before = await makeSome(5);
  const first = await list('/api/payment', { limit: '2' });
  const raised = await raise('8');
  expect([raised.code, JSON.parse(raised.text)]).toMatchObject([0, { listShards: 8 }]);
  const meanwhile = await makeSome(2);
  await moveBy(6 * MINUTE);
  const after = await makeSome(7);

  const newestFirst = (of: keyof typeof before) => [...before[of], ...meanwhile[of], ...after[of]].reverse();
  const payments = (await listed('/api/payment')).map((one) => one.paymentReferenceNumber);
  expect(payments).toEqual(newestFirst('payments'));
  const refunded = await listed('/api/payment?status=PartiallyRefunded');
  expect(refunded.map((one) => one.paymentReferenceNumber)).toEqual(newestFirst('payments'));
  expect((await listed('/api/Refund')).map(({ refundId }) => refundId)).toEqual(newestFirst('refunds'));
  expect((await listed('/api/Refund?status=Completed')).map(({ refundId }) => refundId)).toHaveLength(14);
  expect((await listed('/api/customer')).map(({ id }) => id)).toEqual(newestFirst('customers'));
  expect((await listed('/api/customer?isActive=true')).map(({ id }) => id)).toHaveLength(14);

  const rest = await list('/api/payment', { limit: '9', cursor: String(first.nextCursor) });
  expect(rest.items.map((one) => one.paymentReferenceNumber)).toEqual(before.payments.slice(0, 3).reverse());
  const { data } = (await api<{ byCurrency: unknown[] }>('GET', '/api/Refund/statistics')).json;
  expect(data.byCurrency).toMatchObject([{ totalCount: 14, refundedAmount: 14 }]);
});

it('a row that is stored after the shards were raised is in the partition of its shard', async () => {
  const made = await makeSome(3);
  const rows = await Promise.all([
    ...made.payments.map((id) => partitionsOf('PAYMENT', id)),
    ...made.refunds.map((id) => partitionsOf('REFUND', id)),
    ...made.customers.map((id) => partitionsOf('CUSTOMER', id)),
  ]);
  expect(rows).toHaveLength(9);
  for (const [partition, ofShard] of rows) expect(partition).toBe(ofShard);
});

it('the shards of a merchant never fall, and there are at most 64', async () => {
  const lowered = await raise('4');
  expect([lowered.code, lowered.text]).toEqual([1, expect.stringContaining('List shards never fall')]);
  for (const count of ['0', '65', 'many']) {
    expect((await raise(count)).text).toContain('A merchant has 1 to 64 list shards.');
  }
  expect((await raise('8')).code).toBe(0);
});

it('a list of eight shards is two round trips', async () => {
  const cost = await costOf(async () => {
    expect((await list('/api/payment', { limit: '100' })).items).toHaveLength(17);
  });
  expect(cost).toMatchObject({ rounds: 2, kmsCalls: 0 });
});
