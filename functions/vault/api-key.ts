// The keyed digest of an API key, which the table has in place of the key.
import type { KeyVersions } from '#domain/key-version.ts';
import { keyedDigest } from './vault.ts';

/** The digest under which a key is stored; by default by the current version of the digest key. */
export async function apiKeyDigest(key: string, versions?: KeyVersions): Promise<string> {
  return await keyedDigest(`api-key|${key}`, versions);
}
