// Calculates the cost of the first bad seconds of one merchant's server for the others at the deployed scale,
// which one machine cannot run: the mapping of the queue (lib/cloud/events/delivery-triggers.ts) as
// arithmetic, without functions and table.
//
// As AWS documents it, a mapping reads a queue in five batches at once, adds up to 300 a minute while
// messages are left, and ends at its maximum concurrency. It has run for a minute before. Calls of the first
// two bad seconds keep their executions; after that a message of that merchant is put aside.
import { openRandom } from '../../chaos/random.ts';
import { quantile } from '../start-up.ts';

const STEP_MS = 5;
const GROWTH_MS = 200;
const FIRST_EXECUTIONS = 5;
const MOST_EXECUTIONS = 100;
const IN_A_BATCH = 10;
const BEFORE_MS = 60_000;
/** The time from the claim to the record, for a server that takes 200 ms. */
const [LEAST_CALL_MS, MOST_CALL_MS] = [220, 320];
const BAD_CALL_MS = 15_000;
const NOTED_AFTER_MS = 2_000;
const PUT_ASIDE_MS = 30;
const SEEDS = 20;

type Scale = { eventsASecond: number; itsShare: number; minutes: number };
type Message = { atMs: number; isIts: boolean };

/** The time from event to answer for the other merchants, from the first bad second on. */
function delays({ eventsASecond, itsShare, minutes }: Scale, isBad: boolean, seed: number): number[] {
  const random = openRandom(seed, 'full scale');
  const endMs = BEFORE_MS + minutes * 60_000;
  const found: number[] = [];
  let waiting: Message[] = [];
  let running: number[] = [];
  let executions = FIRST_EXECUTIONS;
  let notedMs = Number.POSITIVE_INFINITY;
  const callMs = (one: Message, nowMs: number): number => {
    if (!isBad || !one.isIts || one.atMs < BEFORE_MS) return random.between(LEAST_CALL_MS, MOST_CALL_MS);
    if (nowMs >= notedMs) return PUT_ASIDE_MS;
    notedMs = Math.min(notedMs, nowMs + NOTED_AFTER_MS);
    return BAD_CALL_MS;
  };
  for (let nowMs = 0; nowMs < endMs || waiting.length > 0; nowMs += STEP_MS) {
    const comes = nowMs < endMs && random.chance((eventsASecond * STEP_MS) / 1000);
    if (comes) waiting.push({ atMs: nowMs, isIts: random.chance(itsShare) });
    running = running.filter((end) => end > nowMs);
    while (waiting.length > 0 && running.length < executions) {
      const batch = waiting.slice(0, IN_A_BATCH);
      waiting = waiting.slice(IN_A_BATCH);
      const ends = batch.map((one) => ({ ...one, end: nowMs + callMs(one, nowMs) }));
      running.push(Math.max(...ends.map(({ end }) => end)));
      for (const { atMs, isIts, end } of ends) if (!isIts && atMs >= BEFORE_MS) found.push(end - atMs);
    }
    if (nowMs % GROWTH_MS === 0 && waiting.length > 0) executions = Math.min(MOST_EXECUTIONS, executions + 1);
  }
  return found;
}

/** Returns p99 without and with the bad server, and the longest delay with it. */
export function p99AtFullScale(scale: Scale): { p99: [well: number, hurt: number]; longest: number } {
  const seeds = Array.from({ length: SEEDS }, (_, seed) => seed + 1);
  const of = (isBad: boolean) => seeds.flatMap((seed) => delays(scale, isBad, seed));
  const [well, hurt] = [of(false), of(true)];
  return {
    p99: [quantile(well, 0.99), quantile(hurt, 0.99)],
    longest: hurt.reduce((most, one) => Math.max(most, one), 0),
  };
}
