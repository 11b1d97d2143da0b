// What a function is told by its environment. One list, so that a deployment that forgot one fails at the
// first call with the name of what is missing.

export const SETTINGS = [
  /** Which deployment this is: a dimension of every metric. */
  'STAGE',
  'TABLE_NAME',
  /** Without a slash at the end: where merchants call the API. */
  'BASE_URL',
  /** Without a slash at the end: where buyers open hosted pages. */
  'PAY_URL',
  'CARD_KEY_ID',
  'FINGERPRINT_KEY_ID',
  'SECRETS_KEY_ID',
  'DIGEST_KEY_ID',
  'MERCHANT_KEY_ID',
  /** Whom the alarms of recurring payments wake, and with which role. */
  'CHARGE_FUNCTION_ARN',
  'SCHEDULER_ROLE_ARN',
  'SCHEDULE_GROUP',
  'SCHEDULE_DEAD_LETTER_ARN',
] as const;
export type SettingName = (typeof SETTINGS)[number];

export function setting(name: SettingName): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}
