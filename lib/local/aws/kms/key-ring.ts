// The keys of the embedded KMS: created once, found by id, alias or ARN, and stored in the snapshot, because
// without its key no stored card could be decrypted after a restart.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Snapshot } from '../../snapshot.ts';
import { AwsError, localArn } from '../aws-json.ts';

export type KeyUsage = 'ENCRYPT_DECRYPT' | 'GENERATE_VERIFY_MAC';

/** A required key, identified by an id, an alias (`alias/card`), or both. */
export type KeyRequest = { usage: KeyUsage; id?: string; alias?: string };

export type StoredKey = {
  id: string;
  alias?: string;
  usage: KeyUsage;
  enabled: boolean;
  createdAtMs: number;
  /** 256 bits, base64. */
  material: string;
};

export type KeyRing = {
  /** Returns the key in any state; throws NotFoundException. */
  find(reference: string): StoredKey;
  byId(id: string): StoredKey | undefined;
  setEnabled(reference: string, enabled: boolean): void;
  add(request: KeyRequest): void;
};

export function keyArn(key: StoredKey): string {
  return localArn('kms', `key/${key.id}`);
}

export function createKeyRing(requests: readonly KeyRequest[], snapshot: Snapshot<StoredKey>): KeyRing {
  for (const request of requests) {
    if (!existingKey(request, snapshot)) createKey(request, snapshot);
  }

  const find = (reference: string): StoredKey => {
    const name = reference.startsWith('arn:') ? reference.slice(localArn('kms', '').length) : reference;
    const key = name.startsWith('alias/')
      ? byAlias(name, snapshot)
      : snapshot.get(name.startsWith('key/') ? name.slice('key/'.length) : name);
    // The whole ARN is compared, because an ARN of another account or region must not match.
    if (key === undefined || (reference.startsWith('arn:') && reference !== localArn('kms', name))) {
      throw new AwsError('NotFoundException', notFoundMessage(name));
    }
    return key;
  };

  return {
    find,
    byId: (id) => snapshot.get(id),
    add: (request) => createKey(request, snapshot),
    setEnabled(reference, enabled) {
      const key = find(reference);
      snapshot.set(key.id, { ...key, enabled });
    },
  };
}

function existingKey(request: KeyRequest, snapshot: Snapshot<StoredKey>): StoredKey | undefined {
  const key = request.id === undefined ? byAlias(request.alias, snapshot) : snapshot.get(request.id);
  if (key !== undefined && key.usage !== request.usage) {
    throw new Error(`key ${key.id} exists with usage ${key.usage}, not ${request.usage}`);
  }
  return key;
}

function createKey(request: KeyRequest, snapshot: Snapshot<StoredKey>): void {
  const id = request.id ?? randomUUID();
  if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`not a key id: ${id}`);
  snapshot.set(id, {
    id,
    ...(request.alias === undefined ? {} : { alias: request.alias }),
    usage: request.usage,
    enabled: true,
    createdAtMs: Date.now(),
    material: randomBytes(32).toString('base64'),
  });
}

function byAlias(alias: string | undefined, snapshot: Snapshot<StoredKey>): StoredKey | undefined {
  if (alias === undefined) return undefined;
  for (const [, key] of snapshot.entries()) if (key.alias === alias) return key;
  return undefined;
}

function notFoundMessage(name: string): string {
  if (name.startsWith('alias/')) return `Alias ${localArn('kms', name)} is not found.`;
  const id = name.startsWith('key/') ? name.slice('key/'.length) : name;
  return `Key '${localArn('kms', `key/${id}`)}' does not exist`;
}
