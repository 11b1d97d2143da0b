// Starts the whole service for one test file, and ends it with the file.
import { afterAll, expect } from 'vitest';
import { DUE_SHARDS } from '#store/table/due-shards.ts';
import { memoryClock } from '#vault/remember.ts';
import type { LocalOptions } from '../../lib/local/local-options.ts';
import { expectAllEvents, isLive } from './start/expected-events.ts';
import { isLong } from './start/long-files.ts';
import { countOrdersAgain, type Harness, openHarness } from './start/open-harness.ts';
import { sendCallsUnsigned } from './start/unsigned-calls.ts';
import { isThorough, rounds } from './thoroughness.ts';

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

/** Every sweep reads each shard, which is most of the work of the long tests; two shards are enough. */
export const SHARDS_SWEPT = rounds(DUE_SHARDS, 2);

/** Starts the service until the test file ends. Its clock starts on 20 November 2026, noon in Istanbul. */
export async function startHarness(options: Partial<LocalOptions> = {}): Promise<Harness> {
  sendCallsUnsigned();
  countOrdersAgain();
  const { testPath } = expect.getState();
  const events = isLive(testPath);
  // The engine searches the whole stream at each write, and the long tests of CI write too much for that:
  // `.ci/run` runs their files a second time, without CI.
  const isCompared = events || !isThorough || !isLong(testPath ?? '');
  const usual = { dueShards: SHARDS_SWEPT, events, hasStream: isCompared };
  const harness = await openHarness({ ...usual, ...options });
  const { nowMs } = memoryClock;
  // The memory of the functions lasts for a minute of real time, in which a slow machine may not end a test.
  Object.assign(memoryClock, { nowMs: () => 0 });
  afterAll(async () => {
    Object.assign(memoryClock, { nowMs });
    try {
      if (isCompared) await expectAllEvents(harness, testPath);
    } finally {
      await harness.close();
    }
  });
  return harness;
}
