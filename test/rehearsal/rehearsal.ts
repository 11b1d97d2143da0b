// Runs the rehearsal: starts emulator and bank, deploys the stage, runs the steps, destroys the stage, and
// stops everything, even after a failure.
import { strict as assert } from 'node:assert';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { SCOPES } from '#domain/scope.ts';
import type { Bank } from '../../lib/local/bank/bank.ts';
import { type Adapted, BOOTSTRAP_REASON } from './adaptation.ts';
import type { Deadline } from './deadline.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { type MerchantKeys, openMerchant } from './merchant.ts';
import { type Operator, openOperator } from './operator.ts';
import { openReport, type Report } from './report.ts';
import { openBank } from './simulated-bank.ts';
import { type Outputs, openStage, type Place, STAGE, type Stage } from './stage.ts';
import { runSteps } from './steps/all-steps.ts';
import { restoreDrifted } from './steps/drift-steps.ts';
import { typePages } from './steps/page-steps.ts';
import { ALL_STAGES, rehearseVariants } from './variants.ts';

/** `folder` is an empty folder. */
type RehearsalOptions = {
  folder: string;
  signal: AbortSignal;
  deadline: Deadline;
  /** Also runs steps that take minutes: an update, a rollback, a second stage, production. */
  isAll: boolean;
  print(line: string): void;
};

/** Throws if a step fails, and prints the errors that the functions logged. */
export async function rehearse(options: RehearsalOptions): Promise<void> {
  const { folder, signal, print, isAll } = options;
  const report = openReport(print);
  const emulator = await report.step(
    'The emulator starts',
    () => startEmulator(folder, signal),
    ({ endpoint }) => `MiniStack at ${endpoint}, enforcing grants of actions on resources`,
  );
  // Requests that wait for a response then fail immediately.
  signal.addEventListener('abort', () => void emulator.stop(), { once: true });
  const { bank, pos, close } = await openBank();
  try {
    const place = { endpoint: emulator.endpoint, folder, signal };
    const stage = openStage(place, STAGE, WORDS);
    const { outputs, adapted } = await deploy(report, stage, options);
    const operator = openOperator(place);
    const context = { report, emulator, stage, outputs, operator, bank, pos };
    await runStage(context, { place, isAll }).catch(async (error: unknown) => {
      for (const line of await errorsOf(operator)) print(line);
      throw error;
    });
    print(`\n${report.rows().length} steps. Deployed as synthesised, with changes for the emulator:`);
    for (const [reason, count] of adapted.changes) print(`- ${reason} (${count} resources)`);
    print(`- ${BOOTSTRAP_REASON}`);
  } finally {
    await close();
    await emulator.stop();
  }
}

async function deploy(
  report: Report,
  stage: Stage,
  { deadline, isAll }: RehearsalOptions,
): Promise<{ outputs: Outputs; adapted: Adapted }> {
  const startedMs = performance.now();
  const adapted = await report.step(
    'The app is synthesised',
    () => stage.synthesise(),
    ({ resources }) => `${resources} resources`,
  );
  deadline.follow(performance.now() - startedMs, isAll ? ALL_STAGES : 1);
  const outputs = await report.step(
    'The stacks are deployed',
    async () => {
      await stage.bootstrap();
      return await stage.deploy();
    },
    ({ BaseUrl }) => `by cdk deploy --all; ${BaseUrl}`,
  );
  return { outputs, adapted };
}

/** The emulator does not read a request limit's key from the authorizer, and would refuse every call. */
const WORDS = { merchantRate: '0', alarmTo: 'ops@example.com', reservedConcurrency: 'true' };

type RunContext = {
  report: Report;
  emulator: Emulator;
  stage: Stage;
  outputs: Outputs;
  operator: Operator;
  bank: Bank;
  pos: AcquirerSettings;
};

async function runStage(
  context: RunContext,
  { place, isAll }: { place: Place; isAll: boolean },
): Promise<void> {
  const { report, emulator, stage, outputs, operator, bank, pos } = context;
  const keys = await report.step(
    'A merchant is created on the command line',
    async () => {
      const options = ['create', '--name', 'Kahve Dükkânı', '--pos', '-', '--scopes', SCOPES.join(',')];
      const printed = await stage.operate('bin/merchant.ts', options, JSON.stringify(pos));
      return JSON.parse(printed) as MerchantKeys;
    },
    ({ merchantId }) => merchantId,
  );
  const merchant = openMerchant(keys, outputs, emulator.endpoint);
  const { signal } = place;
  const stored = await runSteps({ report, merchant, operator, bank, endpoint: emulator.endpoint, signal });
  await report.step(
    'No manual review is open',
    async () => assert.deepEqual(JSON.parse(await stage.operate('bin/review.ts', ['list'], '')), []),
    () => 'npm run review lists nothing',
  );
  await restoreDrifted({ report, stage, outputs, operator, endpoint: emulator.endpoint });
  if (isAll) await rehearseVariants({ report, merchant, stage, outputs, place, pos, bank, stored });
  await typePages({ report, place, outputs });
  await report.step(
    'The stacks are destroyed',
    () => stage.destroy(),
    () => 'by cdk destroy --all',
  );
}

const SHOWN_ERRORS = 5;

/** The newest errors that functions logged; empty if the logs cannot be read. */
async function errorsOf(operator: Operator): Promise<readonly string[]> {
  const lines = await operator.logLines().catch(() => []);
  return lines.filter((line) => line.includes('"level":"error"')).slice(-SHOWN_ERRORS);
}
