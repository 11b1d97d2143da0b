// Stream records of a short journey, taken from the embedded table's own stream. A test passes them to
// capture in any order and batches and any number of times, for a new merchant.
import type { StreamRecord } from '#capture/image.ts';
import { defined } from '#domain/defined.ts';
import { itemOfWire, type WireItem } from '#store/table/wire.ts';
import { customersOf } from '../endpoints/customer/customers.ts';
import { openHarness } from '../harness/harness.ts';
import { imageOf } from '../harness/start/stream-image.ts';

/** The records of one object, in the order of its changes. */
export type ObjectRecords = { objectId: string; records: readonly StreamRecord[] };

/** Objects whose events depend on the two images only, and so are equal for each merchant. */
const NAMED: Readonly<Record<string, string>> = {
  PAYMENT: 'paymentReferenceNumber',
  REFUND: 'refundId',
  CUSTOMER: 'id',
};

/** Records two payments, three refunds and two customers, one of them erased. The service is closed again. */
export async function recordJourney(): Promise<(merchantId: string) => ObjectRecords[]> {
  const seen: StreamRecord[] = [];
  const harness = await openHarness({
    events: true,
    around: async ({ functionName, event }, run) => {
      if (functionName === 'capture') {
        seen.push(...(event as { Records: StreamRecord[] }).Records.map(inLongForm));
      }
      return await run();
    },
  });
  try {
    const { api, payOrder, moveBy, merchant } = harness;
    const { create } = customersOf(harness);
    const [erased, kept] = [await create(), await create()];
    for (const fullName of ['Ayşe Yıldız', 'Ayşe Demir']) {
      for (const { id } of [erased, kept]) await api('PUT', `/api/customer/${id}`, { body: { fullName } });
    }
    const payments = [await payOrder(), await payOrder()];
    for (const transactionId of [...payments, ...payments.slice(0, 1)]) {
      const body = { transactionId, amount: 10, reason: 'Kırık geldi' };
      const refunded = await api('POST', '/api/Refund/partial', { body });
      if (refunded.status >= 300) throw new Error(`Not refunded: ${refunded.text}`);
    }
    await api('DELETE', `/api/customer/${erased.id}`);
    await moveBy(0);
    const own = seen.filter(({ dynamodb }) => dynamodb?.NewImage?.['merchantId']?.S === merchant.merchantId);
    return (merchantId) => ofMerchant(own, merchant.merchantId, merchantId);
  } finally {
    await harness.close();
  }
}

/** So that a test can replace what a short row has packed. */
function inLongForm({ dynamodb = {}, ...record }: StreamRecord): StreamRecord {
  const long = (image: WireItem | undefined) => image && imageOf(itemOfWire(image));
  const images = defined({ OldImage: long(dynamodb.OldImage), NewImage: long(dynamodb.NewImage) });
  return { ...record, dynamodb: { ...dynamodb, ...images } };
}

function ofMerchant(records: readonly StreamRecord[], from: string, to: string): ObjectRecords[] {
  const copied = JSON.parse(JSON.stringify(records).replaceAll(from, to)) as StreamRecord[];
  const objects = Map.groupBy(copied, ({ dynamodb }) => {
    const name = NAMED[dynamodb?.Keys?.['sk']?.S ?? ''];
    return name === undefined ? undefined : dynamodb?.NewImage?.[name]?.S;
  });
  return [...objects].flatMap(([objectId, own]) =>
    objectId === undefined ? [] : [{ objectId, records: own }],
  );
}
