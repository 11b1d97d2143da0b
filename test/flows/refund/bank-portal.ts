// Operations in the bank's portal: the bank makes them, and the service is not told.
import { connectBank } from '#flows/bank-connection.ts';
import { bankOrderIdOf } from '../../drivers/refund-driver.ts';

/** Returns the bank's reference. */
export async function refundInPortal(merchantId: string, payment: string, amountMinor: number) {
  const { bank } = await connectBank(merchantId);
  const made = await bank.refund({ bankOrderId: bankOrderIdOf(payment), amountMinor, currency: 'TRY' });
  if (made.kind !== 'approved') throw new Error(`The refund was ${made.kind}.`);
  return made.hostReference;
}

export async function voidInPortal(merchantId: string, payment: string): Promise<void> {
  const { bank } = await connectBank(merchantId);
  const made = await bank.voidSale({ bankOrderId: bankOrderIdOf(payment) });
  if (made.kind !== 'approved') throw new Error(`The void was ${made.kind}.`);
}
