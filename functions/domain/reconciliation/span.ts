// Selects the orders of a reconciliation: those of whole Istanbul days, from three hours after the end of a
// day (reconciliation.md 1).
import { ISTANBUL, localDay, startOfLocalDay } from '../time/business-day.ts';
import { DAY_MS, HOUR_MS } from '../time/duration.ts';

/** By then the banks' batches are closed, and most lost answers of the evening have been recovered. */
const AFTER_MIDNIGHT_MS = 3 * HOUR_MS;
/** An order that could not be compared for this long is given up. */
const LONGEST_MS = 7 * DAY_MS;
/** A refund that was requested longer before the end of the span is not looked for. */
const REFUNDS_BACK_MS = 31 * DAY_MS;

/** Most orders that a bank is asked about at the same time, if it agrees to that many. */
export const MOST_ORDERS_AT_ONCE = 100;

/** ISO instants; `to` is not included. */
export type Span = { from: string; to: string };

/** The end of the last day that can be compared now, ISO. */
export const comparableUntil = (now: Date): string =>
  new Date(startOfLocalDay(localDay(now.getTime() - AFTER_MIDNIGHT_MS), ISTANBUL)).toISOString();

/** `comparedTo`: the end of the merchant's previous comparison. */
export function spanUntil(to: string, comparedTo: string): Span {
  const fromMs = Math.max(Date.parse(comparedTo), Date.parse(to) - LONGEST_MS);
  return { from: new Date(fromMs).toISOString(), to };
}

/** A merchant's first day is the last one that has ended. */
export const firstDay = (now: Date): string =>
  new Date(Date.parse(comparableUntil(now)) - DAY_MS).toISOString();

/** Refunds are listed by their request; a refund that ended in the span may have been requested before it. */
export const refundsFrom = ({ to }: Span): string => new Date(Date.parse(to) - REFUNDS_BACK_MS).toISOString();

export const isWithin = ({ from, to }: Span, at: string | undefined): boolean =>
  at !== undefined && at >= from && at < to;

/** The last instant of the span, for lists that include their end. */
export const lastOf = ({ to }: Span): string => new Date(Date.parse(to) - 1).toISOString();
