// A merchant's digest key, for values that are compared and not read: digests of bodies, cursors, tags of
// expiry months. KMS derives it and it is never stored, so that the table alone cannot confirm a guess.
import { setting } from '#setting.ts';
import { rememberPerMerchant } from './remember.ts';
import { mac } from './vault.ts';

/**
 * Base64url; one KMS call per merchant and container. It never changes, so that digests stay valid when API
 * keys are rotated.
 */
export const merchantKeyOf = /* @__PURE__ */ rememberPerMerchant(derive);

/** The KMS key serves only this, so that the grant permits no digest of an API key. */
async function derive(merchantId: string): Promise<string> {
  const key = await mac(setting('MERCHANT_KEY_ID'), `merchant|${merchantId}`);
  return Buffer.from(key).toString('base64url');
}
