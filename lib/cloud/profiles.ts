// What follows from the profile of a deployment, `-c profile=`, and is no option of its own.
import { DUE_SHARDS, MOST_DUE_SHARDS } from '#store/table/due-shards.ts';

export type ProfileName = 'sandbox' | 'small' | 'production';

type Profile = {
  /** Retains table, keys, logs and addresses if a stack is deleted, and protects the table from deletion. */
  production: boolean;
  /** The days for which a daily backup is kept, and a Sunday's four times. Undefined: no backups. */
  backupDays: number | undefined;
  /**
   * `small` has neither dashboard nor incidents nor the alarms of limits that a stage without load does not
   * reach: half the price.
   */
  watch: 'full' | 'small';
  /** X-Ray samples the functions of calls and charges. */
  tracing: boolean;
  /**
   * Every new version gets its calls over a quarter of an hour. In a small stage they would be less than one payment,
   * and show nothing that the hooks have not shown.
   */
  isLarge: boolean;
  /** Availability zones of a fixed egress: with two, one may fail. */
  egressZones: 1 | 2;
  /** What carries calls from the network to banks: NAT gateways, or small servers in their place. */
  egressBy: 'gateway' | 'instance';
  /** The partitions of the index of due rows. */
  dueShards: number;
  /** Requests a second of all merchants, and of all buyers; a burst may be twice as many. */
  apiRate: number;
};

/**
 * `sandbox` is deleted with all it has. `small` is production with few payments: as safe with money and
 * cards, with one zone and one cheap server on the way to banks. `production` survives the loss of a zone.
 */
export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  sandbox: {
    production: false,
    backupDays: undefined,
    watch: 'small',
    tracing: false,
    isLarge: false,
    egressZones: 1,
    egressBy: 'instance',
    dueShards: DUE_SHARDS,
    apiRate: 500,
  },
  small: {
    production: true,
    backupDays: 7,
    watch: 'full',
    tracing: false,
    isLarge: false,
    egressZones: 1,
    egressBy: 'instance',
    dueShards: DUE_SHARDS,
    apiRate: 500,
  },
  production: {
    production: true,
    // The copy of last night, and the one before it if that is bad: a copy costs as the rows do.
    backupDays: 2,
    watch: 'full',
    tracing: true,
    isLarge: true,
    egressZones: 2,
    egressBy: 'gateway',
    dueShards: MOST_DUE_SHARDS,
    // Of the 10,000 that AWS gives both APIs.
    apiRate: 5_000,
  },
};

/** The words with which a stage's name may begin: "live" is not deleted because an option was forgotten. */
const PRODUCTION = ['production', 'prod', 'live'];
const DEVELOPMENT = [
  'sandbox',
  'dev',
  'development',
  'test',
  'qa',
  'uat',
  'staging',
  'demo',
  'preview',
  'ci',
  'rehearsal',
  'local',
];

/**
 * The profile of a stage: the one that is given, or the one that its first word says: `live-eu` is
 * production, `dev-ayse` a sandbox. Throws if that word is unknown and none is given, or if a stage of
 * production would be a sandbox.
 */
export function profileOf(stage: string, profile: ProfileName | undefined): ProfileName {
  const [word = ''] = stage.split('-');
  if (PRODUCTION.includes(word)) {
    if (profile === 'sandbox') throw new Error(`profile: a stage that begins with ${word} is no sandbox`);
    return profile ?? 'production';
  }
  if (profile !== undefined) return profile;
  if (DEVELOPMENT.includes(word)) return 'sandbox';
  throw new Error(
    `stage: ${stage} begins with no known word; production: ${PRODUCTION.join(', ')}; ` +
      `development: ${DEVELOPMENT.join(', ')}; or give profile=${Object.keys(PROFILES).join(', ')}`,
  );
}

/** The stage of a profile that names none. */
export const usualStage = (profile: ProfileName = 'sandbox') =>
  profile === 'sandbox' ? 'sandbox' : 'production';
