// The environment variables of a function, in one list: if a deployment lacks one, the first call fails with
// its name.

export const SETTINGS = [
  /** The name of the stage: a dimension of every metric. */
  'STAGE',
  'TABLE_NAME',
  /** The table of the lease, without which no money is moved. */
  'LEASE_TABLE_NAME',
  /** The URL of the merchants' API, without a trailing slash. */
  'BASE_URL',
  /** The URL of the hosted pages, without a trailing slash. */
  'PAY_URL',
  /** The digest of the released script of the form, from docs/script-integrity.json. */
  'PAGE_SCRIPT_INTEGRITY',
  'CARD_KEY_ID',
  'FINGERPRINT_KEY_ID',
  'SECRETS_KEY_ID',
  /** One version of the key or several, as domain/key-version.ts reads them. */
  'DIGEST_KEY_ID',
  'MERCHANT_KEY_ID',
  /** The function that charge schedules invoke, and the role that EventBridge Scheduler assumes. */
  'CHARGE_FUNCTION_ARN',
  'SCHEDULER_ROLE_ARN',
  'SCHEDULE_GROUP',
  'SCHEDULE_DEAD_LETTER_ARN',
  /** The number of shards of the index `due` that are written, and of those that the sweep reads: 8/64. */
  'DUE_SHARDS',
  /** The months after which pages end that nobody can use any more. */
  'PAGES_KEPT_MONTHS',
] as const;
export type SettingName = (typeof SETTINGS)[number];

export function setting(name: SettingName): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

/** Settings that few deployments have. */
type OptionalSettingName =
  /** The timeout of one try of an AWS call in milliseconds, for a slow machine. */
  | 'AWS_CALL_TIMEOUT_MS'
  /**
   * The longest pause in milliseconds that the delivering function waits for. The local service sets 0,
   * because it invokes the function at the millisecond at which a row is due.
   */
  | 'DELIVERY_WAITS_MS'
  /** Set in the local service only: events of test accounts may be sent to http://localhost. */
  | 'LOCAL_RECEIVERS'
  /** Set in the local service only: how far its clock, which a developer moves, is ahead of the machine's. */
  | 'CLOCK_AHEAD_MS'
  /** The release of a function that gets new versions step by step. */
  | 'RELEASE'
  /** The calls a second of one merchant, if the stage limits them. */
  | 'MERCHANT_RATE'
  /** The key of a test merchant, with which the canary pays. */
  | 'CANARY_KEY'
  /** The id of that merchant: its payments are not measured, and their rows expire. */
  | 'CANARY_MERCHANT'
  /** Who is told of a problem of security, an address with `mailto:` or `https:`. */
  | 'SECURITY_CONTACT'
  /** Lambda sets it before each call: `Root=1-...;Parent=...;Sampled=0`. */
  | '_X_AMZN_TRACE_ID';

/** True for the merchant whose payments only test the service. */
export const isCanary = (merchantId: unknown): boolean =>
  merchantId !== undefined && merchantId === process.env['CANARY_MERCHANT'];

export const optionalSetting = (name: OptionalSettingName): string | undefined =>
  process.env[name] || undefined;

/** True in the local service. */
export const hasLocalReceivers = (): boolean => optionalSetting('LOCAL_RECEIVERS') !== undefined;

/** How far the service's clock is ahead of those of shops, which judge the age of what they receive. */
export const clockAheadMs = (): number => Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
