// Decides when "not found" in a bank's history means that a request never arrived and may be sent again
// (payments.md 3.3).
import { SECOND_MS } from '../time/duration.ts';

/**
 * The time of sending is stored before the request leaves. A function that is slow in between may send the
 * request later, but not after its own time limit: 29 seconds for endpoints, 240 for charges and the sweep.
 */
const LATEST_SENDING_MS = { endpoint: 30 * SECOND_MS, background: 240 * SECOND_MS };

/** `background`: requests that a charge or the sweep sends, or may have sent. */
type Sender = keyof typeof LATEST_SENDING_MS;

/**
 * How long after the stored instant a request may still arrive, in milliseconds. `landingTimeMs`: the bank's
 * own longest time.
 */
export const arrivesWithinMs = (sender: Sender, landingTimeMs: number): number =>
  LATEST_SENDING_MS[sender] + landingTimeMs;
