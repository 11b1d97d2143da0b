// What every function weighs, takes to load, does by itself, asks of others, and costs. Prints the table and
// renews it in docs/costs.md and what the README tells of it. Run: npm run bench
import { bundleFunctions } from '../../lib/cloud/function/bundle.ts';
import {
  type DeployedFunction,
  functionsOf,
  ROUTE_TABLE,
} from '../../lib/cloud/function/deployed-function.ts';
import { MEMORY_MB } from '../../lib/cloud/function/endpoint-function.ts';
import { publish, renewReadme } from '../harness/cost-table.ts';
import { type Cost, costOf, counted } from '../harness/costs.ts';
import { openHarness } from '../harness/harness.ts';
import { callsOf, type PreparedCall } from './calls.ts';
import { bareCalls, FLOOR, STEPS } from './ladder.ts';
import { PRICE_TABLE, usdPerMillion } from './prices.ts';
import { quantile, startUpMs } from './start-up.ts';

const START_ROUNDS = 25;
const WARMING_CALLS = 30;
const MEASURED_CALLS = 50;

type Weight = { bytes: number; startUp: number };
type Measured = Cost & { logBytes: number };

async function weigh(doors: readonly DeployedFunction[]): Promise<(entry: string) => Weight> {
  const bundles = await bundleFunctions([...STEPS.keys(), ...doors.map(({ entry }) => entry)]);
  const times = startUpMs(bundles, START_ROUNDS);
  const floorMs = times.get(FLOOR) ?? Number.NaN;
  return (entry) => ({
    bytes: bundles.find((bundle) => bundle.entry === entry)?.bytes ?? Number.NaN,
    startUp: (times.get(entry) ?? Number.NaN) / floorMs,
  });
}

/**
 * What is counted is the same each time. Of the own times the first decile: what a call takes while nothing
 * else wants the processor, however busy the machine is.
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
    ownMs: quantile(
      warm.map(({ ownMs }) => ownMs),
      0.1,
    ),
  };
}

function lineOf({ name, kind }: DeployedFunction, { bytes, startUp }: Weight, measured: Measured): string {
  const { ownMs, rounds, kmsCalls, bankCalls, readUnits, writeUnits } = measured;
  const usd = usdPerMillion({ ...measured, kind, memoryMb: MEMORY_MB[kind] });
  const weight = [Math.ceil(bytes / 1000), startUp.toFixed(2), ownMs.toFixed(1)];
  const asked = [rounds, kmsCalls, bankCalls, readUnits, writeUnits];
  return `| ${[`\`${name}\``, ...weight, ...asked, usd.toFixed(2)].join(' | ')} |`;
}

const HEAD = [
  '| Function | KB | Start-up | Own ms | Round trips | KMS | Bank | Read | Write | USD per million |',
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
];

const STEP_HEAD = ['| Bundle | KB | Start-up |', '|---|--:|--:|'];
const BARE_HEAD = ['| A bare call | Own ms |', '|---|--:|'];

const stepLines = (weightOf: (entry: string) => Weight) =>
  [...STEPS].map(([entry, held]) => {
    const { bytes, startUp } = weightOf(entry);
    return `| ${held} | ${Math.ceil(bytes / 1000)} | ${startUp.toFixed(2)} |`;
  });

const print = (text: string) => void process.stdout.write(`${text}\n`);
const doors = functionsOf(ROUTE_TABLE);
const weightOf = await weigh(doors);
const harness = await openHarness({ around: counted, triggerDelivery: () => 'drop' });
const calls = await callsOf(harness);
const lines: string[] = [];
for (const door of doors) {
  const prepare = calls[door.name];
  if (prepare === undefined) throw new Error(`Say in test/bench/calls.ts how ${door.name} is called.`);
  const measured = await measure(door.name, prepare, harness.logs);
  lines.push(lineOf(door, weightOf(door.entry), measured));
  print(lines.at(-1) ?? '');
}
const bareLines: string[] = [];
for (const [name, prepare] of Object.entries(bareCalls(harness.service.baseUrl))) {
  const { ownMs } = await measure(name, prepare, harness.logs);
  bareLines.push(`| ${name} | ${ownMs.toFixed(1)} |`);
}
await harness.close();
publish('Functions', [...HEAD, ...lines].join('\n'));
publish('What start-up is made of', [...STEP_HEAD, ...stepLines(weightOf)].join('\n'));
publish('What own time is made of', [...BARE_HEAD, ...bareLines].join('\n'));
publish('Prices', PRICE_TABLE);
renewReadme();
