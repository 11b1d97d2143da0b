// Creates merchants and API keys from the command line, in the local service or, with AWS credentials, in a
// deployed one. Secrets are printed once and stored nowhere else.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import type { Mode } from '#domain/api-key.ts';
import { defined } from '#domain/defined.ts';
import { SCOPES } from '#domain/scope.ts';
import { readDatetime } from '#domain/time/instant.ts';
import type { MerchantSettings } from '#store/merchant/merchant.ts';
import { joinUsagePlan, leaveUsagePlan } from '../lib/operator/aws/usage-plan.ts';
import { PURGE_OPTIONS, readPurgePlan } from '../lib/operator/card/purge-options.ts';
import { readCommand, runCommand, SERVICE_OPTIONS } from '../lib/operator/command-line.ts';
import {
  createdBy,
  isMerchantCommand,
  type MERCHANT_COMMANDS,
  type NewIds,
  newIds,
} from '../lib/operator/commands.ts';
import { DEFAULT_SETTINGS, readScopes, readVirtualPos } from '../lib/operator/merchant-settings.ts';
import { MERCHANT_USAGE as USAGE } from '../lib/operator/merchant-usage.ts';
import { readBankCode } from '../lib/operator/pos/bank-code.ts';
import {
  isPosCommand,
  POS_OPTIONS,
  type PosCommand,
  runPosCommand,
} from '../lib/operator/pos/pos-commands.ts';
import {
  callLocalService,
  chooseService,
  isDeployed,
  sweepLocally,
  UsageError,
} from '../lib/operator/service-choice.ts';
import { givenSettings, SETTING_OPTIONS } from '../lib/operator/setting-options.ts';

const { values, optionNames, command } = readCommand(USAGE, {
  ...SERVICE_OPTIONS,
  ...SETTING_OPTIONS,
  ...POS_OPTIONS,
  ...PURGE_OPTIONS,
  pos: { type: 'string' },
  merchant: { type: 'string' },
  key: { type: 'string' },
  'api-key': { type: 'string' },
  remove: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  month: { type: 'string' },
  table: { type: 'string' },
  secret: { type: 'string' },
  live: { type: 'boolean', default: false },
  test: { type: 'boolean', default: false },
  expires: { type: 'string' },
  scopes: { type: 'string' },
  'overlap-hours': { type: 'string', default: '24' },
});

function required(name: 'name' | 'merchant' | 'key' | 'pos' | 'secret'): string {
  const value = values[name];
  if (!value) throw new UsageError(`--${name} is needed.`);
  return value;
}

function readPos(): AcquirerSettings {
  const file = required('pos');
  return readVirtualPos(readFileSync(file === '-' ? 0 : file, 'utf8'));
}

/** The mode that the operator gave with `--live` or `--test`; undefined without either. */
function statedMode(): Mode | undefined {
  if (values.live && values.test) throw new UsageError('An account is either live or test.');
  if (values.live) return 'live';
  return values.test ? 'test' : undefined;
}

const LIVE_NEEDS_POS = 'A live account needs a real bank: --pos FILE.';

/** The given virtual POS, whose bank must answer, or a new account at the sandbox's simulated bank. */
async function chooseVirtualPos(now: Date): Promise<AcquirerSettings> {
  const bankUrl = process.env['BANK_URL'];
  const { answering } = await import('../lib/operator/pos/pos-check.ts');
  if (values.pos || !bankUrl) return await answering(readPos(), { isChecked: !values.unchecked });
  if (values.live) throw new UsageError(LIVE_NEEDS_POS);
  const { openAccount } = await import('../lib/bank/deployed/open-account.ts');
  return await openAccount(bankUrl, now);
}

const newSettings = (): MerchantSettings => ({
  ...DEFAULT_SETTINGS,
  ...givenSettings(values),
  name: required('name'),
});

/** Creates a merchant at the local service's own bank. Its first key is a test key that does not expire. */
async function createAtLocalService(): Promise<unknown> {
  if (values.live) throw new UsageError(LIVE_NEEDS_POS);
  if (values.expires || values.scopes !== undefined) {
    throw new UsageError('The local service issues a first key without end and with every scope; use: issue');
  }
  return await callLocalService(values, 'merchant', newSettings());
}

