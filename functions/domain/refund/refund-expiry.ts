// A refund that nobody decides holds its amount; a merchant may let it end by itself (refunds.md 9).
import { DAY_MS } from '../time/duration.ts';
import type { Refund } from './refund.ts';

/** A new merchant's. */
export const USUAL_EXPIRY_DAYS = 30;
export const MOST_EXPIRY_DAYS = 365;
/** A refund that was requested before its merchant let refunds end is kept for at least this long then. */
const NOTICE_MS = 30 * DAY_MS;

/** `refundExpiryDays` 0: never. `refundExpirySince`: the last change of it; absent: none. */
export type RefundExpiry = { refundExpiryDays: number; refundExpirySince?: string };

/** The instant in milliseconds from which on a pending refund has ended; undefined: never. */
export function refundEndsAt(
  { createdAt }: Pick<Refund, 'createdAt'>,
  { refundExpiryDays: days, refundExpirySince: since = '' }: RefundExpiry,
): number | undefined {
  if (days === 0) return undefined;
  const endsMs = Date.parse(createdAt) + days * DAY_MS;
  return createdAt >= since ? endsMs : Math.max(endsMs, Date.parse(since) + NOTICE_MS);
}

export const expiredRefund = (refund: Refund, now: Date): Refund => ({
  ...refund,
  status: 'Expired',
  decidedAt: now.toISOString(),
});
