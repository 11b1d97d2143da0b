// Payment in installments: the counts that a buyer may choose and the monthly amounts, exact to the minor
// unit.
import type { Currency } from '../money.ts';

const MAX_INSTALLMENTS = 12;

/**
 * Splits an amount into `count` months that differ by at most one minor unit, the larger ones first. Their
 * sum is the amount: 100.00 in three is 33.34, 33.33, 33.33.
 */
export function splitAmount(amountMinor: number, count: number): number[] {
  const small = Math.floor(amountMinor / count);
  const larger = amountMinor - small * count;
  return Array.from({ length: count }, (_, month) => (month < larger ? small + 1 : small));
}

/**
 * The counts that a buyer may choose, ascending: the count that the merchant fixed for the order, or else a
 * single payment and the merchant's offered counts. Installments exist in TRY only, and each month is at
 * least one minor unit.
 */
export function offeredCounts(
  order: { amountMinor: number; currency: Currency; installment: number },
  merchantOffers: readonly number[],
): number[] {
  if (order.installment > 1) return [order.installment];
  if (order.currency !== 'TRY') return [1];
  const possible = merchantOffers.filter((count) => count > 1 && count <= order.amountMinor);
  return [1, ...new Set(possible)].sort((one, other) => one - other);
}

/** True for the whole numbers 1 to 12. */
export const isInstallmentCount = (count: number) =>
  Number.isInteger(count) && count >= 1 && count <= MAX_INSTALLMENTS;
