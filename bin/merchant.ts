// Merchants and their keys, from the command line: against the local service, or with AWS credentials against
// a deployed one. What is secret is printed once and kept nowhere else.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { isInstallmentCount } from '#domain/installment.ts';
import { SETTINGS } from '#setting.ts';

const USAGE = `Usage: npm run merchant -- COMMAND [options]

  create  --name NAME [--pos FILE] [--time-zone ZONE] [--three-d-secure always|never] [--frame-origin URL]...
          [--installment COUNT]... [--accept-half-secure]
          A new merchant and its first key. FILE holds the virtual POS as JSON ("-" reads standard input):
          { "kind": "nestpay", "apiUrl", "gateUrl", "clientId", "userName", "password", "storeKey" }.
          Without it the virtual POS is a simulated one: that of the local service or, with test keys only,
          that of a deployed sandbox.
  issue   --merchant ID [--live] [--expires INSTANT]      one more key
  list    --merchant ID                                   its keys, without their secrets
  rotate  --merchant ID --key ID [--overlap-hours 24]     a new key; the old one ends after the overlap
  revoke  --merchant ID --key ID                          ends a key within 60 seconds

Where:    --local [URL]     the local service (default http://localhost:3000)
          --outputs FILE    a deployed one: the file of \`cdk deploy --outputs-file FILE\`
`;

const { values, positionals } = parseArgs({
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

/** Tells the code below which table and keys to use, as a function's environment would. */
async function chooseService(): Promise<void> {
  if (values.outputs) {
    const stacks = JSON.parse(readFileSync(values.outputs, 'utf8')) as Record<string, Record<string, string>>;
    const outputs = Object.assign({}, ...Object.values(stacks)) as Record<string, string>;
    // TABLE_NAME is the output TableName.
    const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
    for (const name of [...SETTINGS, ...BANK_SETTINGS, THROTTLE_SETTING]) {
      const value = Object.entries(outputs).find(([output]) => plain(output) === plain(name))?.[1];
      if (value !== undefined) process.env[name] = value;
    }
    return;
  }
  const response = await fetch(`${localUrl()}/local/environment`).catch(() => {
    throw new UsageError(`No local service answers at ${localUrl()}; start it with: npm start`);
  });
  Object.assign(process.env, await response.json());
}

const localUrl = () => values.local || 'http://localhost:3000';

function readPos(): AcquirerSettings {
  const file = required('pos');
  const settings = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8')) as AcquirerSettings;
  const needed = ['kind', 'apiUrl', 'gateUrl', 'clientId', 'userName', 'password', 'storeKey'] as const;
  const missing = needed.filter((name) => !settings[name]);
  if (missing.length > 0) throw new UsageError(`The virtual POS lacks: ${missing.join(', ')}.`);
  return settings;
}

/** The virtual POS that was given, or a new account at the sandbox's own bank. */
async function chooseVirtualPos(now: Date): Promise<AcquirerSettings> {
  const bankUrl = process.env['BANK_URL'];
  if (values.pos || !bankUrl) return readPos();
  if (values.live) throw new UsageError('A live key needs a real bank: --pos FILE.');
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

function threeDSecure(): 'always' | 'never' {
  const setting = values['three-d-secure'];
  if (setting === 'always' || setting === 'never') return setting;
  throw new UsageError('--three-d-secure is always or never.');
}

/** What buyers meet: where the page may be framed, how they may pay. */
function buyersPage() {
  const installments = values.installment.map(Number);
  if (!installments.every(isInstallmentCount)) throw new UsageError('--installment is a count from 1 to 12.');
  const acceptHalfSecure = values['accept-half-secure'];
  return { frameOrigins: values['frame-origin'], installments, acceptHalfSecure };
}

async function createAtLocalService(): Promise<unknown> {
  const response = await fetch(`${localUrl()}/local/merchant`, {
    method: 'POST',
    body: JSON.stringify({
      name: required('name'),
      timeZone: values['time-zone'],
      threeDSecure: threeDSecure(),
      ...buyersPage(),
    }),
  });
  return await response.json();
}

function expiry(): Date | undefined {
  if (!values.expires) return undefined;
  const instant = new Date(values.expires);
  if (Number.isNaN(instant.getTime())) throw new UsageError('--expires is an instant: 2027-01-01T00:00:00Z');
  return instant;
}

async function run(command: string | undefined): Promise<unknown> {
  const isLocal = values.outputs === undefined;
  await chooseService();
  const now = new Date();
  // Loaded only now: the clients read their endpoints when they are made.
  const { issueKey, onboardMerchant, revokeKey, rotateKey } = await import('../lib/onboarding.ts');
  const { listApiKeys } = await import('#store/merchant.ts');
  const kind = values.live ? 'live' : 'test';
  switch (command) {
    case 'create': {
      if (isLocal && !values.pos) return await createAtLocalService();
      const merchant = await onboardMerchant(
        {
          name: required('name'),
          timeZone: values['time-zone'],
          threeDSecure: threeDSecure(),
          ...buyersPage(),
          acquirer: await chooseVirtualPos(now),
        },
        now,
      );
      const issued = await issueKey(merchant.merchantId, kind, now, expiry());
      return { ...merchant, ...issued, ...throttling(merchant.merchantId) };
    }
    case 'issue':
      return await issueKey(required('merchant'), kind, now, expiry());
    case 'list':
      return (await listApiKeys(required('merchant'))).map(
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
      return await rotateKey(required('merchant'), required('key'), Number(values['overlap-hours']), now);
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
  console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : String(error));
  process.exitCode = 1;
}
