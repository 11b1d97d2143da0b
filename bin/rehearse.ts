// `npm run rehearse`: deploys the service with the CDK's own command line into an emulator of AWS on this
// machine, goes through a merchant's day over the deployed API, and takes everything away again. Ends with 0
// where all was seen, 1 where something was not, 69 where the emulator cannot be had.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOOTSTRAP_REASON } from '../lib/rehearsal/adaptation.ts';
import { EmulatorUnavailable, installEmulator, startEmulator } from '../lib/rehearsal/emulator.ts';
import { travel } from '../lib/rehearsal/journey.ts';
import { type MerchantKeys, openMerchant } from '../lib/rehearsal/merchant.ts';
import { openOperator } from '../lib/rehearsal/operator.ts';
import { openRecord } from '../lib/rehearsal/record.ts';
import { openBank } from '../lib/rehearsal/simulated-bank.ts';
import { openStage } from '../lib/rehearsal/stage.ts';

/** `EX_UNAVAILABLE` of sysexits.h. */
const UNAVAILABLE = 69;
const LONGEST_MS = 170_000;

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => interruption.abort(new Error(`interrupted by ${name}`)));
}

async function rehearse(folder: string): Promise<void> {
  const signal = AbortSignal.any([interruption.signal, AbortSignal.timeout(LONGEST_MS)]);
  const record = openRecord(console.log);
  const emulator = await record.step(
    'The emulator starts',
    () => startEmulator(folder, signal),
    ({ endpoint }) => `MiniStack at ${endpoint}, permissions enforced`,
  );
  const { bank, pos, close } = await openBank();
  try {
    const stage = openStage(emulator.endpoint, folder, signal);
    const { changes } = await record.step(
      'The app is synthesised',
      () => stage.synthesise(),
      ({ resources }) => `${resources} resources`,
    );
    const outputs = await record.step(
      'The stacks are deployed',
      () => stage.deploy(),
      ({ BaseUrl }) => `${BaseUrl}`,
    );
    const keys = await record.step(
      'A merchant is created on the command line',
      async () => {
        const options = ['create', '--name', 'Kahve Dükkânı', '--pos', '-'];
        return JSON.parse(
          await stage.operate('bin/merchant.ts', options, JSON.stringify(pos)),
        ) as MerchantKeys;
      },
      ({ merchantId }) => merchantId,
    );
    const merchant = openMerchant(keys, outputs, emulator.endpoint);
    const operator = openOperator(emulator.endpoint, folder, outputs, signal);
    await travel({ record, merchant, operator, bank, signal });
    await record.step(
      'The stacks are destroyed',
      () => stage.destroy(),
      () => 'by cdk destroy --all',
    );
    console.log(
      `\n${record.rows().length} steps seen. Deployed as synthesised, but for the emulator's sake:`,
    );
    for (const [reason, count] of changes) console.log(`- ${reason} (${count} resources)`);
    console.log(`- ${BOOTSTRAP_REASON}`);
  } finally {
    await close();
    await emulator.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'payment-rehearsal-'));
try {
  await installEmulator(interruption.signal);
  await rehearse(folder);
} catch (error) {
  process.exitCode = error instanceof EmulatorUnavailable ? UNAVAILABLE : 1;
  console.error(error instanceof EmulatorUnavailable ? error.message : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
