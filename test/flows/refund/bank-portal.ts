// Operations in the bank's portal: the bank makes them, and the service is not told.
import { connectBank } from '#flows/bank-connection.ts';
import { loadPayment } from '#store/payment/payment.ts';

async function orderOf(merchantId: string, payment: string) {
  const { bankOrderId = '', chargedMinor: amountMinor = 0 } = (await loadPayment(merchantId, payment)) ?? {};
  return { bankOrderId, amountMinor, currency: 'TRY' as const };
}

/** Returns the bank's reference. */
export async function refundInPortal(merchantId: string, payment: string, amountMinor: number) {
  const { bank } = await connectBank(merchantId);
  const order = await orderOf(merchantId, payment);
  const made = await bank.refund({ ...order, amountMinor });
  if (made.kind !== 'approved') throw new Error(`The refund was ${made.kind}.`);
  return made.hostReference;
}

export async function voidInPortal(merchantId: string, payment: string): Promise<void> {
  const { bank } = await connectBank(merchantId);
  const made = await bank.voidSale(await orderOf(merchantId, payment));
  if (made.kind !== 'approved') throw new Error(`The void was ${made.kind}.`);
}
