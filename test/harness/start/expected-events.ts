// The standing check of events, at the end of every test file that starts the service: each change that the
// file has made to the table has exactly the events of the table of types, once, in order; and the last event
// of an object equals its GET at the end. A change without its events fails here. So does a row
// about money that contradicts itself.
import { expect } from 'vitest';
import { checkRows } from '../../../lib/operator/review/broken-rows.ts';
import { isThorough } from '../thoroughness.ts';
import { eventFaults } from './event-faults.ts';
import { HANDMADE } from './handmade-rows.ts';
import type { Harness } from './open-harness.ts';

/** Capture records the events during these journeys, as in a deployment. */
const LIVE = [
  'states',
  'recurring-plans',
  'merchant/metadata',
  ...(isThorough ? ['recurring-refunds', 'hosted-page', 'bank-outage', 'sealed-cards'] : []),
  ...(isThorough ? ['one-sale-per-order', 'recurring-outage'] : []),
].map((name) => `/test/journeys/${name}.test.ts`);
export const isLive = (file = ''): boolean => LIVE.some((journey) => file.endsWith(journey));

/** Must be called when the tests of the file have ended. */
export async function expectAllEvents(harness: Harness, file = ''): Promise<void> {
  const { timeline, clock, stream, lambdas } = harness.service;
  await timeline.stop();
  // The clock stands still, so that fields that depend on it are equal in events and GETs.
  const release = clock.hold();
  try {
    if (stream) {
      // While time went on, a slow receiver was not waited for (lib/local/aws/quick-receivers.ts).
      await lambdas.ended();
      await timeline.moveTo(clock.nowMs());
    }
    const isHandmade = Object.keys(HANDMADE).some((one) => file.endsWith(`/test/${one}.test.ts`));
    const isWhole = isThorough && isLive(file);
    expect((await eventFaults(harness, { isHandmade, isWhole })).slice(0, 3)).toEqual([]);
    if (!isHandmade) expect((await checkRows()).broken).toEqual([]);
  } finally {
    release();
  }
}
