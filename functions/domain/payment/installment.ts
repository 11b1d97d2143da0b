// Payment in installments: which counts a buyer may choose, and what is paid each month, exact to the
// smallest unit of the currency.
import type { Currency } from '../money.ts';

const MAX_INSTALLMENTS = 12;

/**
 * What the months of `count` come to: they differ by one minor unit at most, the larger ones first, and their
 * sum is the amount. 100.00 in three is 33.34, 33.33, 33.33.
 */
export function splitAmount(amountMinor: number, count: number): number[] {
  const small = Math.floor(amountMinor / count);
  const larger = amountMinor - small * count;
  return Array.from({ length: count }, (_, month) => (month < larger ? small + 1 : small));
}

/**
 * The counts a buyer may choose from, ascending. A count that the merchant fixed for the order stands alone;
 * else it is what the merchant offers, of which a single payment is always one. Only Turkish lira is paid in
 * installments, and no month may come to nothing.
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

/** Whole numbers from 1 to 12; what a merchant's settings may hold. */
export const isInstallmentCount = (count: number) =>
  Number.isInteger(count) && count >= 1 && count <= MAX_INSTALLMENTS;
