// Starts the whole service for one test file, and ends it with the file.
import { afterAll, expect } from 'vitest';
import { memoryClock } from '#vault/remember.ts';
import type { LocalOptions } from '../../lib/local/local-options.ts';
import { expectAllEvents, isLive } from './start/expected-events.ts';
import { countOrdersAgain, type Harness, openHarness } from './start/open-harness.ts';
import { sendCallsUnsigned } from './start/unsigned-calls.ts';

export { CARDS } from '../drivers/buyer.ts';
export {
  type ApiAnswer,
  type ApiRequest,
  DAY,
  type Harness,
  HOUR,
  MINUTE,
  type OpenPage,
  openHarness,
  pageBody,
  SECOND,
} from './start/open-harness.ts';
export { type Headers, type Http, type HttpAnswer, type Sent, wire } from './start/wire.ts';

/**
 * Every sweep reads each shard, which would be most of the work of the long tests; two shards are enough. As
 * many as in a deployment are in tests of the shards, and in the services that commands and the chaos test start.
 */
export const SHARDS_SWEPT = 2;

/** Starts the service until the test file ends. Its clock starts on 20 November 2026, noon in Istanbul. */
export async function startHarness(options: Partial<LocalOptions> = {}): Promise<Harness> {
  sendCallsUnsigned();
  countOrdersAgain();
  const { testPath } = expect.getState();
  const usual = { dueShards: SHARDS_SWEPT, events: isLive(testPath), hasStream: true };
  const harness = await openHarness({ ...usual, ...options });
  const { nowMs } = memoryClock;
  // The memory of the functions lasts for a minute of real time, in which a slow machine may not end a test.
  Object.assign(memoryClock, { nowMs: () => 0 });
  afterAll(async () => {
    Object.assign(memoryClock, { nowMs });
    try {
      await expectAllEvents(harness, testPath);
    } finally {
      await harness.close();
    }
  });
  return harness;
}
