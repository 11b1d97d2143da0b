// A world: one running service on a thread of its own, where many lives pass side by side on one clock. Every
// world begins at the same instant, so that a life goes the same way in any of them.
import { ok } from 'node:assert/strict';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import type { ChargeEvent } from '#schedule/schedule.ts';
import type { LedgerOperation } from '../../lib/bank/books.ts';
import type { DeliveryResult } from '../../lib/local/aws/scheduler/delivery.ts';
import { type Harness, HOUR, openHarness } from '../harness/harness.ts';
import { type Life, OUTAGES, WORLD_BEGINS_MS } from './history.ts';
import { type Watch, watchTable } from './invariants.ts';
import { beBorn, nextStepMs, type Surroundings, takeStep, type Walker } from './random-walk.ts';

export type WorldReport = {
  /** The places of the lives that failed, and what was wrong. */
  failures: { at: number; fault: string }[];
  /** States, outcomes of tries and triggers that were met. */
  seen: string[];
  attempts: number;
  /** Lives left half-way, because nobody promised what would come next. */
  leftAlone: number;
};

const CARD_NUMBER = /\b9999\d{12}\b/;

type Births = {
  walkers: Map<string, Walker>;
  places: Map<Walker, number>;
  failures: WorldReport['failures'];
};

async function live(lives: readonly Life[]): Promise<WorldReport> {
  const births: Births = { walkers: new Map(), places: new Map(), failures: [] };
  const harness = await openHarness({
    startAt: new Date(WORLD_BEGINS_MS - HOUR),
    triggerDelivery: ({ Target }) => {
      ok(!CARD_NUMBER.test(Target.Input ?? ''), 'no alarm knows a card number');
      const { recurringPaymentId } = JSON.parse(Target.Input ?? '{}') as ChargeEvent;
      return fateOf(births.walkers.get(recurringPaymentId), harness.now().getTime());
    },
  });
  const letGo = harness.service.clock.hold();
  await harness.moveTo(new Date(WORLD_BEGINS_MS).toISOString());
  const around: Surroundings = { ...harness, salesOf: readLedger(harness) };
  const watch = watchTable();
  await giveBirth(around, lives, births);
  await walkAll(around, births, watch);
  ok(!harness.logs.some((line) => CARD_NUMBER.test(line)), 'no line of the log knows a card number');
  letGo();
  await harness.close();
  const clerks = [...births.walkers.values()].map(({ clerk }) => clerk);
  return {
    failures: births.failures,
    seen: [...watch.seen],
    attempts: clerks.reduce((sum, { attempts }) => sum + attempts.length, 0),
    leftAlone: clerks.filter(({ isAtALoss }) => isAtALoss).length,
  };
}

function fateOf(walker: Walker | undefined, nowMs: number): DeliveryResult {
  if (walker === undefined || nowMs >= walker.clerk.deafUntilMs) {
    return walker?.life.alarmsRingTwice ? 'twice' : 'deliver';
  }
  return 'drop';
}

async function giveBirth(around: Surroundings, lives: readonly Life[], births: Births): Promise<void> {
  const { walkers, places, failures } = births;
  for (const [at, life] of lives.entries()) {
    try {
      const walker = await beBorn(around, life);
      if (walker === undefined) continue;
      walkers.set(walker.id, walker);
      places.set(walker, at);
    } catch (fault) {
      failures.push({ at, fault: inspect(fault) });
    }
  }
}

/** Whoever acts next acts next; one life that fails does not end the others. */
async function walkAll(around: Surroundings, { places, failures }: Births, watch: Watch): Promise<void> {
  const moveTo = crossOutages(around);
  const walking = new Set(places.keys());
  for (;;) {
    const [next] = [...walking]
      .map((walker) => ({ walker, atMs: nextStepMs(walker) ?? Number.POSITIVE_INFINITY }))
      .sort((a, b) => a.atMs - b.atMs);
    if (next === undefined || next.atMs === Number.POSITIVE_INFINITY) return;
    const { walker, atMs } = next;
    await moveTo(atMs);
    try {
      await takeStep(around, walker);
      watch.expectNoFault(walker.id);
    } catch (fault) {
      failures.push({ at: places.get(walker) ?? -1, fault: inspect(fault) });
      walking.delete(walker);
    }
  }
}

/** Time passes, and where scheduler and sweep stand still on the way, nothing happens in it. */
function crossOutages({ service: { timeline } }: Surroundings): (instantMs: number) => Promise<void> {
  const turns = OUTAGES.flatMap(({ fromMs, toMs }) => [
    { atMs: fromMs, running: false },
    { atMs: toMs, running: true },
  ]);
  return async (instantMs) => {
    for (let turn = turns[0]; turn !== undefined && turn.atMs <= instantMs; turn = turns[0]) {
      await timeline.moveTo(turn.atMs);
      await timeline.setRunning(turn.running);
      turns.shift();
    }
    await timeline.moveTo(instantMs);
  };
}

/** The bank's books by recurring payment; read on from where they were left. */
function readLedger({ service: { bank } }: Harness): Surroundings['salesOf'] {
  const sales = new Map<string, LedgerOperation[]>();
  let read = 0;
  return (id) => {
    for (const operation of bank.ledger(read)) {
      read += 1;
      if (operation.operation !== 'sale') continue;
      const own = operation.orderId.replace(/P\d+A\d+$/, '');
      sales.set(own, [...(sales.get(own) ?? []), operation]);
    }
    return sales.get(`RP${id.replaceAll('-', '')}`) ?? [];
  };
}

parentPort?.postMessage(await live((workerData as { lives: Life[] }).lives));
