// A merchant's own key for what must be compared without being read: fingerprints of bodies, cursors, tags of
// expiry months. Derived by KMS and never stored, so that the table alone lets nobody test a guess.
import { setting } from '#setting.ts';
import { rememberPerMerchant } from './remember.ts';
import { mac } from './vault.ts';

/**
 * Base64url; one KMS call per merchant and container. The same for ever, so that what was made with it
 * outlives a rotation of API keys.
 */
export const merchantKeyOf = /* @__PURE__ */ rememberPerMerchant(derive);

/** By a key of KMS for this alone: whoever may derive it may make no digest of an API key. */
async function derive(merchantId: string): Promise<string> {
  const key = await mac(setting('MERCHANT_KEY_ID'), `merchant|${merchantId}`);
  return Buffer.from(key).toString('base64url');
}
