// Measures size, start-up, own time, calls and price of every function, prints the table and renews it in
// docs/costs.md, with all that tests count there. Run: npm run bench, before a release; with names of functions
// (customer-show) it renews only their rows.
import { execFileSync } from 'node:child_process';
import { bundleFunctions } from '../../lib/cloud/function/bundle.ts';
import {
  type DeployedFunction,
  functionsOf,
  ROUTE_TABLE,
} from '../../lib/cloud/function/deployed-function.ts';
import { memoryMbOf } from '../../lib/cloud/function/endpoint-function.ts';
import { usdPerMillion } from '../../lib/cost/calls.ts';
import type { LocalOptions } from '../../lib/local/local-options.ts';
import { publish, publishedRowOf } from '../harness/cost-table.ts';
import { type Cost, costOf, counted } from '../harness/costs.ts';
import { openHarness } from '../harness/harness.ts';
import { callsOf } from './calls.ts';
import { bareCalls, FLOOR, STEPS, WHOLE_FLOOR } from './ladder.ts';
import type { PreparedCall } from './prepared-call.ts';
import { quantile, startUpMs } from './start-up.ts';

const START_ROUNDS = 25;
const WARMING_CALLS = 30;
const MEASURED_CALLS = 50;

type BundleFigures = { bytes: number; startUp: number };
type Measured = Cost & { logBytes: number };

async function measureBundles(
  functions: readonly DeployedFunction[],
): Promise<(entry: string) => BundleFigures> {
  const steps = [...STEPS.keys()].filter((entry) => entry !== WHOLE_FLOOR);
  const [whole] = await bundleFunctions([FLOOR], { isSlim: false });
  const bundles = [
    ...(await bundleFunctions([...steps, ...functions.map(({ entry }) => entry)])),
    ...(whole ? [{ ...whole, entry: WHOLE_FLOOR }] : []),
  ];
  const times = startUpMs(bundles, START_ROUNDS);
  const floorMs = times.get(FLOOR) ?? Number.NaN;
  return (entry) => ({
    bytes: bundles.find((bundle) => bundle.entry === entry)?.bytes ?? Number.NaN,
    startUp: (times.get(entry) ?? Number.NaN) / floorMs,
  });
}

/**
 * The counts are the same for each call. Of the own times it returns the first decile, which is the time of a
 * call while no other process uses the processor.
 */
async function measure(name: string, prepare: PreparedCall, logs: readonly string[]): Promise<Measured> {
  const measured: Measured[] = [];
  for (let call = 0; call < WARMING_CALLS + MEASURED_CALLS; call += 1) {
    const run = await prepare();
    const logged = logs.length;
    const cost = await costOf(run, name);
    const logBytes = logs.slice(logged).reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    measured.push({ ...cost, logBytes });
  }
  const warm = measured.slice(WARMING_CALLS);
  const [last] = warm.slice(-1);
  if (last === undefined) throw new Error(`${name} was not called.`);
  return {
    ...last,
    rounds: Math.min(...warm.map(({ rounds }) => rounds)),
    ownMs: quantile(
      warm.map(({ ownMs }) => ownMs),
      0.1,
    ),
  };
}

function lineOf(deployed: DeployedFunction, { bytes, startUp }: BundleFigures, measured: Measured): string {
  const { name, kind } = deployed;
  const { ownMs, rounds, kmsCalls, bankCalls, readUnits, writeUnits } = measured;
  const usd = usdPerMillion({ ...measured, kind, memoryMb: memoryMbOf(deployed) });
  const figures = [Math.ceil(bytes / 1000), startUp.toFixed(2), ownMs.toFixed(1)];
  const calls = [rounds, kmsCalls, bankCalls, readUnits, writeUnits];
  return `| ${[`\`${name}\``, ...figures, ...calls, usd.toFixed(2)].join(' | ')} |`;
}

const COUNTING_TESTS = [
  [
    'lib/cost/payment',
    'background/capture.costs',
    'background/deliver/costs',
    'store/table/partition-writes',
  ],
  ['lib/cloud/standing-costs', 'harness/cost-table'],
].map((tests) => tests.map((test) => `test/${test}.test.ts`));

const HEAD = [
  '| Function | KB | Start-up | Own ms | Round trips | KMS | Bank | Read | Write | USD per million |',
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
];

const stepLines = (bundleFiguresOf: (entry: string) => BundleFigures) =>
  [...STEPS].map(([entry, held]) => {
    const { bytes, startUp } = bundleFiguresOf(entry);
    return `| ${held} | ${Math.ceil(bytes / 1000)} | ${startUp.toFixed(2)} |`;
  });

const print = (text: string) => void process.stdout.write(`${text}\n`);
const functions = functionsOf(ROUTE_TABLE);
const named = process.argv.slice(2);
const measuredOnes = functions.filter(({ name }) => named.length === 0 || named.includes(name));
const bundleFiguresOf = await measureBundles(measuredOnes);
const options: Partial<LocalOptions> = { around: counted, triggerDelivery: () => 'drop' };
const lines = new Map(functions.map(({ name }) => [name, publishedRowOf(name)]));
for (const deployed of measuredOnes) {
  // A service of its own: a call reads what the calls of other functions have left.
  const harness = await openHarness(options);
  const prepare = (await callsOf(harness))[deployed.name];
  if (prepare === undefined) throw new Error(`Add a call of ${deployed.name} to test/bench/calls.ts.`);
  const measured = await measure(deployed.name, prepare, harness.logs);
  await harness.close();
  const line = lineOf(deployed, bundleFiguresOf(deployed.entry), measured);
  lines.set(deployed.name, line);
  print(line);
}
publish('Functions', [...HEAD, ...[...lines.values()].filter(Boolean)].join('\n'));
if (named.length === 0) {
  await printParts();
  publishCounted();
}

/** The parts of start-up and of own time, for who looks for what makes a function slow. */
async function printParts(): Promise<void> {
  for (const line of stepLines(bundleFiguresOf)) print(line);
  const harness = await openHarness(options);
  for (const [name, prepare] of Object.entries(bareCalls(harness.service.baseUrl))) {
    const { ownMs } = await measure(name, prepare, harness.logs);
    print(`| ${name} | ${ownMs.toFixed(1)} ms |`);
  }
  await harness.close();
}

/** The tests whose bounds are on the page write what they count; the bill is made of what the first have written. */
function publishCounted(): void {
  const env = { ...process.env, UPDATE_DOCS: '1' };
  for (const tests of COUNTING_TESTS) {
    execFileSync('vitest', ['run', '--project', 'node', '--project', 'cloud', ...tests], {
      env,
      stdio: 'inherit',
    });
  }
}
