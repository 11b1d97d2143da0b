// `npm run lease`: shows who may move money, and takes that over for this table in this Region
// (docs/recovery.md).
import { explained } from '../operator/aws/aws-refusal.ts';
import { isDeployed, UsageError } from '../operator/service-choice.ts';
import { UNCHANGED } from '../operator/unchanged.ts';
import { command, type Program } from './command.ts';

const showLease = async (now: Date) => (await import('../operator/lease.ts')).showLease(now);

/** What is claimed again after a restore. */
const CLAIMED = ['payment', 'order', 'hosted-page', 'card-tries'] as const;

async function recoverLostTime(formerTable: string, since: string, now: Date) {
  const { formerTableOf, recoverLostTime: recover } = await import('../operator/restore/lost-time.ts');
  return await recover(formerTableOf(formerTable, since, now), now);
}

export const LEASE: Program = {
  name: 'lease',
  does: 'Shows which table in which Region may move money, and moves that to a restored table or a standby.',
  isOfService: true,
  commands: {
    show: command({
      does: 'The table and Region that may move money, and the table of this stage.',
      reads: ['lease'],
      writes: [],
      recorded: 'never',
      run: (_, { now }) => showLease(now),
    }),
    take: command({
      does:
        'Confirmed, only the table and Region of this stage may move money: a restored table, or the standby. ' +
        'The other one moves no money after a minute and a half, and this one begins after two minutes. ' +
        'With --zone it also points the host names of the stage at its APIs in this Region, in the ' +
        'hosted zone of Route 53 with this ID. After a restore, --former-table and --lost-since first claim ' +
        'again what was paid in the lost time, and name what a person must decide. All can be repeated.',
      takes: ['confirm', 'zone', 'former-table', 'lost-since'],
      reads: ['lease', 'table-owner', ...CLAIMED],
      writes: ['lease', 'table-owner', 'host records', ...CLAIMED],
      recorded: 'when confirmed',
      run: async ({ confirm, zone, 'former-table': formerTable, 'lost-since': since }, { now, service }) => {
        if (!formerTable !== !since)
          throw new UsageError('--former-table needs --lost-since, and the reverse.');
        if (!confirm) return { ...(await showLease(now)), ...UNCHANGED };
        // The functions of the table wait by AWS's clock. An emulator has one of its own.
        const isAws = !Object.keys(process.env).some((name) => name.startsWith('AWS_ENDPOINT_URL'));
        if (isDeployed(service) && isAws) {
          await (await import('../operator/aws/aws-clock.ts')).requireAwsClock(now);
        }
        const { takeLease } = await import('../operator/lease.ts');
        // Before the sweep asks the banks: no buyer can pay again for what is claimed by then.
        const lostTime = formerTable && since && (await recoverLostTime(formerTable, since, now));
        const isRepeat = zone !== undefined || formerTable !== undefined;
        const lease = { ...(await takeLease(now, { isRepeat })), ...(lostTime && { lostTime }) };
        if (zone === undefined) return lease;
        const { pointHostNames } = await import('../operator/aws/host-records.ts');
        try {
          return { ...lease, ...(await pointHostNames(zone)) };
        } catch (error) {
          process.exitCode = 1;
          return { ...lease, notPointed: explained(error), next: 'Repeat the command: the lease is taken.' };
        }
      },
    }),
  },
};
