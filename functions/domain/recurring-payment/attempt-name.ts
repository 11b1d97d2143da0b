// The names of an attempt, derived from it alone, so every resend of the attempt has the same names.
import type { Attempt } from '#domain/recurring-payment/recurring-payment.ts';

type Planned = Pick<Attempt, 'periodNumber' | 'attemptNumber' | 'asks'>;

/** The name of its schedule and the id of its row. */
export function attemptName(id: string, attempt: Pick<Attempt, 'periodNumber' | 'attemptNumber'>): string {
  return `${id}-${attempt.periodNumber}-${attempt.attemptNumber}`;
}

/** The beginning of the bank order ids of a planned attempt: letters and digits. */
export function orderIdPrefix(id: string, { periodNumber, attemptNumber, asks = 0 }: Planned): string {
  const again = asks === 0 ? '' : `H${asks}`;
  return `RP${id.replaceAll('-', '')}P${periodNumber}A${attemptNumber}${again}`;
}

/**
 * The bank order id of a claimed attempt. An attempt that the bank refused because of the merchant's settings
 * is taken back, and may be claimed again after a hold, a card update or the merchant's request: the time of
 * the claim keeps the bank's history of one id from mixing two answers (nestpay.md 5.4).
 */
export const attemptOrderId = (id: string, attempt: Planned & Pick<Attempt, 'attemptedAtMs'>): string =>
  `${orderIdPrefix(id, attempt)}T${attempt.attemptedAtMs.toString(36).toUpperCase()}`;
