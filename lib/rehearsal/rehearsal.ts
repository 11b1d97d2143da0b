// Runs the rehearsal: starts emulator and bank, deploys the stage, runs the steps, destroys the stage, and
// stops everything, also after a failure.
import { strict as assert } from 'node:assert';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import type { Bank } from '../local/bank/bank.ts';
import { type Adapted, BOOTSTRAP_REASON } from './adaptation.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { type MerchantKeys, openMerchant } from './merchant.ts';
import { type Operator, openOperator } from './operator.ts';
import { openRecord, type Record } from './record.ts';
import { openBank } from './simulated-bank.ts';
import { type Outputs, openStage, type Stage } from './stage.ts';
import { runSteps } from './steps/all-steps.ts';

/** An empty folder, the abort signal, and the output. */
type Setting = { folder: string; signal: AbortSignal; print(line: string): void };

/** Throws if a step fails, after printing the errors that the functions logged. */
export async function rehearse({ folder, signal, print }: Setting): Promise<void> {
  const record = openRecord(print);
  const emulator = await record.step(
    'The emulator starts',
    () => startEmulator(folder, signal),
    ({ endpoint }) => `MiniStack at ${endpoint}, enforcing grants of actions on resources`,
  );
  // Requests that wait for a response then fail at once.
  signal.addEventListener('abort', () => void emulator.stop(), { once: true });
  const { bank, pos, close } = await openBank();
  try {
    const stage = openStage(emulator.endpoint, folder, signal);
    const { outputs, adapted } = await deploy(record, stage);
    const operator = openOperator(emulator.endpoint, folder, signal);
    const actors = { record, emulator, stage, outputs, operator, bank, pos };
    await play(actors, signal).catch(async (error: unknown) => {
      for (const line of await errorsOf(operator)) print(line);
      throw error;
    });
    print(`\n${record.rows().length} steps. Deployed as synthesised, with changes for the emulator:`);
    for (const [reason, count] of adapted.changes) print(`- ${reason} (${count} resources)`);
    print(`- ${BOOTSTRAP_REASON}`);
  } finally {
    await close();
    await emulator.stop();
  }
}

async function deploy(record: Record, stage: Stage): Promise<{ outputs: Outputs; adapted: Adapted }> {
  const adapted = await record.step(
    'The app is synthesised',
    () => stage.synthesise(),
    ({ resources }) => `${resources} resources`,
  );
  const outputs = await record.step(
    'The stacks are deployed',
    () => stage.deploy(),
    ({ BaseUrl }) => `by cdk deploy --all; ${BaseUrl}`,
  );
  return { outputs, adapted };
}

type Actors = {
  record: Record;
  emulator: Emulator;
  stage: Stage;
  outputs: Outputs;
  operator: Operator;
  bank: Bank;
  pos: AcquirerSettings;
};

async function play(actors: Actors, signal: AbortSignal): Promise<void> {
  const { record, emulator, stage, outputs, operator, bank, pos } = actors;
  const keys = await record.step(
    'A merchant is created on the command line',
    async () => {
      const options = ['create', '--name', 'Kahve Dükkânı', '--pos', '-'];
      const printed = await stage.operate('bin/merchant.ts', options, JSON.stringify(pos));
      return JSON.parse(printed) as MerchantKeys;
    },
    ({ merchantId }) => merchantId,
  );
  const merchant = openMerchant(keys, outputs, emulator.endpoint);
  await runSteps({ record, merchant, operator, bank, signal });
  await record.step(
    'No manual review is open',
    async () => assert.deepEqual(JSON.parse(await stage.operate('bin/review.ts', ['list'], '')), []),
    () => 'npm run review lists nothing',
  );
  await record.step(
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
