// A hosted payment page, on which one order is paid. Its state is computed from the stored row and the clock,
// never from a clean-up job that may run late.
import { shortDigest } from '../bank-order-id.ts';
import type { hostedPageFields } from '../row/hosted-page.ts';
import type { ValueOf } from '../shape.ts';
import { type HostedPageState, stateInTime } from './page-state.ts';

export type HostedPage = ValueOf<typeof hostedPageFields>;

type OrderName = Pick<HostedPage, 'merchantId' | 'orderNumber'>;

/** Names an order to banks and in the log, which must not contain its number: a digest of 24 characters. */
export const orderDigest = ({ merchantId, orderNumber }: OrderName): string =>
  shortDigest(JSON.stringify([merchantId, orderNumber]), 24);

/**
 * The bank order id of an attempt to pay an order, counted from 1 over all pages of the order. It follows
 * from them alone, never from a clock, so that the bank refuses a second sale if the table was restored
 * (payments.md 2.4).
 */
export const orderAttemptId = (order: OrderName, attemptNumber: number): string =>
  `HP${orderDigest(order)}A${attemptNumber}`;

/** The number of the page's next attempt. */
export const nextAttemptNumber = ({ attemptsBefore = 0, attemptCount }: HostedPage): number =>
  attemptsBefore + attemptCount + 1;

/** An attempt under way and its outcome take precedence over expiry and a newer page (crash-safety.md H7). */
export function stateOf(
  page: Pick<HostedPage, 'state' | 'supersededAt' | 'expiresAt'>,
  now: Date,
): HostedPageState {
  if (page.state !== 'Open') return page.state;
  if (page.supersededAt !== undefined) return 'Superseded';
  return stateInTime(page, now);
}

/**
 * True until no buyer can pay on the page any more: a declined attempt is not its end, and an attempt under
 * way may pay it or be declined.
 */
export function canBePaid(page: Parameters<typeof stateOf>[0], now: Date): boolean {
  const state = stateOf(page, now);
  return state === 'Open' || state === 'Processing';
}

/** What the card pays in the page's payment, which an answer to a shop states; without one, the amount. */
export const chargedOnPage = ({ surcharged, paymentReferenceNumber, amountMinor }: HostedPage): number =>
  surcharged && surcharged.paymentReferenceNumber === paymentReferenceNumber
    ? surcharged.chargedMinor
    : amountMinor;

/** True if the page was paid or has failed: the buyer is led to the shop. */
export const isOver = ({ state }: HostedPage): boolean => state === 'Paid' || state === 'Failed';
