// Capture meets a crash, a lost call or an outage at every single call, batches twice, and records that it
// cannot read: each change is one event, at one position of the feed.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { itemOfWire } from '#store/table/wire.ts';
import { changeOf, eventsOf } from '../drivers/events.ts';
import { cardsOf } from '../endpoints/card/stored-cards.ts';
import { customersOf } from '../endpoints/customer/customers.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../harness/faults.ts';
import { startHarness } from '../harness/harness.ts';

type Change = Awaited<ReturnType<typeof changeOf>>;
type Page = { items: { id: string; objectId: string }[]; nextCursor: string };

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, merchant, payOrder, api } = harness;
const { merchantId } = merchant;

const capture = async (Records: readonly Change[]) =>
  (await service.lambdas.invoke('capture', { Records })) as { batchItemFailures: unknown[] };
const paid = async () => await changeOf(entityKey(merchantId, 'PAYMENT', await payOrder()));
const objectOf = ({ dynamodb }: Change) => dynamodb.NewImage['paymentReferenceNumber']?.S ?? '';

/** Repeats a batch as the stream does: a read that the crash has left pending fails one more time. */
async function repeat(batch: readonly Change[]) {
  const answer = await capture(batch);
  return answer.batchItemFailures.length === 0 ? answer : await capture(batch);
}

/** Returns the number of events of each change. */
const recorded = (batch: readonly Change[]) =>
  Promise.all(batch.map(async (one) => (await eventsOf(merchantId, objectOf(one))).length));

/** Returns the next page of a reader who follows the feed from a cursor. */
async function follow(cursor: string): Promise<{ objects: string[]; cursor: string }> {
  const query = cursor === '' ? '' : `&cursor=${cursor}`;
  const page = (await api<Page>('GET', `/api/event?order=oldest&limit=100${query}`)).json.data;
  return { objects: page.items.map(({ objectId }) => objectId), cursor: page.nextCursor };
}

it.each(FAULTS_TO_INJECT)('a batch that is repeated after "%s" is recorded once', async (fault) => {
  let { cursor } = await follow('');
  await atEachCall(callsToFault(fault), 2, async (at) => {
    const batch = [await paid(), await paid()];
    const report = faults.arm('capture', at, fault);
    const answer = await capture(batch).catch(() => undefined);
    // The stream never repeats a record that capture does not return as failed.
    if (answer?.batchItemFailures.length === 0) expect(await recorded(batch)).toEqual(batch.map(() => 1));
    expect(await repeat(batch)).toEqual({ batchItemFailures: [] });
    const seen = await follow(cursor);
    expect(seen.objects).toEqual(batch.map(objectOf));
    cursor = seen.cursor;
    return report;
  });
});

it('two workers that have the same batch at the same time record it once', async () => {
  const { cursor } = await follow('');
  const batch = [await paid(), await paid(), await paid()];
  await Promise.all([capture(batch), capture(batch), capture(batch.slice(1))]);
  expect((await follow(cursor)).objects.sort()).toEqual(batch.map(objectOf).sort());
});

it('a record that cannot be read is returned with its successors; earlier ones are recorded', async () => {
  const [before, after] = [await paid(), await paid()];
  const poison = await paid();
  Object.assign(poison.dynamodb.NewImage, { createdAt: { N: '99' } });
  Object.assign(poison.dynamodb, { SequenceNumber: '77' });
  expect(await capture([before, poison, after])).toEqual({ batchItemFailures: [{ itemIdentifier: '77' }] });
  expect(await recorded([before, poison, after])).toEqual([1, 0, 0]);
});

it('if the events of two merchants cannot be recorded, the first record of both is returned', async () => {
  const other = await service.addMerchant({ threeDSecure: 'never' });
  const theirs = await payOrder({}, {}, { key: other.apiKey });
  const batch = [await paid(), await changeOf(entityKey(other.merchantId, 'PAYMENT', theirs))];
  for (const [at, { dynamodb }] of batch.entries()) Object.assign(dynamodb, { SequenceNumber: String(at) });
  // The container then remembers both merchants, so that only the recording of the events can fail.
  await capture(batch);
  faults.arm('capture', 'table', 'outage');
  expect(await capture(batch)).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
});

it('the kept events have no data of an erased customer, also those not in the index yet', async () => {
  const customers = customersOf(harness);
  const { id } = await customers.create({ phone: '905551112233' });
  const card = await cardsOf(harness).store({ customerId: id, ownerName: 'Ayşe Yılmaz' });
  const keys = [entityKey(merchantId, 'CUSTOMER', id), entityKey(merchantId, 'CARD', card.id)];
  const created = await Promise.all(keys.map(changeOf));
  await capture(created);
  await api('PUT', `/api/customer/${id}`, { body: { fullName: 'Ayşe Yıldız' } });
  const changed = [await changeOf(keys[0] as (typeof keys)[number])];
  const withBefore = changed.map((one) => ({
    ...one,
    dynamodb: { ...one.dynamodb, OldImage: created[0]?.dynamodb.NewImage ?? {} },
  }));
  await capture(withBefore);
  await hideFromIndex(merchantId, id);
  await api('DELETE', `/api/customer/${id}`);
  const gone = await Promise.all(keys.map(changeOf));
  const erased = gone.map((one, at) => ({
    ...one,
    dynamodb: { ...one.dynamodb, OldImage: [...changed, created[1]][at]?.dynamodb.NewImage ?? {} },
  }));
  expect(await capture(erased)).toEqual({ batchItemFailures: [] });
  const listed = (await api<Page>('GET', '/api/event?limit=100')).json.data.items;
  const kept = listed.filter(({ objectId }) => objectId === id || objectId === card.id);
  expect(kept).toHaveLength(5);
  expect(JSON.stringify(kept)).not.toMatch(/Ayşe|905551112233|example\.com/);
});

/** Leaves the events of the object in the table, but not yet in the index of objects. */
async function hideFromIndex(merchant: string, objectId: string): Promise<void> {
  for (const { data: _, ...event } of await eventsOf(merchant, objectId)) {
    const change = await changeOf(event);
    const { lookupPk: __, lookupSk: ___, ...rest } = change.dynamodb.NewImage;
    await table.send(new PutCommand({ TableName: tableName(), Item: itemOfWire(rest) }));
  }
}
