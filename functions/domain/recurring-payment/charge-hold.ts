// The hold of a charge whose bank refused the merchant's settings (recurring-payments.md R26 to R29).
import { CURRENCIES } from '#domain/money.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';

export type ChargeHold = {
  /** `Merchant`: all charges of the merchant in the currency are held. `Charge`: only this one is held. */
  readonly scope: 'Merchant' | 'Charge';
  /** The bank's code. */
  readonly code: string;
  readonly sinceMs: number;
};

/** The charges that a merchant's hold covers: all in a currency, or `CHARGES`: those with scope `Charge`. */
export const HOLD_SCOPES = [...CURRENCIES, 'CHARGES'] as const;
export type HoldScope = (typeof HOLD_SCOPES)[number];

const PROBE_INTERVALS_MS = [1, 2, 5].map((minutes) => minutes * MINUTE_MS);
/** The sweep may send a probe five minutes late, so that at most fifteen minutes are between two probes. */
const LONGEST_PROBE_INTERVAL_MS = 10 * MINUTE_MS;

/** The time until the next probe of a bank after this number of failed probes. */
export const probeIntervalMs = (probes: number): number =>
  PROBE_INTERVALS_MS[probes] ?? LONGEST_PROBE_INTERVAL_MS;

/**
 * A held charge is due again after this, in case its hold has ended: the release of held charges makes it due
 * earlier, but may miss it.
 */
export const HELD_CHECK_MS = HOUR_MS;
