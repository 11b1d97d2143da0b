// A hosted page together with its payment, or with its order: another page of the order may be paying it, or
// may have paid it.

import { defined } from '#domain/defined.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { orderMinorOf, type Payment } from '#domain/payment/payment.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { loadOrder } from '#store/payment/order.ts';
import { loadPayment } from '#store/payment/payment.ts';

/** The payment that a page is busy with, or that paid it; undefined if the page has none yet. */
export async function loadPaymentOfPage({
  merchantId,
  paymentReferenceNumber,
}: HostedPage): Promise<Payment | undefined> {
  return paymentReferenceNumber === undefined
    ? undefined
    : await loadPayment(merchantId, paymentReferenceNumber);
}

/**
 * Returns the page, as `Processing` or `Paid` if an attempt on another page of its order is under way or has
 * paid. The order is read only if the page is superseded, or if an attempt was under way when the page was
 * created: in all other cases no other page can be paid.
 */
export async function asOfOrder(page: HostedPageItem): Promise<HostedPageItem> {
  const isSuperseded = page.state === 'Open' && page.supersededAt !== undefined;
  const isUntouched = page.state !== 'Processing' && page.state !== 'Paid' && page.state !== 'Failed';
  const isAfterAttempt = isUntouched && page.orderPendingPayment !== undefined;
  return isSuperseded || isAfterAttempt ? await withOrderState(page) : page;
}

async function withOrderState(page: HostedPageItem): Promise<HostedPageItem> {
  const order = await loadOrder(page.merchantId, page.orderNumber);
  if (order?.paidBy !== undefined) return await paidElsewhere(page, order.paidBy);
  const { pendingPayment: paymentReferenceNumber } = order ?? {};
  return paymentReferenceNumber === undefined
    ? page
    : { ...page, state: 'Processing', paymentReferenceNumber };
}

/**
 * The page as paid, with the amounts of the payment: the other page may have had another amount, and a shop
 * must not read the amount of this page in a result that is Successful.
 */
async function paidElsewhere(page: HostedPageItem, paidBy: string): Promise<HostedPageItem> {
  const payment = await loadPayment(page.merchantId, paidBy);
  if (payment === undefined) throw new Error('The payment of this order is gone.');
  const { chargedMinor, currency, capture } = payment;
  const { capture: _, ...shown } = page;
  const surcharged = { paymentReferenceNumber: paidBy, chargedMinor };
  const paid = { state: 'Paid', paymentReferenceNumber: paidBy, surcharged } as const;
  return { ...shown, ...paid, ...defined({ capture }), amountMinor: orderMinorOf(payment), currency };
}
