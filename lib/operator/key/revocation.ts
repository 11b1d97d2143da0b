// Revokes a key at once, because a leaked key must not wait for an answer, and stops what it has made or set,
// unless the operator keeps it (api.md 6.11).
import { keysOf, revokeKey } from '../onboarding.ts';
import { madeBy } from './made-by-key.ts';
import { setBy, stopSetBy } from './set-by-key.ts';

type Revocation = {
  merchantId: string;
  keyId: string;
  /** True if what the key made goes on. */
  keep: boolean;
  now: Date;
  /** Waits until no cached answer of the authorizer lets the key in, and returns the time. */
  untilRefused: () => Promise<Date>;
};

/** A key takes over what the keys that it replaced made, and passes all to the key that replaces it. */
async function lineOf({ merchantId, keyId, now }: Revocation) {
  const keys = await keysOf(merchantId);
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) throw new Error(`The merchant ${merchantId} has no key ${keyId}.`);
  const { firstKeyId: first = keyId } = key;
  const line = keys.filter(({ keyId: id, firstKeyId = id }) => firstKeyId === first);
  const isWorking = ({ revokedAt, expiresAt = '~' }: (typeof keys)[number]) =>
    revokedAt === undefined && expiresAt > now.toISOString();
  const older = line.filter(({ createdAt }) => createdAt <= key.createdAt);
  const [since = key.createdAt] = older.map(({ createdAt }) => createdAt).toSorted();
  return {
    keyIds: new Set(older.map((one) => one.keyId)),
    since,
    isLast: !keys.some((one) => one !== key && isWorking(one)),
  };
}

/** `isLast`: no other key of the merchant works. `stays`: what the key made and what is never stopped. */
export async function revokeAndStop(revocation: Revocation) {
  const { merchantId, keyId, keep, now, untilRefused } = revocation;
  const { keyIds, since, isLast } = await lineOf(revocation);
  await revokeKey(merchantId, keyId, now);
  const keys = { merchantId, keyIds, now };
  const made = await setBy(keys);
  const staying = async (until: Date) => await madeBy({ merchantId, keyIds, since, now: until });
  if (keep) return { isLast, made, stays: await staying(now) };
  const first = await stopSetBy(keys);
  // What the key has made while it was still let in ends too.
  const refusedAt = await untilRefused();
  const then = await stopSetBy({ ...keys, now: refusedAt });
  const stopped = [...new Set([...first.stopped, ...then.stopped])];
  return { isLast, made, stopped, left: then.left, stays: await staying(refusedAt) };
}

/** API Gateway caches the authorizer's answer for this time. */
export const REFUSED_AFTER_MS = 60_000;
