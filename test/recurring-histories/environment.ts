// A running service in its own worker thread, in which many random histories run on one clock. Every
// environment starts at the same instant, so that a history has the same result in each of them.

import { deepStrictEqual, ok } from 'node:assert/strict';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { planOrderId } from '#domain/recurring-payment/attempt-name.ts';
import { BROKEN_ROW } from '#store/table/invariants.ts';
import type { LedgerOperation } from '../../lib/bank/books.ts';
import type { DeliveryResult } from '../../lib/local/aws/scheduler/delivery.ts';
import type { ChargePayload } from '../drivers/charge-driver.ts';
import { type Harness, HOUR, openHarness, SHARDS_SWEPT } from '../harness/harness.ts';
import { eventFaults } from '../harness/start/event-faults.ts';
import { sendCallsUnsigned } from '../harness/start/unsigned-calls.ts';
import { type History, OUTAGES, START_MS } from './history.ts';
import { type Environment, type HistoryRun, nextStepMs, startHistory, takeStep } from './history-run.ts';
import { observeTable, type TableObserver } from './invariants.ts';

export type EnvironmentReport = {
  /** The indexes of the histories that failed, with the errors. */
  failures: { at: number; error: string }[];
  /** Statuses, outcomes of periods and triggers that occurred. */
  seen: string[];
  attempts: number;
  /** Histories that were abandoned because the order of two events is not specified. */
  abandoned: number;
};

const CARD_NUMBER = /\b9999\d{12}\b/;

type Runs = {
  byId: Map<string, HistoryRun>;
  indexes: Map<HistoryRun, number>;
  failures: EnvironmentReport['failures'];
};

async function runHistories(histories: readonly History[]): Promise<EnvironmentReport> {
  const runs: Runs = { byId: new Map(), indexes: new Map(), failures: [] };
  sendCallsUnsigned();
  const harness = await openHarness({
    dueShards: SHARDS_SWEPT,
    hasStream: true,
    startAt: new Date(START_MS - HOUR),
    triggerDelivery: ({ Target }) => {
      ok(!CARD_NUMBER.test(Target.Input ?? ''), 'no schedule contains a card number');
      const { recurringPaymentId } = JSON.parse(Target.Input ?? '{}') as ChargePayload;
      return deliveryOf(runs.byId.get(recurringPaymentId), harness.now().getTime());
    },
  });
  const release = harness.service.clock.hold();
  await harness.moveTo(new Date(START_MS).toISOString());
  const environment: Environment = { ...harness, salesOf: readLedger(harness) };
  const observer = observeTable();
  await startHistories(environment, histories, runs);
  await runSteps(environment, runs, observer);
  // Rows of a failed history are not compared, because the history has reported its failure.
  if (runs.failures.length === 0)
    deepStrictEqual(await eventFaults(harness), [], 'each change has its events');
  ok(!harness.logs.some((line) => CARD_NUMBER.test(line)), 'no log line contains a card number');
  ok(!harness.logs.some((line) => line.includes(BROKEN_ROW)), 'no row contradicts itself');
  release();
  await harness.close();
  const oracles = [...runs.byId.values()].map(({ oracle }) => oracle);
  return {
    failures: runs.failures,
    seen: [...observer.seen],
    attempts: oracles.reduce((sum, { attempts }) => sum + attempts.length, 0),
    abandoned: oracles.filter(({ isUndetermined }) => isUndetermined).length,
  };
}

function deliveryOf(run: HistoryRun | undefined, nowMs: number): DeliveryResult {
  if (run === undefined || nowMs >= run.oracle.triggersLostUntilMs) {
    return run?.history.isTriggeredTwice ? 'twice' : 'deliver';
  }
  return 'drop';
}

async function startHistories(
  environment: Environment,
  histories: readonly History[],
  runs: Runs,
): Promise<void> {
  const { byId, indexes, failures } = runs;
  for (const [at, history] of histories.entries()) {
    try {
      const run = await startHistory(environment, history);
      if (run === undefined) continue;
      byId.set(run.id, run);
      indexes.set(run, at);
    } catch (error) {
      failures.push({ at, error: inspect(error) });
    }
  }
}

/** Takes the steps of all histories in order of time. A failed history does not end the others. */
async function runSteps(
  environment: Environment,
  { indexes, failures }: Runs,
  observer: TableObserver,
): Promise<void> {
  const moveTo = crossOutages(environment);
  const running = new Set(indexes.keys());
  for (;;) {
    const [next] = [...running]
      .map((run) => ({ run, atMs: nextStepMs(run) ?? Number.POSITIVE_INFINITY }))
      .sort((a, b) => a.atMs - b.atMs);
    if (next === undefined || next.atMs === Number.POSITIVE_INFINITY) return;
    const { run, atMs } = next;
    await moveTo(atMs);
    try {
      await takeStep(environment, run);
      observer.expectNoFault(run.id);
    } catch (error) {
      failures.push({ at: indexes.get(run) ?? -1, error: inspect(error) });
      running.delete(run);
    }
  }
}

/** Moves the clock and stops scheduler and sweep during the outages on the way. */
function crossOutages({ service: { timeline } }: Environment): (instantMs: number) => Promise<void> {
  const switches = OUTAGES.flatMap(({ fromMs, toMs }) => [
    { atMs: fromMs, running: false },
    { atMs: toMs, running: true },
  ]);
  return async (instantMs) => {
    for (let next = switches[0]; next !== undefined && next.atMs <= instantMs; next = switches[0]) {
      await timeline.moveTo(next.atMs);
      await timeline.setRunning(next.running);
      switches.shift();
    }
    await timeline.moveTo(instantMs);
  };
}

/** The bank's ledger by recurring payment, read incrementally. */
function readLedger({ service: { bank } }: Harness): Environment['salesOf'] {
  const sales = new Map<string, LedgerOperation[]>();
  let read = 0;
  return (id) => {
    for (const operation of bank.ledger(read)) {
      read += 1;
      if (operation.operation !== 'sale') continue;
      const own = operation.orderId.replace(/P\d+A\d+C\d+$/, '');
      sales.set(own, [...(sales.get(own) ?? []), operation]);
    }
    return sales.get(planOrderId(id)) ?? [];
  };
}

parentPort?.postMessage(await runHistories((workerData as { histories: History[] }).histories));
