// The scenario of a person who has paid, asks for their data, and is erased.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { entityKey } from '#store/table/keys.ts';
import { getItem, table, tableName } from '#store/table/table.ts';
import type { Harness } from '../harness/harness.ts';
import type { Call } from '../lib/cloud/permissions/scenarios/scenario-caller.ts';

/** `customer` has a card that was just deleted, which the index may still list or not. */
export async function exportAndErase(
  { buyer, createPage, payOrder, merchant }: Harness,
  call: Call,
  customer: string,
): Promise<void> {
  const { hostedPageUrl } = await createPage({ customerId: customer });
  await buyer.submit(await buyer.open(hostedPageUrl));
  const refund = { transactionId: await payOrder(), amount: 1, reason: 'Kırık geldi' };
  const refundId = String((await call('POST', '/api/Refund', refund))['refundId']);
  await forgetCustomer(merchant.merchantId, refundId);
  await call('GET', `/api/customer/${customer}/export`);
  await call('DELETE', `/api/customer/${customer}`);
}

/** Makes the refund's row one of the previous version, which does not contain the customer of the payment. */
async function forgetCustomer(merchantId: string, refundId: string): Promise<void> {
  const refund = await getItem(entityKey(merchantId, 'REFUND', refundId));
  if (refund === undefined) throw new Error(`There is no refund ${refundId}.`);
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...refund, customer: undefined } }));
}
