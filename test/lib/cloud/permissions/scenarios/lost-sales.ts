// After a takeover the reconciliation finds the sale of an order whose buyer did not come back.
import { everyPayment } from '../../../../drivers/books.ts';
import { sellUnknown } from '../../../../drivers/lost-sale.ts';
import { type Harness, HOUR, MINUTE } from '../../../../harness/harness.ts';
import { takeLease } from '../../../../journeys/restore/table-copy.ts';

export async function findLostSale(harness: Harness): Promise<void> {
  const { merchantId } = harness.merchant;
  const { orderNumber } = await harness.createPage();
  await sellUnknown({ merchantId, orderNumber, attemptNumber: 1, amountMinor: 14_990 });
  await harness.moveBy(1);
  await takeLease();
  await harness.moveBy(HOUR);
  await harness.service.lambdas.invokeEvent('reconcile', {});
  await harness.moveBy(5 * MINUTE);
  const found = (await everyPayment()).filter((one) => one.orderNumber === orderNumber);
  if (found[0]?.status !== 'Successful') throw new Error('The sale was not found.');
}
