// The standing check of events, at the end of every test file that starts the service: each change that the
// file has made to the table has exactly the events of the table of types, once, in order; and what a GET
// shows at the end is what the last event of the object shows. A change without its events fails here.
import { expect } from 'vitest';
import type { Harness } from '../harness.ts';
import { isThorough } from '../thoroughness.ts';
import { HANDMADE } from './handmade-rows.ts';
import { untold } from './untold-events.ts';

/** In these journeys capture records the events while they go on, as it does when it is deployed. */
const LIVE = [
  ...['states', 'recurring-plans', 'merchant/metadata'],
  ...(isThorough ? ['recurring-refunds', 'hosted-page', 'bank-outage', 'sealed-cards'] : []),
  ...(isThorough ? ['one-sale-per-order', 'recurring-outage'] : []),
].map((name) => `/test/journeys/${name}.test.ts`);
export const isLive = (file = ''): boolean => LIVE.some((journey) => file.endsWith(journey));

/** Call it when the tests of the file have ended. */
export async function expectAllTold(harness: Harness, file = ''): Promise<void> {
  const { timeline, clock, stream } = harness.service;
  await timeline.stop();
  // What the clock alone changes is the same in the events and in the GETs.
  const release = clock.hold();
  try {
    if (stream) await timeline.moveTo(clock.nowMs());
    const name = Object.keys(HANDMADE).find((one) => file.endsWith(`/test/${one}.test.ts`));
    expect((await untold(harness, name !== undefined)).slice(0, 3)).toEqual([]);
  } finally {
    release();
  }
}
