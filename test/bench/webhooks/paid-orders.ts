// Makes records of the table's stream about paid orders: the row of a real payment, under other names.
import { randomBytes } from 'node:crypto';
import type { StreamRecord } from '#capture/image.ts';
import { makePaymentReference } from '#domain/id.ts';
import { entityKey } from '#store/table/keys.ts';
import { changeOf } from '../../drivers/events.ts';
import type { Harness } from '../../harness/harness.ts';

/** The payments themselves are not written: capture reads none of them. */
export async function paidOrders({ merchant, payOrder, now }: Harness) {
  const { dynamodb } = await changeOf(entityKey(merchant.merchantId, 'PAYMENT', await payOrder()));
  let made = 0;
  return (merchantId: string): StreamRecord => {
    made += 1;
    const reference = makePaymentReference(now().getTime(), randomBytes);
    const { pk, sk } = entityKey(merchantId, 'PAYMENT', reference);
    const Keys = { pk: { S: pk }, sk: { S: sk } };
    const names = { merchantId: { S: merchantId }, paymentReferenceNumber: { S: reference } };
    const NewImage = { ...dynamodb.NewImage, ...Keys, ...names, paidAt: { S: now().toISOString() } };
    const at = Math.floor(now().getTime() / 1000);
    return {
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: String(made), ApproximateCreationDateTime: at, Keys, NewImage },
    };
  };
}
