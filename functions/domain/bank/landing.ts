// When "not found" in a bank's history means that a request never arrived, and may be sent again
// (payments.md 3.3).
import { SECOND_MS } from '../time/duration.ts';

/**
 * The instant of sending is stored before the request leaves. A function that is slow in between sends it at
 * the latest when its own time is over: endpoints after 29 seconds, charges and the sweep after 240.
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
