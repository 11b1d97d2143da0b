// Measures how the time of four computations grows with their input: a quadratic one would let one request
// occupy a function. Run: node test/bench/scaling.ts
import '../../lib/help.ts';
import { isEmail } from '#domain/customer.ts';
import { duesThrough } from '#domain/recurring-payment/billing-period.ts';
import { planOf } from '#domain/recurring-payment/plan.ts';
import { previewCharges } from '#domain/recurring-payment/planned-terms.ts';
import { readJsonBody } from '#http/body/body.ts';
import { at, termsOf } from '../domain/recurring-payment/recurring-payment-builder.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** The fastest of ten runs in milliseconds: it depends least on the load of the machine. */
function fastestMs(run: () => unknown): number {
  const durations = Array.from({ length: 10 }, () => {
    const startedMs = performance.now();
    run();
    return performance.now() - startedMs;
  });
  return Math.min(...durations);
}

const UNITS = ['"', '\\', '[', '{', '"a":', '{"a":', '""', ':', '\\"'];

function readBodies(length: number): void {
  const keys = Array.from({ length: length / 10 }, (_, index) => `"k${index}":1`);
  const bodies = UNITS.map((unit) => unit.repeat(Math.floor(length / unit.length)));
  for (const body of [...bodies, `{${keys.join(',')}}`]) {
    try {
      readJsonBody({ body, isBase64Encoded: false, contentType: 'application/json' });
    } catch {
      // Most of them are refused; only the time counts.
    }
  }
}

const emailsOf = (length: number) => [
  `${'a.'.repeat(length)}@x`,
  `a@${'a.'.repeat(length)}`,
  `a@${'a-'.repeat(length)}!.com`,
];

const plan = planOf(termsOf({ frequency: 'daily', timeZone: 'America/New_York' }));
const daily = {
  anchorMs: Date.UTC(2026, 0, 31, 9),
  frequency: 'daily',
  frequencyInterval: 1,
  timeZone: 'Europe/Istanbul',
} as const;

type Growth = {
  name: string;
  small: number;
  large: number;
  /** A limit between the ratio of a computation that scales well and that of the next worse class. */
  mostTimes: number;
  run: (size: number) => unknown;
};
const GROWTHS: Growth[] = [
  { name: 'a hostile body, characters', small: 4_000, large: 64_000, mostTimes: 80, run: readBodies },
  {
    name: 'a hostile e-mail address, characters',
    small: 2_000,
    large: 32_000,
    mostTimes: 80,
    run: (length) => emailsOf(length).filter(isEmail),
  },
  {
    name: 'a preview, charges',
    small: 40,
    large: 400,
    mostTimes: 40,
    run: (limit) => previewCharges(plan, { nowMs: at('2026-01-01'), limit }),
  },
  {
    name: 'the newest due date, years',
    small: 1,
    large: 7_973,
    mostTimes: 10,
    run: (years) => Array.from({ length: 100 }, () => duesThrough(daily, Date.UTC(2026 + years, 0, 31))),
  },
];

for (const { name, small, large, mostTimes, run } of GROWTHS) {
  const times = fastestMs(() => run(large)) / fastestMs(() => run(small));
  const isBounded = times <= mostTimes;
  const figures = `${times.toFixed(1)} times as long, at most ${mostTimes}`;
  print(`${name.padEnd(38)}${small} to ${large}: ${figures}${isBounded ? '' : ': TOO MUCH'}`);
  if (!isBounded) process.exitCode = 1;
}
