// The cost of a delivery: the counted units and round trips, the price of a million in docs/costs.md, and the
// monthly cost of waiting for deliveries.
import { expect, it } from 'vitest';
import { MOST_DUE_SHARDS } from '#store/table/due-shards.ts';
import { announcementsUsdPerMillion, idlePollsUsd, usdPerMillion } from '../../../lib/cost/calls.ts';
import { expectSentence } from '../../harness/cost-table.ts';
import { type Cost, costOf, counted } from '../../harness/costs.ts';
import { startHarness } from '../../harness/harness.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';
import { webhooksOf } from '../../webhook/webhooks.ts';

// The due shards are as many as in the deployment.
const harness = await startHarness({ around: counted, dueShards: MOST_DUE_SHARDS });
const { create, happen, trigger } = webhooksOf(harness);

const IN_A_BATCH = 10;
const SERVER_MS = 200;
/** The size of a log line in bytes: a line for each try, and one for each run. */
const LOG_BYTES = 500;
const RUNS_A_MONTH = 60 * 730;

let objects = 0;
async function costOfDelivering(count: number): Promise<Cost> {
  const keys: { pk: string; sk: string }[] = [];
  for (let at = 0; at < count; at += 1) {
    objects += 1;
    keys.push(...(await happen({ objectId: `object-${objects}`, sequence: 1 })).keys);
  }
  const cost = await costOf(() => trigger(keys), 'deliver');
  expect([keys.length, cost.bankCalls]).toEqual([count, count]);
  return cost;
}

const common = { ownMs: 3, memoryMb: 512, logBytes: LOG_BYTES, answerMs: SERVER_MS } as const;

it('docs/costs.md has the cost of a million deliveries, by the counted calls', async () => {
  await create((await startReceiver(answerWith(200))).url);
  await costOfDelivering(1);
  const one = await costOfDelivering(1);
  const many = await costOfDelivering(IN_A_BATCH);
  expect([many.readUnits, many.writeUnits]).toEqual([
    one.readUnits * IN_A_BATCH,
    one.writeUnits * IN_A_BATCH,
  ]);
  expect(one.kmsCalls).toBe(0);
  const alone = usdPerMillion({ ...one, ...common, kind: 'queue' }) + announcementsUsdPerMillion(1);
  // The calls of a batch are made at the same time.
  const batch = { ...many, ...common, rounds: one.rounds, bankCalls: 1, logBytes: LOG_BYTES * IN_A_BATCH };
  const inBatch = usdPerMillion({ ...batch, ownMs: common.ownMs * IN_A_BATCH, kind: 'queue' }) / IN_A_BATCH;
  expectSentence(
    `A delivery that is taken at once is ${one.readUnits} read and ${one.writeUnits} write units in ` +
      `${one.rounds} round trips and a call of the merchant's server. If that takes ${SERVER_MS} ms, a ` +
      `million deliveries cost ${alone.toFixed(2)} USD if each is announced alone, and ` +
      `${(inBatch + announcementsUsdPerMillion(IN_A_BATCH)).toFixed(2)} in batches of ${IN_A_BATCH}.`,
  );
});

it('docs/costs.md has the monthly cost of waiting for deliveries', async () => {
  const idle = await costOf(() => harness.service.lambdas.invoke('deliver', {}), 'deliver');
  const runUsd = usdPerMillion({ ...idle, ...common, rounds: 2, kind: 'scheduled' });
  expectSentence(
    `A run with nothing to do is ${idle.readUnits} read units; those of a month cost ` +
      `${((RUNS_A_MONTH * runUsd) / 1e6).toFixed(2)} USD. Lambda's long polls of the queue cost ` +
      `${idlePollsUsd().toFixed(2)} USD`,
  );
});
