// Operations in the bank's portal: the bank makes them, and the service is not told.
import { connectBank } from '#flows/bank-connection.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { calendar, type RefundDriver } from '../../drivers/refund-driver.ts';
import { DAY, type startHarness } from '../../harness/harness.ts';

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

/** A payment of yesterday with a refund in the portal, which the refusal of a refund of ours has found. */
export async function differInPortal(
  { service, moveBy }: Pick<Awaited<ReturnType<typeof startHarness>>, 'service' | 'moveBy'>,
  driver: RefundDriver,
  amountMinor = 3_000,
): Promise<{ payment: string; reference: string }> {
  await calendar(service)('12:00');
  const payment = await driver.pay();
  await moveBy(DAY);
  const reference = await refundInPortal(driver.merchantId, payment, amountMinor);
  const { status, json } = await driver.partial(payment, 10);
  if (status !== 409 || json.errorCode !== 'REFUNDS_DIFFER') throw new Error(`Not refused: ${status}.`);
  return { payment, reference };
}
