// The names of an attempt, derived from it alone, so every repetition of the attempt has the same names.
import type { Attempt } from '#domain/recurring-payment/recurring-payment.ts';

/** The name of its schedule and the id of its row. */
export function attemptName(id: string, attempt: Pick<Attempt, 'periodNumber' | 'attemptNumber'>): string {
  return `${id}-${attempt.periodNumber}-${attempt.attemptNumber}`;
}

/**
 * The bank order id: letters and digits only. The bank answered a held attempt definitely, so its repetition
 * has another order id: the bank's history of one id never mixes two answers.
 */
export function attemptOrderId(
  id: string,
  { periodNumber, attemptNumber, asks = 0 }: Pick<Attempt, 'periodNumber' | 'attemptNumber' | 'asks'>,
): string {
  const again = asks === 0 ? '' : `H${asks}`;
  return `RP${id.replaceAll('-', '')}P${periodNumber}A${attemptNumber}${again}`;
}
