// Revokes a key at once, because a leaked key must not wait for an answer, and stops what it has made or set,
// unless the caller keeps it (api.md 6.11).
import { type ApiKeyItem, listApiKeys, writeKeyRevoked } from '#store/merchant/api-key.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { madeBy } from './made-by-key.ts';
import { setBy, stopSetBy } from './set-by-key.ts';

type Revocation = {
  merchantId: string;
  keyId: string;
  /** True if what the key made goes on. */
  keep: boolean;
  now: Date;
  /** When the merchant began (ISO). */
  merchantSince: string;
  /** The key that revokes; absent: an operator. */
  revokedBy?: string;
  /** Waits until no cached answer of the authorizer lets the key in, and returns the time. */
  untilRefused?: () => Promise<Date>;
  /** Long lists are read until this instant (ms) of `performance.now()`; absent: to their end. */
  readsUntilMs?: number;
};

const isWorking = ({ revokedAt, expiresAt = '~' }: ApiKeyItem, now: Date) =>
  revokedAt === undefined && expiresAt > now.toISOString();

/**
 * A key takes over what the keys that it replaced made, and passes all to the key that replaces it. `made`: the
 * keys that it made and that still work, with those that they made: they end with it.
 */
function lineOf(keys: readonly ApiKeyItem[], key: ApiKeyItem, now: Date) {
  const { keyId, firstKeyId: first = keyId } = key;
  const line = keys.filter(({ keyId: id, firstKeyId = id }) => firstKeyId === first);
  const older = line.filter(({ createdAt }) => createdAt <= key.createdAt);
  const [since = key.createdAt] = older.map(({ createdAt }) => createdAt).toSorted();
  const makers = new Set(older.map((one) => one.keyId));
  const heirs = new Set<string>();
  const isHeir = ({ keyId: id, createdBy = '', olderKeyIds = [] }: ApiKeyItem) =>
    !makers.has(id) &&
    (makers.has(createdBy) || heirs.has(createdBy) || olderKeyIds.some((one) => heirs.has(one)));
  // The oldest first: a key is younger than the one that made it.
  for (const one of keys.toReversed()) if (isHeir(one)) heirs.add(one.keyId);
  const made = keys.filter((one) => heirs.has(one.keyId) && isWorking(one, now));
  return { keyIds: new Set([...makers, ...heirs]), since, made };
}

async function endKey({ merchantId, now, revokedBy }: Revocation, keyId: string): Promise<ApiKeyItem> {
  return await untilCommitted({
    load: async () => (await listApiKeys(merchantId)).find((one) => one.keyId === keyId),
    decide: (key) => {
      if (key === undefined) throw new Error(`The merchant ${merchantId} has no key ${keyId}.`);
      if (key.revokedAt !== undefined) return { result: key };
      const end = { revokedAt: now.toISOString(), ...(revokedBy !== undefined && { revokedBy }) };
      return { writes: [writeKeyRevoked(key, end)], result: { ...key, ...end } };
    },
    lost: 'The key changes too often.',
  });
}

/** What a revocation has found and done. */
type RevokedKey = {
  key: ApiKeyItem;
  isLast: boolean;
  made: Omit<Awaited<ReturnType<typeof setBy>>, 'searchedUntil'> & {
    keys: { id: string; name: string | null; createdAt: string }[];
  };
  searchedUntil: string | null;
  /** The ids of what was stopped, and of pages whose payment is under way; absent: all is kept. */
  stopped?: string[];
  left?: string[];
  stays: Awaited<ReturnType<typeof madeBy>>;
};

/** What a revocation would end and stop now; it changes nothing. Undefined if the merchant has no such key. */
export async function previewRevocation(
  revocation: Pick<Revocation, 'merchantId' | 'keyId' | 'now' | 'merchantSince' | 'readsUntilMs'>,
): Promise<RevokedKey | undefined> {
  const { merchantId, keyId, now, merchantSince, readsUntilMs } = revocation;
  const keys = await listApiKeys(merchantId);
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) return undefined;
  const { keyIds, since, made: keysMade } = lineOf(keys, key, now);
  const found = { merchantId, keyIds, now, ...(readsUntilMs !== undefined && { readsUntilMs }) };
  const [{ searchedUntil, ...set }, stays] = await Promise.all([
    setBy(found),
    madeBy({ ...found, since, merchantSince }),
  ]);
  const made = { keys: keysMade.map(nameOf), ...set };
  const ended = [keyId, ...keysMade.map((one) => one.keyId)];
  const isLast = !keys.some((one) => !ended.includes(one.keyId) && isWorking(one, now));
  return { key, isLast, made, searchedUntil, stays };
}

const nameOf = ({ keyId: id, name, createdAt }: ApiKeyItem) => ({ id, name: name ?? null, createdAt });

/**
 * Undefined if the merchant has no such key. `isLast`: no other key of the merchant works. `stays`: what the key
 * made and what is never stopped. Repeatable: a repetition stops what was made since.
 */
export async function revokeAndStop(revocation: Revocation): Promise<RevokedKey | undefined> {
  const { merchantId, keyId, keep, now, merchantSince, untilRefused, readsUntilMs } = revocation;
  const keys = await listApiKeys(merchantId);
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) return undefined;
  const revoked = await endKey(revocation, keyId);
  const limits = { merchantId, ...(readsUntilMs !== undefined && { readsUntilMs }) };
  const { since } = lineOf(keys, key, now);
  /** Read again each time: the key may have made others until it was revoked. */
  const heirsAt = async (at: Date) => {
    const all = await listApiKeys(merchantId);
    const { keyIds, made } = lineOf(all, key, at);
    if (!keep) for (const one of made) await endKey(revocation, one.keyId);
    return { made, found: { ...limits, keyIds, now: at } };
  };
  const { made: keysMade, found } = await heirsAt(now);
  const { searchedUntil, ...set } = await setBy(found);
  const made = { keys: keysMade.map(nameOf), ...set };
  const staying = async (keyIds: ReadonlySet<string>, until: Date) =>
    await madeBy({ ...limits, keyIds, since, merchantSince, now: until });
  const ended = [keyId, ...(keep ? [] : keysMade.map((one) => one.keyId))];
  const isLast = !keys.some((one) => !ended.includes(one.keyId) && isWorking(one, now));
  const result = { key: revoked, isLast, made, searchedUntil };
  if (keep) return { ...result, stays: await staying(found.keyIds, now) };
  const first = await stopSetBy(found);
  if (untilRefused === undefined) {
    const stopped = [...keysMade.map((one) => one.keyId), ...first.stopped];
    return { ...result, stopped, left: first.left, stays: await staying(found.keyIds, now) };
  }
  // What the key has made while it was still let in ends too.
  const refusedAt = await untilRefused();
  const { made: later, found: all } = await heirsAt(refusedAt);
  const then = await stopSetBy(all);
  const endedKeys = [...keysMade, ...later].map((one) => one.keyId);
  const stopped = [...new Set([...endedKeys, ...first.stopped, ...then.stopped])];
  return { ...result, stopped, left: then.left, stays: await staying(all.keyIds, refusedAt) };
}
