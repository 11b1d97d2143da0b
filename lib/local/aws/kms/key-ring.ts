// The keys of the embedded KMS: created once, found by alias or ARN, and stored in the snapshot, because
// without its key no stored card could be decrypted after a restart.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Snapshot } from '../../snapshot.ts';
import { AwsError, localArn } from '../aws-json.ts';

export type KeyUsage = 'ENCRYPT_DECRYPT' | 'GENERATE_VERIFY_MAC';

/** A required key. */
export type KeyRequest = { usage: KeyUsage; alias: string };

export type StoredKey = KeyRequest & {
  id: string;
  enabled: boolean;
  /** 256 bits, base64. */
  material: string;
};

export type KeyRing = {
  /** Returns the key in any state; throws NotFoundException. */
  find(reference: string): StoredKey;
  byId(id: string): StoredKey | undefined;
  setEnabled(reference: string, enabled: boolean): void;
};

export function keyArn(key: StoredKey): string {
  return localArn('kms', `key/${key.id}`);
}

export function createKeyRing(requests: readonly KeyRequest[], snapshot: Snapshot<StoredKey>): KeyRing {
  const known = (reference: string): StoredKey | undefined => {
    for (const [, key] of snapshot.entries())
      if (key.alias === reference || keyArn(key) === reference) return key;
    return undefined;
  };
  for (const { alias, usage } of requests) {
    const stored = known(alias);
    if (stored === undefined) {
      const id = randomUUID();
      snapshot.set(id, { id, alias, usage, enabled: true, material: randomBytes(32).toString('base64') });
    } else if (stored.usage !== usage) {
      throw new Error(`key ${stored.id} exists with usage ${stored.usage}, not ${usage}`);
    }
  }

  const find = (reference: string): StoredKey => {
    const key = known(reference);
    if (key === undefined) throw new AwsError('NotFoundException', `${reference} is not found.`);
    return key;
  };
  return {
    find,
    byId: (id) => snapshot.get(id),
    setEnabled(reference, enabled) {
      const key = find(reference);
      snapshot.set(key.id, { ...key, enabled });
    },
  };
}
