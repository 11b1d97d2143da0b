// Merchants and their keys, from the command line: against the local service, or with AWS credentials against
// a deployed one. What is secret is printed once and kept nowhere else.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { readDatetime } from '#domain/instant.ts';
import { SETTINGS } from '#setting.ts';
import {
  readFrameOrigin,
  readInstallments,
  readThreeDSetting,
  readTimeZone,
  readVirtualPos,
  SettingError,
} from '../lib/merchant-settings.ts';

const USAGE = `Usage: npm run merchant -- COMMAND [options]

  create  --name NAME [--pos FILE] [--time-zone ZONE] [--frame-origin URL]...
          [--installment COUNT]... [--three-d-secure always|newCards|never] [--accept-half-secure]
          A new merchant and its first key. FILE holds the virtual POS as JSON ("-" reads standard input):
          { "kind": "nestpay", "apiUrl", "gateUrl", "clientId", "userName", "password", "storeKey" }.
          Without it the virtual POS is a simulated one: that of the local service or, with test keys only,
          that of a deployed sandbox.
  issue   --merchant ID [--live] [--expires INSTANT]      one more key
  list    --merchant ID                                   its keys, without their secrets
  rotate  --merchant ID --key ID [--overlap-hours 24]     a new key; the old one ends after the overlap
  revoke  --merchant ID --key ID                          ends a key within 60 seconds

Where:    --local URL       the local service (default http://localhost:3000)
          --outputs FILE    a deployed one: the file of \`cdk deploy --outputs-file FILE\`
`;

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        pos: { type: 'string' },
        'time-zone': { type: 'string', default: 'Europe/Istanbul' },
        'three-d-secure': { type: 'string', default: 'always' },
        installment: { type: 'string', multiple: true, default: ['1'] },
        'accept-half-secure': { type: 'boolean', default: false },
        'frame-origin': { type: 'string', multiple: true, default: [] },
        merchant: { type: 'string' },
        key: { type: 'string' },
        live: { type: 'boolean', default: false },
        expires: { type: 'string' },
        'overlap-hours': { type: 'string', default: '24' },
        local: { type: 'string' },
        outputs: { type: 'string' },
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : ''}\n\n${USAGE}`);
    process.exit(1);
  }
}

const { values, positionals } = readOptions();

class UsageError extends Error {}

function required(name: 'name' | 'merchant' | 'key' | 'pos'): string {
  const value = values[name];
  if (!value) throw new UsageError(`--${name} is needed.`);
  return value;
}

/** What the simulated bank of a deployed sandbox is known by; production publishes neither. */
const BANK_SETTINGS = ['BANK_URL', 'BANK_TABLE_NAME'];
/** Of the usage plan, where merchants are throttled one by one. */
const THROTTLE_SETTING = 'MERCHANT_PLAN_ID';

/** Tells the code below what a function's environment would: table, keys. Answers what time it is there. */
async function chooseService(): Promise<Date> {
  if (values.outputs) {
    const outputs = readOutputs(values.outputs);
    // TABLE_NAME is the output TableName.
    const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
    for (const name of [...SETTINGS, ...BANK_SETTINGS, THROTTLE_SETTING]) {
      const value = outputs.findLast(([output]) => plain(output) === plain(name))?.[1];
      if (value !== undefined) process.env[name] = value;
    }
    return new Date();
  }
  Object.assign(process.env, await askLocalService('environment'));
  return new Date((await askLocalService('clock'))['now'] ?? '');
}

/** Names and values of all stacks together. */
function readOutputs(file: string): [string, string][] {
  try {
    const stacks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
    const outputs = Object.values(stacks).flatMap((stack) => Object.entries(stack));
    if (outputs.length > 0) return outputs;
  } catch {
    // Missing, no JSON, or another shape: the same to whoever named it.
  }
  throw new UsageError(`${file} is not what \`cdk deploy --outputs-file\` writes.`);
}

async function askLocalService(path: string, sent?: object): Promise<Record<string, string>> {
  const request = sent && { method: 'POST', body: JSON.stringify(sent) };
  try {
    const response = await fetch(`${localUrl()}/local/${path}`, request);
    const answer = (await response.json()) as Record<string, string>;
    if (response.ok) return answer;
    throw new SettingError(answer['error']);
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new UsageError(`No local service answers at ${localUrl()}; start it with: npm start`);
  }
}

const localUrl = () => values.local || 'http://localhost:3000';

