// Random lives of recurring payments in the running service: whatever is agreed, whatever the bank answers,
// whatever the merchant does and whoever sleeps through it, table, attempts and the bank's books say at every
// step what a clerk with the bare rules works out. Many lives share a world; each goes as it would alone.
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isThorough, rounds } from '../harness/thoroughness.ts';
import type { WorldReport } from './environment.ts';
import { anyLife, type Life } from './history.ts';

/** What a failure printed, to see that life again, alone and then ever shorter. */
const AGAIN = undefined as { seed: number; path: string } | undefined;
const LIVES = rounds(1_000, 12);
/** A world takes a while to begin; its lives go by one after the other in any case. */
const LIVES_PER_WORLD = 125;
const WORLDS_AT_ONCE = 2;

async function world(lives: readonly Life[]): Promise<WorldReport> {
  const place = new URL('./environment.ts', import.meta.url);
  const worker = new Worker(place, { workerData: { lives }, execArgv: [] });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The world ended with ${code}.`)));
    });
  } finally {
    await worker.terminate();
  }
}

const alone = fc.asyncProperty(anyLife, async (life) => {
  const { failures } = await world([life]);
  if (failures[0]) throw new Error(failures[0].fault);
});

/** A life that failed is lived again by itself, and then without whatever the failure does not need. */
async function expectNoLifeFails(seed: number, path: string): Promise<void> {
  await fc.assert(alone, { seed, path, endOnFailure: false, interruptAfterTimeLimit: 120_000 });
}

it('random lives go as the rules say, step by step', { timeout: 1_800_000 }, async () => {
  if (AGAIN) return await expectNoLifeFails(AGAIN.seed, AGAIN.path);
  const seed = Math.floor(Math.random() * 2 ** 31);
  const lives = fc.sample(anyLife, { seed, numRuns: LIVES });
  const seen = new Set<string>();
  const begins = Array.from({ length: Math.ceil(LIVES / LIVES_PER_WORLD) }, (_, at) => at * LIVES_PER_WORLD);
  const lane = async () => {
    for (let from = begins.shift(); from !== undefined; from = begins.shift()) {
      const report = await world(lives.slice(from, from + LIVES_PER_WORLD));
      for (const one of report.seen) seen.add(one);
      const [failure] = report.failures;
      if (failure === undefined) continue;
      const path = String(from + failure.at);
      await expectNoLifeFails(seed, path);
      expect.fail(`Life ${path} of seed ${seed} fails among others, not alone: ${failure.fault}`);
    }
  };
  await Promise.all(Array.from({ length: WORLDS_AT_ONCE }, lane));
  if (!isThorough) return;
  // A walk that never gets anywhere would prove nothing.
  const states = ['Trialing', 'Active', 'PastDue', 'Unpaid', 'Paused', 'Cancelled', 'Completed'];
  const ends = ['Failed', 'Skipped', 'Missed'];
  const triggers = ['Schedule', 'Retry', 'CardUpdate', 'CatchUp'];
  expect([...seen].sort()).toEqual([...states, ...ends, ...triggers].sort());
});
