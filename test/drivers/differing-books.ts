// Makes a difference between bank and books that is found, and that a later comparison closes.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { connectBank } from '#flows/bank-connection.ts';
import { entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { DAY, type Harness } from '../harness/harness.ts';
import { bankOrderIdOf, refundDriver } from './refund-driver.ts';

export async function differFromBank(harness: Harness): Promise<void> {
  const { service, moveBy } = harness;
  const driver = refundDriver(harness);
  const { merchantId } = driver;
  const reference = await driver.pay();
  const { bank } = await connectBank(merchantId);
  await bank.refund({ bankOrderId: bankOrderIdOf(reference), amountMinor: 100, currency: 'TRY' });
  await moveBy(DAY);
  await service.lambdas.invoke('reconcile', {});
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: entityKey(merchantId, 'PAYMENT', reference),
      UpdateExpression: 'SET refundedMinor = :refunded',
      ExpressionAttributeValues: { ':refunded': 100 },
    }),
  );
  await moveBy(DAY);
  await service.lambdas.invoke('reconcile', {});
}
