// Digests with a merchant's own key. The key has versions: the first one makes new digests, and a stored
// digest is compared with the digests of all versions.
import { createHmac } from 'node:crypto';
import { readKeyVersions, versionPrefix } from './key-version.ts';

type MerchantDigest = { prefix: string; digest: Buffer };

/** One digest for each version, the current one first. `digestKey`: base64url, of one or several versions. */
export function merchantDigests(digestKey: string, message: string): [MerchantDigest, ...MerchantDigest[]] {
  const digestOf = ({ version, value }: { version: number; value: string }) => ({
    prefix: versionPrefix(version),
    digest: createHmac('sha256', Buffer.from(value, 'base64url')).update(message).digest(),
  });
  const [current, ...others] = readKeyVersions(digestKey);
  return [digestOf(current), ...others.map(digestOf)];
}

/** The digests as text: `v2_` and base64url; version 1 has no prefix. */
export function merchantDigestTexts(digestKey: string, message: string): [string, ...string[]] {
  const textOf = ({ prefix, digest }: MerchantDigest) => prefix + digest.toString('base64url');
  const [current, ...others] = merchantDigests(digestKey, message);
  return [textOf(current), ...others.map(textOf)];
}
