// `npm run merchant -- ...`: the API keys and signing secrets of a merchant.
import { setTimeout as sleep } from 'node:timers/promises';
import { readAddressRange } from '#domain/address-range.ts';
import type { Mode } from '#domain/api-key.ts';
import { API_KEY_DAYS, KEY_CACHED_SECONDS, MOST_KEY_ADDRESSES } from '#domain/limits.ts';
import { DEFAULT_SCOPES, hasScope, SCOPES } from '#domain/scope.ts';
import { DAY_MS, SECOND_MS } from '#domain/time/duration.ts';
import { readDatetime } from '#domain/time/instant.ts';
import { joinUsagePlan, leaveUsagePlan } from '../operator/aws/usage-plan.ts';
import { DEFAULT_SETTINGS, readScopes } from '../operator/merchant-settings.ts';
import type { NewIds } from '../operator/new-ids.ts';
import { isDeployed, sweepLocally, UsageError } from '../operator/service-choice.ts';
import { command, type OperatorCommand } from './command.ts';

/** Imported only when a command runs: AWS clients read their endpoints when they are created. */
export const onboarding = () => import('../operator/onboarding.ts');
const signingSecrets = () => import('../operator/signing-secrets.ts');

/** The mode that the operator states with `--live` or `--test`; undefined without either. */
export function statedMode({
  live,
  test,
}: {
  live?: boolean | undefined;
  test?: boolean | undefined;
}): Mode | undefined {
  if (live && test) throw new UsageError('An account is either live or test.');
  if (live) return 'live';
  return test ? 'test' : undefined;
}

type KeyOptionValues = {
  live?: boolean | undefined;
  test?: boolean | undefined;
  expires?: string | undefined;
  addresses?: string | undefined;
  scopes?: string | undefined;
  'time-zone'?: string | undefined;
};

export const keyOptions = (values: KeyOptionValues, now: Date, { keyId }: NewIds) => ({
  keyId,
  mode: statedMode(values),
  expiresAt: expiry(values, now),
  allowedAddresses: values.addresses === undefined ? undefined : readAddresses(values.addresses),
  scopes: values.scopes === undefined ? undefined : readScopes(values.scopes),
});

function expiry({ expires, 'time-zone': timeZone = DEFAULT_SETTINGS.timeZone }: KeyOptionValues, now: Date) {
  if (!expires) return new Date(now.getTime() + API_KEY_DAYS * DAY_MS);
  if (expires === 'never') return undefined;
  const reading = readDatetime(expires, timeZone);
  if (reading.kind === 'instant' && reading.atMs > now.getTime()) return new Date(reading.atMs);
  throw new UsageError('--expires must be a future instant, 2027-01-01T00:00:00Z, or never.');
}

function readAddresses(list: string): string[] {
  const ranges = list.split(',').map((one) => one.trim());
  if (ranges.length <= MOST_KEY_ADDRESSES && ranges.every((one) => readAddressRange(one) !== undefined))
    return ranges;
  throw new UsageError(
    `--addresses must be at most ${MOST_KEY_ADDRESSES} addresses or ranges: 203.0.113.7,2001:db8::/32`,
  );
}

function readHours(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError('--overlap-hours is a whole number of hours; 0 ends the old key at once.');
}

const WITHHELD = SCOPES.filter((scope) => !hasScope(DEFAULT_SCOPES, scope));

