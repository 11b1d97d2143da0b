// Measures the whole service as `npm start` runs it: payments on a hosted page and partial refunds a second
// with 1, 4 and 16 callers, p50 and p99, and the processor time of service and engine for each; renews the
// table in docs/costs.md. `npm run bench -- --throughput 10000` instead makes so many payments, and compares
// the last hundred with the first.
import '../../lib/help.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../harness/cost-table.ts';
import { createPage, makeCalls, payPage, refundPart, startWhole, usageOf, type Whole } from './whole.ts';

const CALLERS = [1, 4, 16];
const WARMING = 100;
const MEASURED = 320;
const HUNDRED = 100;
const MOST_GROWTH = 1.2;

const processorMs = ({ process: { pid = 0 } }: Whole) => usageOf([pid]).processorMs;
const pay = async (whole: Whole) => await payPage(await createPage(whole));

async function measure(service: Whole, calls: readonly (() => Promise<unknown>)[], callers: number) {
  const before = processorMs(service);
  const figures = await makeCalls(calls, callers);
  return { ...figures, processor: (processorMs(service) - before) / calls.length };
}

const many = <One>(count: number, one: () => One) => Array.from({ length: count }, () => one);

async function measureCallers(service: Whole): Promise<void> {
  const rows: string[] = [];
  await measure(
    service,
    many(WARMING, () => pay(service)),
    4,
  );
  for (const callers of CALLERS) {
    const references: string[] = [];
    const paid = await measure(
      service,
      many(MEASURED, async () => references.push(await pay(service))),
      callers,
    );
    const refunded = await measure(
      service,
      references.map((one) => () => refundPart(service, one)),
      callers,
    );
    const cells = [paid, refunded].flatMap(({ perSecond, p50, p99, processor }) =>
      [perSecond, p50, p99, processor].map((figure) => Math.round(figure)),
    );
    rows.push(`| ${[callers, ...cells].join(' | ')} |`);
    console.log(rows.at(-1));
  }
  const head = ['Callers', 'Payments a second', 'p50 ms', 'p99 ms', 'CPU ms'];
  const all = [...head, 'Refunds a second', 'p50 ms', 'p99 ms', 'CPU ms'];
  publish(
    'The whole on one machine',
    [`| ${all.join(' | ')} |`, `|${all.map(() => '--:').join('|')}|`, ...rows].join('\n'),
  );
}

/** Compares processor time, on which other load of the machine has little influence. */
async function measureGrowth(service: Whole, payments: number): Promise<void> {
  await measure(
    service,
    many(WARMING, () => pay(service)),
    4,
  );
  const hundreds: Awaited<ReturnType<typeof measure>>[] = [];
  for (let made = 0; made < payments; made += HUNDRED) {
    const figures = await measure(
      service,
      many(HUNDRED, () => pay(service)),
      4,
    );
    hundreds.push(figures);
    if (made % 1000 === 0) console.log(made, figures);
  }
  const [first, last] = [hundreds.at(0)?.processor ?? Number.NaN, hundreds.at(-1)?.processor ?? Number.NaN];
  console.log(`CPU of a payment: first hundred ${first} ms, last hundred ${last} ms`);
  if (!(last <= MOST_GROWTH * first)) process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'throughput-'));
const service = await startWhole(folder);
try {
  const [payments] = process.argv.slice(2).map(Number);
  await (payments === undefined ? measureCallers(service) : measureGrowth(service, payments));
} finally {
  const ended = new Promise((resolve) => service.process.once('exit', resolve));
  service.process.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
