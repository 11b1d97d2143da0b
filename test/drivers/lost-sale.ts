// A sale of an order that the bank knows and the table does not, as after a restore of the table.
import { orderAttemptId } from '#domain/payment/hosted-page.ts';
import { connectBank } from '#flows/bank-connection.ts';
import { CARDS } from './buyer.ts';

type LostSale = { merchantId: string; orderNumber: string; attemptNumber: number; amountMinor: number };

/** Returns the bank's order id. */
export async function sellUnknown({ attemptNumber, amountMinor, ...order }: LostSale): Promise<string> {
  const { bank } = await connectBank(order.merchantId);
  const bankOrderId = orderAttemptId(order, attemptNumber);
  const card = { cardNumber: CARDS.approvedVisa, expiryMonth: '12', expiryYear: '2029' };
  const sale = { bankOrderId, amountMinor, currency: 'TRY', installment: 1, card } as const;
  const { kind } = await bank.sale(sale);
  if (kind !== 'approved') throw new Error(`The sale is ${kind}.`);
  return bankOrderId;
}
