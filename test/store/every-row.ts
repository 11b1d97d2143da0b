// One row of every kind, written by the service itself as merchants, buyers and schedules use it.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { connectBank } from '#flows/bank-connection.ts';
import { gateOf } from '#flows/bank-gate.ts';
import { handler as reconcile } from '#reconcile.ts';
import { type Item, table, tableName } from '#store/table/table.ts';
import { recordCommand } from '../../lib/operator/operator-log.ts';
import { closeDifference } from '../../lib/operator/review/differences.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { bankOrderIdOf, refundDriver } from '../drivers/refund-driver.ts';
import { savingBuyers } from '../endpoints/hosted-page/save-card/saving-buyers.ts';
import { CARDS, DAY, type Harness, HOUR } from '../harness/harness.ts';

export async function everyRow(): Promise<Item[]> {
  const { Items = [] } = await table.send(new ScanCommand({ TableName: tableName(), ConsistentRead: true }));
  return Items as Item[];
}

/**
 * A saved card, a decline, refunds, a recurring payment that is charged, declined, paused, resumed and held,
 * a bank that does not answer, a command of an operator, a late sale, and differences to a bank's books.
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
  await findLateSale(harness);
  await compareBooks(harness);
}

/** A sale that arrives after its payment has failed goes back. */
async function findLateSale({ service, buyer, createPage, moveBy }: Harness): Promise<void> {
  const form = await buyer.open((await createPage()).hostedPageUrl);
  service.bank.script(['late:900']);
  await buyer.submit(form);
  await moveBy(3 * HOUR);
}

/** One difference between bank and books is open, one was closed, and the next comparison has begun. */
async function compareBooks(harness: Harness): Promise<void> {
  const { service, merchant, moveBy, now } = harness;
  const { merchantId } = merchant;
  const refunds = refundDriver(harness);
  const { bank } = await connectBank(merchantId);
  const references = [await refunds.pay(), await refunds.pay()] as const;
  for (const one of references) {
    await bank.refund({ bankOrderId: bankOrderIdOf(one), amountMinor: 100, currency: 'TRY' });
  }
  await moveBy(DAY);
  await service.lambdas.invoke('reconcile', {});
  const closing = { merchantId, paymentReferenceNumber: references[0], by: 'Elif', reason: 'Cleared up.' };
  await closeDifference({ ...closing, at: now().toISOString() });
  await moveBy(DAY);
  let looks = 0;
  const getRemainingTimeInMillis = () => {
    looks += 1;
    return looks > 1 ? 0 : 800_000;
  };
  await reconcile(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis });
}
