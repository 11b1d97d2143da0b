// One row of every kind, written by the service itself as merchants, buyers and schedules use it.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { gateOf } from '#flows/bank-gate.ts';
import { type Item, table, tableName } from '#store/table/table.ts';
import { recordCommand } from '../../lib/operator/operator-log.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { savingBuyers } from '../endpoints/hosted-page/save-card/saving-buyers.ts';
import { CARDS, DAY, type Harness, HOUR } from '../harness/harness.ts';

export async function everyRow(): Promise<Item[]> {
  const { Items = [] } = await table.send(new ScanCommand({ TableName: tableName(), ConsistentRead: true }));
  return Items as Item[];
}

/**
 * A saved card, a decline, refunds, a recurring payment that is charged, declined, paused, resumed and held,
 * a bank that does not answer, and a command of an operator.
 */
export async function writeEveryKindOfRow(harness: Harness): Promise<void> {
  const { service, merchant, moveBy } = harness;
  const buyers = await savingBuyers(harness, 'never');
  const customerId = await buyers.makeCustomer();
  await buyers.pay(customerId, { saveCard: 'yes' });
  await buyers.pay(customerId, { cardNumber: CARDS.insufficientFunds });

  const refunds = refundDriver(harness);
  const payment = await refunds.pay();
  const key = { headers: { 'Idempotency-Key': 'every-row' } };
  const { refundId } = (await refunds.request(payment, 10, {}, key)).json.data;
  await refunds.approve(refundId);
  await refunds.request(payment, 20);

  const charges = recurringPaymentDriver(harness, merchant.apiKey);
  const { id } = await charges.create({ frequency: 'daily', maxRetryAttempts: 1 });
  service.bank.script(['approve', 'decline:51']);
  await moveBy(2 * DAY + HOUR);
  await charges.pause(id);
  await moveBy(3 * DAY);
  await charges.resume(id);
  service.bank.script(['decline:CORE-2202', 'decline:CORE-2202', 'decline:CORE-2202']);
  await moveBy(DAY + HOUR);

  await gateOf('bank.example').report(false);

  const { merchantId } = merchant;
  await recordCommand(
    'merchant show',
    { values: { merchant: merchantId }, given: ['merchant'] },
    harness.now(),
  );
}
