// A charge that waits because its bank refused the merchant's settings (recurring-payments.md R26 to R29).
import { CURRENCIES, type Currency } from '#domain/money.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';

export type ChargeHold = {
  /** `Merchant`: with all charges of the merchant in its currency. `Charge`: alone. */
  readonly scope: 'Merchant' | 'Charge';
  /** The bank's code. */
  readonly code: string;
  readonly sinceMs: number;
};

/** What a hold of a merchant stops: charges in a currency. `CHARGES`: those that are held alone. */
export const HOLD_SCOPES = [...CURRENCIES, 'CHARGES'] as const;
export type HoldScope = Currency | 'CHARGES';

const PROBE_INTERVALS_MS = [1, 2, 5].map((minutes) => minutes * MINUTE_MS);
/** The sweep makes a probe up to five minutes late, so that none is later than fifteen minutes. */
const LONGEST_PROBE_INTERVAL_MS = 10 * MINUTE_MS;

/** The time until the next probe of a bank, after so many that failed. */
export const probeIntervalMs = (probes: number): number =>
  PROBE_INTERVALS_MS[probes] ?? LONGEST_PROBE_INTERVAL_MS;

/**
 * A charge that waits with its merchant looks by itself so often whether the hold still stands: the end of
 * the hold pulls it forward, and may miss it.
 */
export const HELD_CHECK_MS = HOUR_MS;
