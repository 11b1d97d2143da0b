// An API key as it is stored.
import { type ApiKeyItem, loadApiKey } from '#store/merchant/api-key.ts';
import { apiKeyDigest } from '#vault/api-key.ts';
import { digestKeyVersions } from '#vault/vault.ts';

/** While the digest key is replaced, keys are stored under digests of both versions. */
export async function findStoredKey(
  key: string,
): Promise<{ digest: string; stored: ApiKeyItem | undefined }> {
  let digest = '';
  for (const version of digestKeyVersions()) {
    digest = await apiKeyDigest(key, [version]);
    const stored = await loadApiKey(digest);
    if (stored !== undefined) return { digest, stored };
  }
  return { digest, stored: undefined };
}
