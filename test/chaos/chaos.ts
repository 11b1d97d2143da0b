// The faults of a round: the banks lose, delay and decline requests, die and return, the clock moves by minutes to
// days, the scheduler stops, and the service is killed.
import { setTimeout as pause } from 'node:timers/promises';
import type { BankLine } from './bank-lines.ts';
import { isBroken, type Place } from './caller.ts';
import { openRandom, type Random } from './random.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The interval of the sweep. */
const SWEEP_EVERY_MS = 5 * MINUTE_MS;

/** Idempotency keys are kept for 30 days (api.md 7.1), so a round must end earlier. */
const LONGEST_ROUND_MS = 16 * DAY_MS;
/** A bank executes a request at most 300 seconds late (payments.md 3.3). */
const LATEST_SECONDS = 290;

type Chaos = {
  random: Random;
  place: Place;
  lines: readonly BankLine[];
  startMs: number;
  isStopped: boolean;
  stoppedAtMs: number;
};
type Act = (chaos: Chaos) => Promise<void>;

const nowMsOf = async ({ place }: Chaos) =>
  Date.parse(String((await place.server.control('GET', '/clock'))['now']));

function outcome(random: Random): string {
  return random.weighted([
    [6, 'approve'],
    [4, 'decline:51'],
    [1, 'decline:05'],
    [1, 'decline:CORE-2202'],
    [4, 'lost-before'],
    [6, 'lost-after'],
    [6, `late:${random.between(1, LATEST_SECONDS)}`],
    [3, `slow:${random.between(50, 900)}`],
  ]);
}

const mislead = async ({ random, place }: Chaos, most: number) => {
  const outcomes = Array.from({ length: random.between(1, most) }, () => outcome(random));
  await place.server.control('POST', '/bank/script', { outcomes });
};
const misleadBank: Act = async (chaos) => await mislead(chaos, 6);

/**
 * Moves the clock while no request is in progress. If the service is killed during the move, due work is
 * found late.
 */
async function move(chaos: Chaos, byMs: number): Promise<void> {
  const { gate, server, journal } = chaos.place;
  await gate.alone(async () => {
    await server.ready();
    const fromMs = await nowMsOf(chaos);
    const movedMs = Math.max(0, Math.min(byMs, chaos.startMs + LONGEST_ROUND_MS - fromMs));
    const outage = { fromMs, toMs: fromMs + movedMs };
    journal.outages.push(outage);
    await server.control('POST', '/clock', { by: `PT${movedMs / SECOND_MS}S` });
    journal.outages.splice(journal.outages.indexOf(outage), 1);
  });
}

const minutes: Act = async (chaos) => await move(chaos, chaos.random.between(40, 400) * SECOND_MS);
/** Charges fall due during the move, so the bank fails them too. */
const hours: Act = async (chaos) => {
  await mislead(chaos, 12);
  await move(chaos, chaos.random.between(30, 300) * MINUTE_MS);
};
const day: Act = async (chaos) => {
  await mislead(chaos, 20);
  await move(chaos, chaos.random.between(20, 28) * HOUR_MS);
};

/** Sweeps inquire about requests that are still on their way and that the bank executes later. */
const late: Act = async (chaos) => {
  const outcomes = Array.from({ length: 8 }, () => `late:${chaos.random.between(120, LATEST_SECONDS)}`);
  await chaos.place.server.control('POST', '/bank/script', { outcomes });
  await pause(chaos.random.between(100, 400));
  await move(chaos, chaos.random.between(60, 240) * SECOND_MS);
};

/** Runs a sweep and the charges of five minutes while callers send requests. */
const runDueWork: Act = async (chaos) => {
  const beforeMs = 5 * SECOND_MS;
  const nowMs = await nowMsOf(chaos);
  await move(chaos, (Math.floor(nowMs / SWEEP_EVERY_MS) + 1) * SWEEP_EVERY_MS - beforeMs - nowMs);
  await chaos.place.server.control('POST', '/clock', { by: 'PT8S' });
};

const stopOrStart: Act = async (chaos) => {
  const { place } = chaos;
  const nowMs = await nowMsOf(chaos);
  if (chaos.isStopped) place.journal.outages.push({ fromMs: chaos.stoppedAtMs, toMs: nowMs });
  else chaos.stoppedAtMs = nowMs;
  chaos.isStopped = !chaos.isStopped;
  await place.server.control('POST', '/scheduler', { running: !chaos.isStopped });
};

/** A bank dies, or is in reach again. */
const cutOrMend: Act = async ({ random, lines }) => {
  const line = random.pick(lines);
  await (line?.isCut ? line.mend() : line?.cut());
};

const sweep: Act = async ({ place }) => void (await place.server.control('POST', '/sweep', {}));

const ACTS: readonly (readonly [weight: number, act: Act])[] = [
  [12, misleadBank],
  [12, minutes],
  [3, hours],
  [1, day],
  [7, runDueWork],
  [3, late],
  [2, stopOrStart],
  [6, cutOrMend],
  [1, sweep],
];

/** Makes one act after the other until the signal. An act that a kill interrupts is abandoned. */
export async function wreak(
  place: Place,
  lines: readonly BankLine[],
  seed: number,
  signal: AbortSignal,
): Promise<void> {
  const chaos: Chaos = {
    random: openRandom(seed, 'chaos'),
    place,
    lines,
    startMs: 0,
    isStopped: false,
    stoppedAtMs: 0,
  };
  chaos.startMs = await nowMsOf(chaos);
  let { kills } = place.journal.counts;
  while (!signal.aborted) {
    await pause(chaos.random.between(10, 150));
    await place.server.ready();
    if (kills !== place.journal.counts.kills) {
      kills = place.journal.counts.kills;
      await noteKilledScheduler(chaos);
    }
    await chaos.random.weighted(ACTS)(chaos).catch(ignoreBroken);
  }
  await place.server.ready();
  await noteKilledScheduler(chaos);
}

/** Ends the recorded outage: after its restart the service has a running scheduler. */
async function noteKilledScheduler(chaos: Chaos): Promise<void> {
  if (!chaos.isStopped) return;
  chaos.isStopped = false;
  await chaos.place.server.control('POST', '/scheduler', { running: true }).catch(ignoreBroken);
  const toMs = await nowMsOf(chaos).catch(() => Number.POSITIVE_INFINITY);
  chaos.place.journal.outages.push({ fromMs: chaos.stoppedAtMs, toMs });
}

const ignoreBroken = (error: unknown): void => {
  if (!isBroken(error)) throw error;
};

/** The bank answers slowly, so that calls are at the bank at the time of a kill. */
const SLOW = Array.from({ length: 20 }, () => 'slow:1200');

/** Kills the service this many times, spread over the operations of the round, each at a random time. */
export async function kill(
  { server, journal }: Place,
  { seed, kills, operations }: { seed: number; kills: number; operations: number },
): Promise<void> {
  const random = openRandom(seed, 'kills');
  const share = operations / (kills + 1);
  for (let at = 1; at <= kills; at += 1) {
    const threshold = Math.floor((at - random.below(100) / 100) * share + share / 2);
    while (journal.counts.operations < Math.min(threshold, operations)) await pause(5);
    if (random.chance(0.5)) await server.control('POST', '/bank/script', { outcomes: SLOW });
    await pause(random.below(500));
    await server.killAndRestart();
    journal.counts.kills += 1;
  }
}
