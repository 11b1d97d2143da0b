// What happens to an order around a payment without a page, and how any payment leaves it.
import type { Payment } from '#domain/payment/payment.ts';
import { create, type Write } from '../table/commit.ts';
import { hostedPageKey, orderKey } from '../table/keys.ts';
import { newItem } from '../table/row.ts';
import { ORDER, type OrderItem } from './order.ts';

type OrderClaim = {
  order: OrderItem | undefined;
  attemptNumber: number;
  /** The page that could still pay the order has been removed: there is none to supersede. */
  isAlone: boolean;
};

/**
 * Claims the order for a charge, and supersedes the page that could still pay it. A conflict if the order was
 * changed since it was read, or exists by now.
 */
export function writeOrderClaim(
  { merchantId, orderNumber, paymentReferenceNumber, createdAt }: Payment,
  { order, attemptNumber, isAlone }: OrderClaim,
): Write[] {
  const claim = ORDER.attributes({ pendingPayment: paymentReferenceNumber, attemptCount: attemptNumber });
  const key = orderKey(merchantId, orderNumber);
  if (order === undefined) {
    return [create('order', newItem(key, { ...claim, ...ORDER.attributes({ orderNumber, createdAt }) }))];
  }
  const claimed: Write = {
    what: 'order',
    kind: 'update',
    key,
    set: claim,
    remove: ['openPage'],
    condition: { expression: '#version = :read', values: { ':read': order.version } },
  };
  const { openPage } = order;
  return openPage === undefined || isAlone ? [claimed] : [claimed, writeSuperseded(openPage, createdAt)];
}

/** `at`: when the newer page was created, or the card charged (ISO). A conflict if the page is gone. */
export const writeSuperseded = (tokenDigest: string, at: string): Write => ({
  what: 'hosted-page',
  kind: 'update',
  key: hostedPageKey(tokenDigest),
  set: { supersededAt: at },
  condition: { expression: '#tokenDigest = :older', values: { ':older': tokenDigest } },
});

/** Frees the order, or pays it. A conflict unless the payment is the one that is under way. */
export const writeOrderOutcome = (
  { merchantId, orderNumber }: Pick<Payment, 'merchantId' | 'orderNumber'>,
  paymentReferenceNumber: string,
  { isPaid }: { isPaid: boolean },
): Write => ({
  what: 'order',
  kind: 'update',
  key: orderKey(merchantId, orderNumber),
  set: isPaid ? { paidBy: paymentReferenceNumber } : {},
  remove: ['pendingPayment'],
  condition: {
    expression: '#pendingPayment = :payment',
    values: { ':payment': paymentReferenceNumber },
  },
});