function expiry(now: Date): Date | undefined {
  if (!values.expires) return undefined;
  const reading = readDatetime(values.expires, values['time-zone'] ?? DEFAULT_SETTINGS.timeZone);
  if (reading.kind === 'instant' && reading.atMs > now.getTime()) return new Date(reading.atMs);
  throw new UsageError('--expires must be a future instant: 2027-01-01T00:00:00Z');
}

function overlapHours(): number {
  const text = values['overlap-hours'];
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError('--overlap-hours is a whole number of hours; 0 ends the old key at once.');
}

const keyOptions = (now: Date, { keyId }: NewIds) => ({
  keyId,
  mode: statedMode(),
  expiresAt: expiry(now),
  scopes: values.scopes === undefined ? undefined : readScopes(values.scopes),
});

type OnboardingModule = typeof import('../lib/operator/onboarding.ts');
type OnboardingCommand = (onboarding: OnboardingModule, now: Date, ids: NewIds) => Promise<unknown>;
const signingSecrets = () => import('../lib/operator/signing-secrets.ts');

/** True if the local service creates the merchant, with its ids, at its own bank. */
const isMadeByLocalService = !isDeployed(values) && !values.pos;

const create: OnboardingCommand = async ({ issueKey, onboardMerchant }, now, ids) => {
  const stated = statedMode();
  if (isMadeByLocalService) return await createAtLocalService();
  const settings = newSettings();
  const options = keyOptions(now, ids);
  const bankCode = values.bank === undefined ? undefined : readBankCode(values.bank);
  const acquirer = await chooseVirtualPos(now);
  const mode = (await import('../lib/operator/account-mode.ts')).modeOfNewAccount(acquirer, stated);
  await (await import('../lib/operator/lease.ts')).takeFirstLease(now);
  const merchant = await onboardMerchant({ ...settings, mode, acquirer, bankCode }, now, ids);
  const issued = await issueKey(merchant.merchantId, now, options);
  return { ...merchant, mode, ...issued, ...(await joinUsagePlan(merchant.merchantId)) };
};

const twin: OnboardingCommand = async ({ issueKey, makeTestTwin }, now, ids) => {
  if (values.live) throw new UsageError('A twin is a test account.');
  const options = keyOptions(now, ids);
  const merchant = await makeTestTwin(required('merchant'), await chooseVirtualPos(now), now, ids);
  const issued = await issueKey(merchant.merchantId, now, options);
  return { ...merchant, mode: 'test', ...issued, ...(await joinUsagePlan(merchant.merchantId)) };
};

const list: OnboardingCommand = async ({ digestVersionOf, keysOf }) =>
  (await keysOf(required('merchant'))).map((key) => ({
    keyId: key.keyId,
    kind: key.kind,
    scopes: key.scopes ?? SCOPES,
    lastFour: key.lastFour,
    digestVersion: digestVersionOf(key),
    createdAt: key.createdAt,
    expiresAt: key.expiresAt ?? null,
    revokedAt: key.revokedAt ?? null,
  }));

const revoke: OnboardingCommand = async (_, now) => {
  const [merchantId, revoked] = [required('merchant'), required('key')];
  const { REFUSED_AFTER_MS, revokeAndStop } = await import('../lib/operator/key/revocation.ts');
  const untilRefused = async () => {
    if (!isDeployed(values)) return now;
    console.error('The key works for a minute more. What it makes until then is stopped too.');
    await sleep(REFUSED_AFTER_MS);
    return new Date();
  };
  const revocation = { merchantId, keyId: revoked, keep: values.keep, now, untilRefused };
  const { isLast, ...result } = await revokeAndStop(revocation);
  await sweepLocally(values);
  return { revoked, ...result, ...(isLast && (await leaveUsagePlan(merchantId))) };
};

const budget: OnboardingCommand = async ({ keysOf }) => {
  const merchantId = required('merchant');
  await keysOf(merchantId);
  const done = await (values.remove ? leaveUsagePlan(merchantId) : joinUsagePlan(merchantId));
  if (done.reason !== undefined) throw new Error(done.reason);
  if (done.usagePlan !== undefined) return done;
  throw new UsageError('This deployment does not throttle merchants.');
};

