// Revokes a key at once, because a leaked key must not wait for an answer, and asks what becomes of what it
// made: the command is repeated with the answer (api.md 6.11).
import { defined } from '#domain/defined.ts';
import { keysOf, revokeKey } from '../onboarding.ts';
import { UsageError } from '../service-choice.ts';
import { madeBy, stopMade } from './made-by-key.ts';

type Revocation = {
  merchantId: string;
  keyId: string;
  /** What becomes of what the key made; neither: not answered yet. */
  stop: boolean;
  keep: boolean;
  now: Date;
};

/** A key takes over what the keys that it replaced made, and passes all to the key that replaces it. */
async function lineOf({ merchantId, keyId, now }: Revocation) {
  const keys = await keysOf(merchantId);
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) throw new Error(`The merchant ${merchantId} has no key ${keyId}.`);
  const { firstKeyId: first = keyId } = key;
  const line = keys.filter(({ keyId: id, firstKeyId = id }) => firstKeyId === first);
  const working = keys.filter(
    (one) => one !== key && one.revokedAt === undefined && (one.expiresAt ?? '~') > now.toISOString(),
  );
  const successor = line.find((one) => one.createdAt > key.createdAt && working.includes(one))?.keyId;
  const older = line.filter(({ createdAt }) => createdAt <= key.createdAt).map((one) => one.keyId);
  return { keyIds: new Set(older), successor, isLast: working.length === 0 };
}

/** `isLast`: no other key of the merchant works. */
export async function revokeAndAsk(revocation: Revocation) {
  const { merchantId, keyId, stop, keep, now } = revocation;
  if (stop && keep) throw new UsageError('Either --stop or --keep.');
  const { keyIds, successor, isLast } = await lineOf(revocation);
  await revokeKey(merchantId, keyId, now);
  const key = { merchantId, keyIds, now };
  const made = await madeBy(key);
  const isAsked = successor === undefined && Object.values(made).some((some) => some.length > 0);
  return {
    isLast,
    made,
    ...defined({ successor }),
    ...(stop && (await stopMade(key))),
    ...(isAsked &&
      !stop &&
      !keep && { next: 'All of it goes on. Repeat with --stop to end it, or with --keep.' }),
  };
}
