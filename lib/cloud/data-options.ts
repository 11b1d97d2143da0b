// The options of data that must survive: an existing table, existing keys and addresses, a second Region, and
// backups.
import * as z from 'zod';
import { KEY_NAMES, type KeyName } from './key-uses.ts';

/** ARNs of keys by name and version: `card`, `digest`, `digest-2`. */
export type KeyArns = ReadonlyMap<string, string>;

export const keyArnName = (name: KeyName, version: number) => (version === 1 ? name : `${name}-${version}`);

const KEY_ARN = /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/;
const KEY_NAME = new RegExp(`^(?:${KEY_NAMES.join('|')})(?:-[1-9]\\d?)?$`);

/** `card=arn:...,secrets=arn:...`: each of the five keys. */
const keyArns = z
  .string()
  .transform((text) => new Map(text.split(',').map((part) => part.split('=') as [string, string])))
  .refine(
    (arns) => [...arns].every(([name, arn]) => KEY_NAME.test(name) && KEY_ARN.test(arn)),
    'is not a list of keys with their ARNs, such as card=arn:...,digest-2=arn:...',
  )
  .refine((arns) => KEY_NAMES.every((name) => arns.has(name)), `names not each of ${KEY_NAMES.join(', ')}`);
const allocationIds = z
  .string()
  .regex(/^eipalloc-\w+(?:,eipalloc-\w+)*$/, 'is not a list of allocation ids, such as eipalloc-1')
  .transform((text) => text.split(','))
  .default([]);
/** `true` and `false` also as texts, which is how CDK reads the command line. */
export const flag = z.boolean().or(z.stringbool());

const region = z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'is not a Region');
const tableName = z.string().regex(/^[\w.-]{3,255}$/, 'is not the name of a table');

/** The copy of last night, and the one before it if that is bad. The lock of the vault allows no fewer. */
export const FEWEST_BACKUP_DAYS = 2;
const BACKUP_DAYS = 7;

export const DATA_OPTIONS = {
  /** An existing table and existing keys, which the stage uses instead of its own. */
  tableName: tableName.optional(),
  /** The stream of that table, for events. Default: what DynamoDB says, by `bin/cloud.ts`. */
  tableStreamArn: z
    .string()
    .regex(/^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/\S+$/, 'is not the ARN of a stream')
    .optional(),
  keyArns: keyArns.optional(),
  /** Keys of another Region of which the stage creates replicas, instead of keys of its own. */
  primaryKeyArns: keyArns.optional(),
  /** Allocation ids of addresses that banks allow-list already: one for each zone of the network. */
  eipAllocationId: allocationIds,
  /** The availability zones of a fixed egress. Default: two in production, so that one may fail. */
  egressZones: z.coerce
    .number()
    .pipe(z.literal([1, 2], 'is neither 1 nor 2'))
    .optional(),
  /** What carries calls from the network to banks: NAT gateways, or small servers in their place. */
  egressBy: z.literal(['gateway', 'instance'], 'is neither gateway nor instance').default('gateway'),
  /** KMS is reached inside the network instead of through its NAT gateway. */
  kmsEndpoint: flag.default(false),
  /** A second Region that gets a replica of the table and may get replicas of the keys. */
  replicaRegion: region.optional(),
  /** A third Region, without data, so that one of the three may fail and the lease can still be decided. */
  witnessRegion: region.optional(),
  /** The existing table of the lease. Default: the stage's own; a standby's is that of its `tableName`. */
  leaseTable: tableName.optional(),
  /** A daily backup of the table into a locked vault. Default: in production only. */
  backup: flag.optional(),
  /** The days for which a daily backup is kept, and a Sunday's four times. Default: seven, if large two. */
  backupDays: z.coerce
    .number()
    .int('is not a whole number')
    .min(FEWEST_BACKUP_DAYS, `is below ${FEWEST_BACKUP_DAYS}`)
    .max(28, 'is above 28')
    .optional(),
  /** The vault of another account that gets a copy of each backup. */
  backupVaultArn: z
    .string()
    .regex(/^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:[\w-]+$/, 'is not the ARN of a backup vault')
    .optional(),
  /** The months after which the rows of pages end (hosted-page.md 3.10). */
  pagesKeptMonths: z.coerce
    .number()
    .int('is not a whole number')
    .min(3, 'is below 3')
    .max(120, 'is above 120')
    .default(13),
} as const;
const DATA_CONTEXT = z.object(DATA_OPTIONS);

type DataStage = {
  ownTable: string;
  production: boolean;
  isLarge: boolean;
  fixedEgress: boolean;
  bankHosts: readonly string[];
};

/** The defaults that depend on the stage. Throws if options contradict each other, or one has no effect. */
export function dataOptions(context: z.infer<typeof DATA_CONTEXT>, stage: DataStage) {
  const { production, isLarge, fixedEgress, ownTable } = stage;
  const { tableName, keyArns, primaryKeyArns, eipAllocationId, replicaRegion, witnessRegion } = context;
  const { egressZones = production ? 2 : 1, backup = production, tableStreamArn, kmsEndpoint } = context;
  const problems = [
    tableName === ownTable && !production && 'tableName: a sandbox deletes the table of its own name',
    tableStreamArn &&
      !tableStreamArn.includes(`:table/${tableName}/`) &&
      'tableStreamArn: it is the stream of the table that tableName takes in',
    tableName && replicaRegion && 'replicaRegion: an existing table gets replicas where it is managed',
    (replicaRegion === undefined) !== (witnessRegion === undefined) &&
      'replicaRegion and witnessRegion: the lease of two Regions needs a third one as its witness',
    witnessRegion &&
      witnessRegion === replicaRegion &&
      'witnessRegion: the replica is there; the witness is in a third Region',
    keyArns && primaryKeyArns && 'keyArns: the keys exist here or are replicas of primaryKeyArns, not both',
    eipAllocationId.length > 0 &&
      eipAllocationId.length !== egressZones &&
      `eipAllocationId: as many addresses as zones are needed: ${egressZones}`,
    eipAllocationId.length > 0 && !fixedEgress && 'eipAllocationId: only a fixedEgress has addresses',
    context.egressBy === 'instance' && !fixedEgress && 'egressBy: only a fixedEgress has a network',
    context.egressBy === 'instance' &&
      stage.bankHosts.length > 0 &&
      'egressBy: with bankHosts a server could not look up where its software is; use gateways',
    kmsEndpoint && !fixedEgress && 'kmsEndpoint: only a fixedEgress has a network',
    context.backupVaultArn && !backup && 'backupVaultArn: there is no backup to copy',
  ].filter((problem) => typeof problem === 'string' && problem !== '');
  if (problems.length > 0) throw new Error(problems.join('; '));
  const backupDays = context.backupDays ?? (isLarge ? FEWEST_BACKUP_DAYS : BACKUP_DAYS);
  return { egressZones, backup, backupDays };
}
