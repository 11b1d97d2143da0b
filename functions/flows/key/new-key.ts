// A new API key, for operators and for merchants. The key itself is shown once, by whoever makes it.
import { randomBytes } from 'node:crypto';
import { makeApiKey } from '#domain/api-key.ts';
import type { Scope } from '#domain/scope.ts';
import type { ApiKey } from '#store/merchant/api-key.ts';
import { apiKeyDigest } from '#vault/api-key.ts';

type KeyProperties = Omit<ApiKey, 'scopes' | 'lastFour' | 'createdAt' | 'revokedAt' | 'revokedBy'> & {
  scopes: Scope[];
};

export async function makeKey(properties: KeyProperties, now: Date) {
  const apiKey = makeApiKey(properties.kind, randomBytes);
  const key: ApiKey = { ...properties, lastFour: apiKey.slice(-4), createdAt: now.toISOString() };
  return { key, digest: await apiKeyDigest(apiKey), apiKey };
}
