// The options of data that must survive: an existing table, existing keys and addresses, a second Region, and
// backups.
import * as z from 'zod';
import { KEY_NAMES, type KeyName } from './key-uses.ts';
import { PROFILES, type ProfileName } from './profiles.ts';
import type { Place } from './reserved-concurrency.ts';

/** The name under which synthesis knows the stream of an existing table. */
export const streamFact = (tableName: string) => `payment:stream:${tableName}`;

/** ARNs of keys by name and version: `card`, `digest`, `digest-2`. */
export type KeyArns = ReadonlyMap<string, string>;

export const keyArnName = (name: KeyName, version: number) => (version === 1 ? name : `${name}-${version}`);

const KEY_ARN = /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/;
const KEY_NAME = new RegExp(`^(?:${KEY_NAMES.join('|')})(?:-[1-9]\\d?)?$`);
const regionOf = (keyArn: string) => keyArn.split(':')[3];

const pairsIn = (text: string) => new Map(text.split(',').map((part) => part.split('=') as [string, string]));

/** `card=arn:...,secrets=arn:...`: each of the five keys. */
const keyArns = z
  .string()
  .transform(pairsIn)
  .refine(
    (arns) => [...arns].every(([name, arn]) => KEY_NAME.test(name) && KEY_ARN.test(arn)),
    'is not a list of keys with their ARNs, such as card=arn:...,digest-2=arn:...',
  )
  .refine((arns) => KEY_NAMES.every((name) => arns.has(name)), `names not each of ${KEY_NAMES.join(', ')}`)
  .refine((arns) => new Set([...arns.values()].map(regionOf)).size === 1, 'has keys of several Regions');
const VERSIONS = /^(digest|merchant)=[1-9]\d?(?:\+[1-9]\d?)*$/;
/** `digest=2+1,merchant=1`: the first version makes new values, the others are still read. */
const keyVersions = z
  .string()
  .refine(
    (text) => text.split(',').every((part) => VERSIONS.test(part)),
    'is not a list of keys with their versions, such as digest=2+1,merchant=1',
  )
  .transform(pairsIn)
  .default(new Map());
/** `true` and `false` also as texts, which is how CDK reads the command line. */
export const flag = z.boolean().or(z.stringbool());
/** Allocation ids of addresses that banks allow-list already, or whether there are addresses at all. */
const fixedEgress = flag.or(
  z
    .string()
    .regex(/^eipalloc-\w+(?:,eipalloc-\w+)*$/, 'is not true, false or a list such as eipalloc-1,eipalloc-2')
    .transform((text) => text.split(',')),
);
const REGION = '[a-z]{2}(?:-[a-z]+)+-\\d';
const tableName = z.string().regex(/^[\w.-]{3,255}$/, 'is not the name of a table');

/** The copy of last night, and the one before it if that is bad. The lock of the vault allows no fewer. */
export const FEWEST_BACKUP_DAYS = 2;

export const DATA_OPTIONS = {
  /** An existing table, which the stage uses instead of its own. */
  tableName: tableName.optional(),
  /** Existing keys, which the stage uses instead of its own; of keys of another Region it makes replicas. */
  keyArns: keyArns.optional(),
  /** Versions of the two HMAC keys. */
  keyVersions,
  /** Calls to banks come from fixed addresses, because banks allow-list them: new ones, or these. */
  fixedEgress: fixedEgress.optional(),
  /**
   * A second Region that gets a replica of the table and may get replicas of the keys, and a third one,
   * without data, so that one of the three may fail and the lease can still be decided.
   */
  standbyRegions: z
    .string()
    .regex(new RegExp(`^${REGION},${REGION}$`), 'is not two Regions, of the replica and of the witness')
    .transform((text) => text.split(',') as [string, string])
    .refine(([replica, witness]) => replica !== witness, 'names one Region twice; the witness is in a third')
    .optional(),
  /** The existing table of the lease. Default: the stage's own; a standby's is that of its `tableName`. */
  leaseTable: tableName.optional(),
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
  profile: ProfileName;
  bankHosts: readonly string[];
  place: Place;
  contextOf: (name: string) => unknown;
};

/** What follows from the options in a stage. Throws if they contradict each other, or one has no effect. */
export function dataOptions(context: z.infer<typeof DATA_CONTEXT>, stage: DataStage) {
  const { ownTable, bankHosts, place, contextOf } = stage;
  const { production, egressZones, backupDays } = PROFILES[stage.profile];
  const { tableName, keyVersions } = context;
  const { fixedEgress = bankHosts.length > 0 } = context;
  const eipAllocationId = Array.isArray(fixedEgress) ? fixedEgress : [];
  const [replicaRegion, witnessRegion] = context.standbyRegions ?? [];
  const problems = [
    bankHosts.length > 0 && fixedEgress === false && 'bankHosts: the names are limited in a network only',
    tableName === ownTable && !production && 'tableName: a sandbox deletes the table of its own name',
    tableName && replicaRegion && 'standbyRegions: an existing table gets replicas where it is managed',
    eipAllocationId.length > 0 &&
      eipAllocationId.length !== egressZones &&
      `fixedEgress: as many addresses as zones are needed: ${egressZones}`,
    context.backupVaultArn && backupDays === undefined && 'backupVaultArn: a sandbox has no backup to copy',
  ].filter((problem) => typeof problem === 'string' && problem !== '');
  if (problems.length > 0) throw new Error(problems.join('; '));
  const { keyArns } = context;
  const areElsewhere =
    place.region !== undefined &&
    [...(keyArns?.values() ?? [])].some((arn) => regionOf(arn) !== place.region);
  return {
    /** Keys that exist here, and keys of another Region of which the stage creates replicas. */
    keyArns: areElsewhere ? undefined : keyArns,
    primaryKeyArns: areElsewhere ? keyArns : undefined,
    digestKeyVersions: versionsIn(keyVersions.get('digest')),
    merchantKeyVersions: versionsIn(keyVersions.get('merchant')),
    fixedEgress: fixedEgress !== false,
    eipAllocationId,
    replicaRegion,
    witnessRegion,
    /** The stream of the existing table, for events. Undefined: it has none. */
    tableStreamArn:
      tableName === undefined ? undefined : (contextOf(streamFact(tableName)) as string | undefined),
  };
}

const versionsIn = (text = '1') => [...new Set(text.split('+').map(Number))];