const purge: OnboardingCommand = async (_, now) => {
  const plan = readPurgePlan(values, now);
  return await (await import('../lib/operator/card/card-purge.ts')).purgeCards(plan);
};

const log: OnboardingCommand = async (_, now) => {
  const month = values.month ?? now.toISOString().slice(0, 7);
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) throw new UsageError('--month is a month in UTC: 2026-11.');
  return (await import('../lib/operator/operator-log.ts')).actionsOf(month, values.merchant);
};

/** Changes a merchant. A given virtual POS, or no setting at all, also lifts the holds on its charges. */
const update: OnboardingCommand = async ({ changeMerchant }, now) => {
  const isChecked = !values.unchecked;
  const acquirer = values.pos && { acquirer: readPos(), isMoved: values.moved, isChecked };
  const settings = givenSettings(values);
  const changed = await changeMerchant(required('merchant'), { ...settings, ...acquirer }, now);
  if (!acquirer && Object.keys(settings).length > 0) return changed;
  const { liftHolds } = await import('../lib/operator/hold/merchant-holds.ts');
  const chargesGoOnAt = await liftHolds(changed.merchantId, now);
  await sweepLocally(values);
  return { ...changed, ...defined({ chargesGoOnAt }) };
};

const COMMANDS: Record<Exclude<keyof typeof MERCHANT_COMMANDS, PosCommand>, OnboardingCommand> = {
  create,
  twin,
  show: async ({ settingsOf }) => {
    const settings = await settingsOf(required('merchant'));
    const { standingHoldsOf } = await import('../lib/operator/hold/merchant-holds.ts');
    const holds = await standingHoldsOf(settings.merchantId);
    return { ...settings, ...(holds.length > 0 && { holds }) };
  },
  update,
  find: async () => await (await import('../lib/operator/find-merchant.ts')).findMerchants(values),
  issue: async ({ issueKey }, now, ids) => {
    const issued = await issueKey(required('merchant'), now, keyOptions(now, ids));
    return { ...issued, ...(await joinUsagePlan(required('merchant'))) };
  },
  list,
  rotate: ({ rotateKey }, now, { keyId }) =>
    rotateKey(required('merchant'), required('key'), overlapHours(), now, keyId),
  revoke,
  installments: async (_, now) => {
    const { installmentsOf } = await import('../lib/operator/installment/own-table.ts');
    const wanted = { posId: values['virtual-pos'], file: values.table, isConfirmed: values.confirm };
    return await installmentsOf(required('merchant'), wanted, now);
  },
  'signing-secret add': async (_, now, ids) =>
    (await signingSecrets()).addSigningSecret(required('merchant'), now, ids),
  'signing-secret list': async () => (await signingSecrets()).listSigningSecrets(required('merchant')),
  'signing-secret retire': async () => {
    const retired = required('secret');
    await (await signingSecrets()).retireSigningSecret(required('merchant'), retired);
    return { retired };
  },
  'webhooks probe': async (_, now) => {
    const { retryFailing } = await import('#flows/webhook/early-retries.ts');
    const { merchant } = values;
    const isMeant = ({ merchantId }: { merchantId: string }) => !merchant || merchantId === merchant;
    const hastened = await retryFailing(now.getTime(), isMeant);
    await sweepLocally(values);
    return { hastened };
  },
  purge,
  log,
  budget,
};

await runCommand(USAGE, async () => {
  if (!command) throw new UsageError('A command is needed.');
  if (!isMerchantCommand(command)) throw new UsageError(`There is no command ${command}.`);
  const now = await chooseService(values);
  const ids = newIds(now);
  const created = command === 'create' && isMadeByLocalService ? {} : createdBy(command, ids);
  const { recordCommand } = await import('../lib/operator/operator-log.ts');
  await recordCommand(`merchant ${command}`, { values, optionNames, created }, now);
  if (isPosCommand(command)) return await runPosCommand(command, { values, readPos, now, posId: ids.posId });
  // Imported after the service is chosen: AWS clients read their endpoints when they are created.
  return await COMMANDS[command](await import('../lib/operator/onboarding.ts'), now, ids);
});