function readPos(): AcquirerSettings {
  const file = required('pos');
  return readVirtualPos(readFileSync(file === '-' ? 0 : file, 'utf8'));
}

const LIVE_NEEDS_POS = 'A live key needs a real bank: --pos FILE.';

/** The virtual POS that was given, or a new account at the sandbox's own bank. */
async function chooseVirtualPos(now: Date): Promise<AcquirerSettings> {
  const bankUrl = process.env['BANK_URL'];
  if (values.pos || !bankUrl) return readPos();
  if (values.live) throw new UsageError(LIVE_NEEDS_POS);
  const { openAccount } = await import('../lib/bank/deployed/open-account.ts');
  return await openAccount(bankUrl, now);
}

/**
 * API Gateway throttles by keys of its own and refuses a merchant that has none. Making one takes a client
 * that nothing else here needs, so whoever deployed is told the line to run.
 */
function throttling(merchantId: string): { runBeforeFirstCall?: string } {
  const plan = process.env[THROTTLE_SETTING];
  if (!plan) return {};
  const made = `aws apigateway create-api-key --enabled --name ${merchantId} --value ${merchantId}`;
  const key = `--key-type API_KEY --key-id "$(${made} --query id --output text)"`;
  return {
    runBeforeFirstCall: `aws apigateway create-usage-plan-key --usage-plan-id ${plan} ${key}`,
  };
}

/** What buyers meet: by which clock, where the page may be framed, how they may pay. */
const visibleSettings = () => ({
  name: required('name'),
  timeZone: readTimeZone(values['time-zone']),
  threeDSecure: readThreeDSetting(values['three-d-secure']),
  frameOrigins: values['frame-origin'].map(readFrameOrigin),
  installments: readInstallments(values.installment),
  acceptHalfSecure: values['accept-half-secure'],
});

/** It has a bank of its own for the merchant, and the first key is always the same. */
async function createAtLocalService(): Promise<unknown> {
  if (values.live) throw new UsageError(LIVE_NEEDS_POS);
  if (values.expires) throw new UsageError('Here the first key has no end; make another with: issue');
  return await askLocalService('merchant', visibleSettings());
}

function expiry(now: Date): Date | undefined {
  if (!values.expires) return undefined;
  const reading = readDatetime(values.expires, values['time-zone']);
  if (reading.kind === 'instant' && reading.atMs > now.getTime()) return new Date(reading.atMs);
  throw new UsageError('--expires is an instant yet to come: 2027-01-01T00:00:00Z');
}

function overlapHours(): number {
  const text = values['overlap-hours'];
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError('--overlap-hours is a whole number of hours; 0 ends the old key at once.');
}

async function run(command: string | undefined): Promise<unknown> {
  const isLocal = values.outputs === undefined;
  const now = await chooseService();
  // Loaded only now: the clients read their endpoints when they are made.
  const { issueKey, keysOf, onboardMerchant, revokeKey, rotateKey } = await import('../lib/onboarding.ts');
  const kind = values.live ? 'live' : 'test';
  switch (command) {
    case 'create': {
      if (isLocal && !values.pos) return await createAtLocalService();
      const settings = visibleSettings();
      const expiresAt = expiry(now);
      const acquirer = await chooseVirtualPos(now);
      const merchant = await onboardMerchant({ ...settings, acquirer }, now);
      const issued = await issueKey(merchant.merchantId, kind, now, expiresAt);
      return { ...merchant, ...issued, ...throttling(merchant.merchantId) };
    }
    case 'issue':
      return await issueKey(required('merchant'), kind, now, expiry(now));
    case 'list':
      return (await keysOf(required('merchant'))).map(
        ({ keyId, kind: of, lastFour, createdAt, expiresAt, revokedAt }) => ({
          keyId,
          kind: of,
          lastFour,
          createdAt,
          expiresAt: expiresAt ?? null,
          revokedAt: revokedAt ?? null,
        }),
      );
    case 'rotate':
      return await rotateKey(required('merchant'), required('key'), overlapHours(), now);
    case 'revoke':
      await revokeKey(required('merchant'), required('key'), now);
      return { revoked: values.key };
    default:
      throw new UsageError(command ? `There is no command ${command}.` : 'Say what to do.');
  }
}

try {
  console.log(JSON.stringify(await run(positionals[0]), null, 2));
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else console.error(error instanceof SettingError ? error.message : String(error));
  process.exitCode = 1;
}
