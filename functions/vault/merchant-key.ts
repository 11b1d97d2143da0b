// A merchant's digest key, for values that are compared and not read: digests of bodies, cursors, tags of
// expiry months. KMS derives it and it is never stored, so that the table alone cannot confirm a guess.
import { type KeyVersion, readKeyVersions, writeKeyVersions } from '#domain/key-version.ts';
import { setting } from '#setting.ts';
import { rememberPerMerchant } from './remember.ts';
import { mac } from './vault.ts';

/**
 * Base64url, or several versions of it: the first makes new values. One KMS call per version, merchant and
 * container. It does not change when API keys are rotated.
 */
export async function merchantKeyOf(merchantId: string): Promise<string> {
  const versions = readKeyVersions(setting('MERCHANT_KEY_ID'));
  return writeKeyVersions(await Promise.all(versions.map((version) => derivedKey(version, merchantId))));
}

const derivations = new Map<string, (merchantId: string) => Promise<string>>();

async function derivedKey({ version, value: keyId }: KeyVersion, merchantId: string): Promise<KeyVersion> {
  const derive = derivations.get(keyId) ?? rememberPerMerchant((id) => deriveWith(keyId, id));
  derivations.set(keyId, derive);
  return { version, value: await derive(merchantId) };
}

/** This KMS key has no other use, so that the grant permits no digest of an API key. */
async function deriveWith(keyId: string, merchantId: string): Promise<string> {
  return Buffer.from(await mac(keyId, `merchant|${merchantId}`)).toString('base64url');
}
