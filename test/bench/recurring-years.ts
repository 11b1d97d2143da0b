// Measures how long years of recurring payments take on this machine: a developer who tries the service moves
// its clock and waits for every charge on the way. Run: node test/bench/recurring-years.ts
import '../../lib/help.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, openHarness } from '../harness/harness.ts';

const MONTHS_OF_TEN_YEARS = 120;
const COUNT = 100;
const AT_MOST_SECONDS = 10;
/** Two charges are approved, one after one decline, two at once, one after two declines. */
const SIX_MONTHS = [
  'approve',
  'approve',
  'decline:51',
  'approve',
  'approve',
  'approve',
  'decline:05',
  'decline:61',
  'approve',
];

const print = (text: string) => void process.stdout.write(`${text}\n`);
const harness = await openHarness({ startAt: new Date('2026-01-01T00:00:00Z') });
const { service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);

/** Moves the clock, prints the time that it took and returns it in seconds. */
async function time(name: string, ms: number, expectedSales: number): Promise<number> {
  const before = service.bank.ledger().length;
  const startedMs = performance.now();
  await moveBy(ms);
  const seconds = (performance.now() - startedMs) / 1000;
  const sales = service.bank.ledger().length - before;
  if (sales !== expectedSales) throw new Error(`${name}: ${sales} sales instead of ${expectedSales}.`);
  const each = `${((seconds * 1000) / sales).toFixed(1)} ms each`;
  print(
    `${name.padEnd(44)}${seconds.toFixed(1).padStart(6)} s ${String(sales).padStart(6)} charges, ${each}`,
  );
  return seconds;
}

const tomorrow = () => new Date(Math.ceil(now().getTime() / DAY) * DAY + DAY + 9 * HOUR).toISOString();

const { id } = await driver.create({ startDate: tomorrow(), maxPaymentCount: MONTHS_OF_TEN_YEARS });
const script = Array.from({ length: MONTHS_OF_TEN_YEARS / 6 }, () => SIX_MONTHS).flat();
service.bank.script(script);
await time('ten years of a monthly plan with failures', 10 * 366 * DAY, script.length);
await driver.checkBooks(id);

const ids = [];
const terms = { customerId: await driver.customer(), startDate: tomorrow(), maxPaymentCount: 12 };
for (let at = 0; at < COUNT; at += 1) ids.push((await driver.create(terms)).id);
const seconds = await time(`${COUNT} recurring payments through twelve months`, 366 * DAY, COUNT * 12);
for (const one of ids) await driver.checkBooks(one);

await harness.close();
process.exitCode = seconds < AT_MOST_SECONDS ? 0 : 1;