export const KEY_COMMANDS = {
  issue: command({
    does:
      "One more key, of the account's mode. NAME is for people. It ends after a year, or at --expires, and " +
      `works from these addresses only, or from any. Its scopes are some of ${SCOPES.join(',')}. Without --scopes it ` +
      `has all but ${WITHHELD.join(', ')}: they charge stored cards without their holders, store card numbers ` +
      'that the merchant brings, replace the installment table, and make other keys.',
    needs: ['merchant'],
    takes: ['name', 'live', 'test', 'expires', 'addresses', 'scopes'],
    reads: ['merchant', 'usage plan'],
    writes: ['api-key', 'usage plan'],
    creates: ['keyId'],
    recorded: 'always',
    run: async (values, { now, ids }) => {
      const { issueKey } = await onboarding();
      const issued = await issueKey(values.merchant, now, {
        ...keyOptions(values, now, ids),
        name: values.name,
      });
      return { ...issued, ...(await joinUsagePlan(values.merchant)) };
    },
  }),
  list: command({
    does: 'Its keys, without their secrets.',
    needs: ['merchant'],
    reads: ['merchant', 'api-key'],
    writes: [],
    recorded: 'always',
    run: async ({ merchant }) => {
      const { digestVersionOf, keysOf } = await onboarding();
      return (await keysOf(merchant)).map((key) => ({
        keyId: key.keyId,
        name: key.name ?? null,
        kind: key.kind,
        scopes: key.scopes,
        lastFour: key.lastFour,
        allowedAddresses: key.allowedAddresses ?? [],
        digestVersion: digestVersionOf(key),
        createdBy: key.createdBy ?? null,
        createdAt: key.createdAt,
        expiresAt: key.expiresAt ?? null,
        revokedAt: key.revokedAt ?? null,
      }));
    },
  }),
  rotate: command({
    does:
      'A new key with the same scopes and addresses, for a year if the old one has an end; the old one ends ' +
      'after the overlap of --overlap-hours, 24 by default.',
    needs: ['merchant', 'key'],
    takes: ['overlap-hours'],
    reads: ['merchant', 'api-key'],
    writes: ['api-key'],
    creates: ['keyId'],
    recorded: 'always',
    run: async ({ merchant, key, 'overlap-hours': hours }, { now, ids }) => {
      const { rotateKey } = await onboarding();
      return await rotateKey(merchant, key, readHours(hours), now, ids.keyId);
    },
  }),
  revoke: command({
    does:
      `Ends a key within ${KEY_CACHED_SECONDS} seconds, waits for that, and stops its keys, webhooks, open pages and table; ` +
      '--keep lists them and ends the key alone. Its customers, cards, recurring payments and refunds stay. ' +
      'They are listed, at most 1,000 of each. Webhooks are disabled, secrets that it knows end, open pages and ' +
      'links are closed (not those in Processing), the former installment table returns.',
    needs: ['merchant', 'key'],
    takes: ['keep'],
    reads: [
      'merchant',
      'api-key',
      'webhook',
      'hosted-page',
      'card-page',
      'installment-table',
      'customer',
      'card',
      'recurring-payment',
      'refund',
      'usage plan',
    ],
    writes: ['api-key', 'webhook', 'hosted-page', 'card-page', 'installment-table', 'usage plan'],
    recorded: 'always',
    run: async ({ merchant, key, keep }, { now, service }) => {
      const { revokeKey } = await onboarding();
      const untilRefused = async () => {
        if (!isDeployed(service)) return now;
        console.error(
          `The key works for ${KEY_CACHED_SECONDS} seconds more. What it makes until then is stopped too.`,
        );
        await sleep(KEY_CACHED_SECONDS * SECOND_MS);
        return new Date();
      };
      const how = { keep: keep === true, untilRefused };
      const { isLast, key: _, searchedUntil: __, ...result } = await revokeKey(merchant, key, now, how);
      await sweepLocally(service);
      return { revoked: key, ...result, ...(isLast && (await leaveUsagePlan(merchant))) };
    },
  }),
  'signing-secret add': command({
    does: 'One more secret that signs results; at most two.',
    needs: ['merchant'],
    reads: ['merchant'],
    writes: ['merchant'],
    creates: ['kid'],
    recorded: 'always',
    run: async ({ merchant }, { now, ids }) => (await signingSecrets()).addSigningSecret(merchant, now, ids),
  }),
  'signing-secret list': command({
    does: 'Its signing secrets by their ids, oldest first.',
    needs: ['merchant'],
    reads: ['merchant'],
    writes: [],
    recorded: 'always',
    run: async ({ merchant }) => (await signingSecrets()).listSigningSecrets(merchant),
  }),
  'signing-secret retire': command({
    does: 'Ends one within 60 seconds. To rotate: add, install both in the shop, retire the older one.',
    needs: ['merchant', 'secret'],
    reads: ['merchant'],
    writes: ['merchant'],
    recorded: 'always',
    run: async ({ merchant, secret }) => {
      await (await signingSecrets()).retireSigningSecret(merchant, secret);
      return { retired: secret };
    },
  }),
  budget: command({
    does:
      'Adds the merchant to the usage plan, or with --remove takes it out; create, twin, issue and the ' +
      'last revoke do it.',
    needs: ['merchant'],
    takes: ['remove'],
    reads: ['merchant', 'api-key', 'usage plan'],
    writes: ['usage plan'],
    recorded: 'always',
    run: async ({ merchant, remove }) => {
      await (await onboarding()).keysOf(merchant);
      const done = await (remove ? leaveUsagePlan(merchant) : joinUsagePlan(merchant));
      if (done.reason !== undefined) throw new Error(done.reason);
      if (done.usagePlan !== undefined) return done;
      throw new UsageError('This deployment does not throttle merchants.');
    },
  }),
} as const satisfies Record<string, OperatorCommand>;
