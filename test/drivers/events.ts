// The stored events of an object, in order, and helpers that make and read events.
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { eventId } from '#domain/event/event.ts';
import { type EventItem, readEvent } from '#store/event/event.ts';
import { eventsOfObject, type Key } from '#store/table/keys.ts';
import { readWhole } from '#store/table/list.ts';
import { getItem, type Item, table, tableName } from '#store/table/table.ts';
import { DAY, type Harness } from '../harness/harness.ts';
import { imageOf } from '../harness/start/stream-image.ts';
import { recurringPaymentDriver } from './recurring-payment-driver.ts';

export async function eventsOf(merchantId: string, objectId: string): Promise<EventItem[]> {
  const items = await readWhole({ index: 'lookup', partition: eventsOfObject(merchantId, objectId) });
  return items.map(readEvent).reverse();
}

/** Records that a payment of any merchant succeeded, and returns the id of the event. */
export async function recordPayment({ service }: Harness, reference: string): Promise<string> {
  const found: Item[] = [];
  const pages = paginateScan(
    { client: table },
    {
      TableName: tableName(),
      FilterExpression: 'contains(pk, :one) AND sk = :sk',
      ExpressionAttributeValues: { ':one': reference, ':sk': 'PAYMENT' },
    },
  );
  for await (const { Items = [] } of pages) found.push(...(Items as Item[]));
  const [payment] = found;
  if (payment === undefined) throw new Error(`There is no payment ${reference}.`);
  await service.lambdas.invoke('capture', { Records: [await changeOf(payment)] });
  const sequence = Number(payment['version']);
  return eventId({ objectId: reference, sequence, type: 'payment.succeeded' }, tableName());
}

/** Returns the row, in its long form, as the stream reports a new row. */
export async function changeOf({ pk, sk }: Key) {
  const item = await getItem({ pk, sk });
  if (item === undefined) throw new Error(`There is no row ${pk}.`);
  const NewImage = imageOf(item);
  const ApproximateCreationDateTime = 1_800_000_000;
  const Keys = { pk: { S: pk }, sk: { S: sk } };
  const dynamodb = { SequenceNumber: '1', ApproximateCreationDateTime, Keys, NewImage };
  return { eventName: 'INSERT', dynamodb };
}
/** Reads the events of the harness's merchant, in every way. */
export async function readEvents({ api, moveBy }: Harness): Promise<void> {
  await moveBy(0);
  const queries = ['', '?objectId=PAY-1', '?order=oldest&startDate=2026-01-01T00:00:00Z'];
  for (const query of queries) await api('GET', `/api/event${query}`);
  await api('GET', `/api/event/evt_${'A'.repeat(22)}`);
}

/** Announces a charge and a card on the first day of a month to a merchant with a webhook. */
export async function announce({ service, api, now, moveTo }: Harness): Promise<void> {
  const month = new Date(now().getTime() + 31 * DAY).toISOString().slice(0, 7);
  await moveTo(`${month}-01T09:00:00Z`);
  const { apiKey: key } = await service.addMerchant({ upcomingChargeDays: 3 });
  const own = ((method, path, request = {}) => api(method, path, { key, ...request })) as typeof api;
  await own('POST', '/api/webhook', { body: { url: 'http://localhost:65535/announced' } });
  const driver = recurringPaymentDriver({ api: own, service });
  const [expiryYear, expiryMonth] = month.split('-');
  await driver.create({ cardStorageId: await driver.card(undefined, { expiryYear, expiryMonth }) });
  await service.lambdas.invokeEvent('announce', {});
}
