// Digests with a merchant's own key, which has versions: new values are made with the first, and a value that
// exists is compared with that of every version.
import { createHmac } from 'node:crypto';
import { readKeyVersions, versionPrefix } from './key-version.ts';

type MerchantDigest = { prefix: string; digest: Buffer };

/** One for each version, the current one first. `digestKey`: base64url, of one or several versions. */
export function merchantDigests(digestKey: string, message: string): [MerchantDigest, ...MerchantDigest[]] {
  const digestOf = ({ version, value }: { version: number; value: string }) => ({
    prefix: versionPrefix(version),
    digest: createHmac('sha256', Buffer.from(value, 'base64url')).update(message).digest(),
  });
  const [current, ...others] = readKeyVersions(digestKey);
  return [digestOf(current), ...others.map(digestOf)];
}

/** `v2_` and base64url; without a prefix for version 1. */
export function merchantDigestTexts(digestKey: string, message: string): [string, ...string[]] {
  const textOf = ({ prefix, digest }: MerchantDigest) => prefix + digest.toString('base64url');
  const [current, ...others] = merchantDigests(digestKey, message);
  return [textOf(current), ...others.map(textOf)];
}
