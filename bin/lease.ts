// Shows who may move money, and takes that over for this table in this Region (docs/recovery.md).
import { explained } from '../lib/operator/aws/aws-refusal.ts';
import { readCommand, runNamed, SERVICE_OPTIONS, SERVICE_USAGE } from '../lib/operator/command-line.ts';
import { chooseService, isDeployed } from '../lib/operator/service-choice.ts';

const USAGE = `Usage: npm run lease -- COMMAND [options]

  show      the table and Region that may move money, and the table of this stage
  take      --confirm   moves that to the table and Region of this stage: a restored table, or the standby.
            The other one moves no money after a minute and a half, and this one begins after two minutes.
  take      --confirm --zone ID   also points the host names of the stage at its APIs in this Region, in the
            hosted zone of Route 53. It can be repeated.

${SERVICE_USAGE}`;

const { values, optionNames, command } = readCommand(USAGE, {
  ...SERVICE_OPTIONS,
  confirm: { type: 'boolean', default: false },
  zone: { type: 'string' },
});

const UNCHANGED = { next: 'Nothing was changed. Repeat with --confirm.' };

async function show() {
  const now = await chooseService(values);
  return await (await import('../lib/operator/lease.ts')).showLease(now);
}

async function take() {
  if (!values.confirm) return { ...(await show()), ...UNCHANGED };
  const { zone } = values;
  const now = await chooseService(values);
  // The functions of the table wait by AWS's clock. An emulator has one of its own.
  if (isDeployed(values) && !Object.keys(process.env).some((name) => name.startsWith('AWS_ENDPOINT_URL'))) {
    await (await import('../lib/operator/aws/aws-clock.ts')).requireAwsClock(now);
  }
  const { takeLease } = await import('../lib/operator/lease.ts');
  const { recordCommand } = await import('../lib/operator/operator-log.ts');
  await recordCommand('lease take', { values, optionNames }, now);
  const lease = await takeLease(now, { isRepeat: zone !== undefined });
  if (zone === undefined) return lease;
  const { pointHostNames } = await import('../lib/operator/aws/host-records.ts');
  try {
    return { ...lease, ...(await pointHostNames(zone)) };
  } catch (error) {
    process.exitCode = 1;
    return { ...lease, notPointed: explained(error), next: 'Repeat the command: the lease is taken.' };
  }
}

await runNamed(USAGE, command, { show, take });
