// Measures the cost of one merchant with a dead or slow server for 99 others. Capture and delivery are the
// deployed handlers with the real sender, the table is the embedded one, servers are on this machine. The
// stream and the queue between the functions are modelled in stream.ts and delivery-queue.ts. Run:
// npm run bench -- --webhooks
import '../../../lib/help.ts';
import './patient-calls.ts';
import { MOST_DUE_SHARDS } from '#store/table/due-shards.ts';
import { openHarness } from '../../harness/harness.ts';
import { p99AtFullScale } from './full-scale.ts';
import { type Isolation, measureIsolation } from './isolation.ts';
import { paidOrders } from './paid-orders.ts';

const SECONDS = 60;
const AT_MOST_TIMES = 1.2;

/**
 * The shares of one merchant in all events. The bound is for one of a hundred equal merchants. One with a
 * third of all events holds more executions in the first seconds, until its webhook is marked as slow.
 */
const SHARES = [
  { itsShare: 0.01, what: 'a hundredth of all events', isJudged: true },
  { itsShare: 1 / 3, what: 'a third of all events', isJudged: false },
] as const;
const HURT = ['hangs', 'answers 500', 'takes 10 s'] as const;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const harness = await openHarness({ dueShards: MOST_DUE_SHARDS });
const pay = await paidOrders(harness);

function printIsolation({ events, p50, p99, mostRunning }: Isolation, isJudged: boolean): boolean {
  const times = p99[1] / p99[0];
  const isBounded = times <= AT_MOST_TIMES;
  const ms = ([well, other]: readonly [number, number]) => `${well.toFixed(0)} and ${other.toFixed(0)} ms`;
  print(`    ${events} events of the others, p50 ${ms(p50)}, p99 ${ms(p99)}`);
  const judged = `${times.toFixed(2)} times${isBounded || !isJudged ? '' : ': TOO MUCH'}`;
  print(`    p99 ${judged}; executions ${mostRunning.join(' and ')}`);
  return isBounded || !isJudged;
}

print('Delays of the others without it and with it, in services that run beside each other:');
let isAllBounded = true;
for (const { itsShare, what, isJudged } of SHARES) {
  for (const hurt of HURT) {
    print(`  one with ${what} ${hurt}:`);
    // A merchant with a hundredth of the events has few bad calls, so it is measured longer.
    const seconds = isJudged ? 3 * SECONDS : SECONDS;
    const measured = await measureIsolation(harness, pay, { hurt, itsShare, seconds });
    isAllBounded = printIsolation(measured, isJudged) && isAllBounded;
  }
}

print('The same as deployed, calculated: 90 events a second, from the first second of a hanging server on:');
for (const { what, itsShare } of SHARES) {
  for (const minutes of [1, 10]) {
    const { p99, longest } = p99AtFullScale({ eventsASecond: 90, itsShare, minutes });
    const both = p99.map((ms) => ms.toFixed(0)).join(' and ');
    print(`  ${what}, ${minutes} min: p99 ${both} ms, longest ${longest.toFixed(0)} ms`);
  }
}

await harness.close();
process.exit(isAllBounded ? 0 : 1);
