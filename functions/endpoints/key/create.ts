// POST /api/key: makes an API key with no more rights than the key that calls, and shows it once (api.md 6.16).
import { randomBytes } from 'node:crypto';
import { CREATED_API_KEY_NAMES } from '#contract/field/answer-names.ts';
import { createKeyBody, showNewKey } from '#contract/key.ts';
import { isInRanges } from '#domain/address-range.ts';
import { makeUuid } from '#domain/id.ts';
import { API_KEY_DAYS, MOST_API_KEYS } from '#domain/limits.ts';
import { Rejection } from '#domain/rejection.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { makeKey } from '#flows/key/new-key.ts';
import { requireScope } from '#http/caller.ts';
import { endpoint } from '#http/endpoint.ts';
import { invalidFields } from '#http/failure.ts';
import { type ApiKeyItem, listApiKeys, writeKeyOfKey } from '#store/merchant/api-key.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';

const CREATED = {
  tr: 'API anahtarı oluşturuldu. Anahtar yalnızca şimdi gösterilir.',
  en: 'The API key was made. It is shown only now.',
};

export const handler = endpoint(
  {
    scope: 'keys',
    body: ({ timeZone }) => createKeyBody(timeZone),
    answer: CREATED_API_KEY_NAMES,
    shownOnce: 'apiKey',
  },
  async ({ caller, body, now, commit }) => {
    const { merchantId, keyId: createdBy, mode: kind } = caller;
    const { name, expiresAt, allowedAddresses } = body;
    const scopes = [...new Set(body.scopes)];
    for (const scope of scopes) requireScope(caller, scope);
    const keyId = makeUuid(now.getTime(), randomBytes);
    return await untilCommitted({
      load: () => listApiKeys(merchantId),
      decide: async (keys) => {
        const maker = keys.find((one) => one.keyId === createdBy);
        // The key of a session is none of the merchant's API keys, and a page could read it (console.md 1.9).
        if (maker === undefined) throw new Rejection('SCOPE_MISSING', { scope: 'keys' });
        // The authorizer's answer is cached for a minute, in which a revoked key makes no other one.
        if (maker.revokedAt !== undefined) throw new Rejection('API_KEY_INVALID');
        const working = keys.filter((one) => one.revokedAt === undefined && endOf(one) > now.getTime());
        if (working.length >= MOST_API_KEYS) {
          throw new Rejection('API_KEY_LIMIT_REACHED', { maxApiKeys: MOST_API_KEYS });
        }
        const properties = {
          keyId,
          merchantId,
          kind,
          name,
          scopes,
          createdBy,
          holderKeyId: maker.holderKeyId ?? maker.firstKeyId ?? createdBy,
          expiresAt: new Date(lastDay(expiresAt, endOf(maker), now)).toISOString(),
          ...addressesOf(allowedAddresses, maker),
        };
        const { key, digest, apiKey } = await makeKey(properties, now);
        const result = { status: 201 as const, message: CREATED, data: showNewKey(key, apiKey) };
        return { writes: writeKeyOfKey(maker, { key, digest }), result };
      },
      commit,
    });
  },
);

const endOf = ({ expiresAt }: Pick<ApiKeyItem, 'expiresAt'>) =>
  expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);

/** A key grants no more time than it has itself, and at most a year. */
function lastDay(wantedMs: number | undefined, ownEndMs: number, now: Date): number {
  const latestMs = Math.min(ownEndMs, now.getTime() + API_KEY_DAYS * DAY_MS);
  if (wantedMs === undefined) return latestMs;
  if (wantedMs > now.getTime() && wantedMs <= latestMs) return wantedMs;
  const limit = wantedMs > latestMs ? { max: new Date(latestMs).toISOString() } : { min: now.toISOString() };
  throw invalidFields([{ field: 'expiresAt', code: 'OUT_OF_RANGE', hint: limit }]);
}

/** It may be used from no address from which the key that makes it may not. */
function addressesOf(wanted: readonly string[], { allowedAddresses: own = [] }: ApiKeyItem) {
  const outside = wanted.findIndex((range) => !isInRanges(own, range));
  if (outside >= 0) {
    const field = `allowedAddresses[${outside}]`;
    throw invalidFields([{ field, code: 'INVALID_ENUM', hint: { values: own } }]);
  }
  const allowedAddresses = wanted.length > 0 ? [...wanted] : own;
  return allowedAddresses.length > 0 ? { allowedAddresses } : {};
}
