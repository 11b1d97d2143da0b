// A merchant's own key for what must be compared without being read: fingerprints of bodies, cursors, tags of
// expiry months. Derived by KMS and never stored, so that the table alone lets nobody test a guess.
import { keyedDigest } from './vault.ts';

const keys = new Map<string, Promise<string>>();

/**
 * Base64url; one KMS call per merchant and container. The same for ever, so that what was made with it
 * outlives a rotation of API keys.
 */
export function merchantKeyOf(merchantId: string): Promise<string> {
  const known = keys.get(merchantId);
  if (known) return known;
  const made = keyedDigest(`merchant|${merchantId}`).then((mac) => Buffer.from(mac).toString('base64url'));
  keys.set(merchantId, made);
  made.catch(() => keys.delete(merchantId));
  return made;
}
