// Emulates KMS with its protocol, so the vault uses the SDK client of the cloud, and a wrong context or a
// disabled key causes the same exception.
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { HttpHandler } from '../../http-handler.ts';
import { openSnapshot, type Snapshot } from '../../snapshot.ts';
import {
  AwsError,
  errorResponse,
  type JsonObject,
  type JsonProtocol,
  jsonResponse,
  readInput,
  readJsonObject,
} from '../aws-json.ts';
import { keyIdOf, seal, unseal } from './ciphertext.ts';
import {
  createKeyRing,
  type KeyRequest,
  type KeyRing,
  type KeyUsage,
  keyArn,
  type StoredKey,
} from './key-ring.ts';

type KmsOperation = 'Encrypt' | 'Decrypt' | 'GenerateMac';

export type KmsOptions = {
  keys: readonly KeyRequest[];
  /** Stores the keys. Without it the keys are lost when the process ends. */
  snapshot?: Snapshot<StoredKey>;
};

export type Kms = {
  service: HttpHandler;
  /** The number of calls of each operation, including rejected ones. */
  calls: Record<KmsOperation, number>;
  setEnabled(keyReference: string, enabled: boolean): void;
};

const protocol: JsonProtocol = { contentType: 'application/x-amz-json-1.1', messageKey: 'message' };

const blobOf = (maxBytes: number) =>
  z
    .pipe(
      z.base64(),
      z.transform((text) => Buffer.from(text, 'base64')),
    )
    .check(z.refine(({ length }) => length > 0 && length <= maxBytes));
const context = z._default(z.record(z.string(), z.string()), {});

const operations: Record<KmsOperation, (input: JsonObject, ring: KeyRing) => JsonObject> = {
  Encrypt: operation(
    z.strictObject({ KeyId: z.string(), Plaintext: blobOf(4096), EncryptionContext: context }),
    ({ KeyId, Plaintext, EncryptionContext }, ring) => {
      const key = usableKey(ring.find(KeyId), 'ENCRYPT_DECRYPT');
      const blob = seal(key, Plaintext, EncryptionContext);
      return { CiphertextBlob: blob.toString('base64'), KeyId: keyArn(key) };
    },
  ),

  Decrypt: operation(
    z.strictObject({ KeyId: z.string(), CiphertextBlob: blobOf(6144), EncryptionContext: context }),
    ({ KeyId, CiphertextBlob, EncryptionContext }, ring) => {
      const key = usableKey(ring.find(KeyId), 'ENCRYPT_DECRYPT');
      const sealedWith = ring.byId(keyIdOf(CiphertextBlob) ?? '');
      if (sealedWith === undefined) throw new AwsError('InvalidCiphertextException', undefined);
      if (sealedWith.id !== key.id) {
        const message = 'The key ID in the request does not identify a key that can perform this operation.';
        throw new AwsError('IncorrectKeyException', message);
      }
      const plaintext = unseal(key, CiphertextBlob, EncryptionContext);
      return { Plaintext: plaintext.toString('base64'), KeyId: keyArn(key) };
    },
  ),

  GenerateMac: operation(
    z.strictObject({ KeyId: z.string(), Message: blobOf(4096), MacAlgorithm: z.literal('HMAC_SHA_256') }),
    ({ KeyId, Message }, ring) => {
      const key = usableKey(ring.find(KeyId), 'GENERATE_VERIFY_MAC');
      const mac = createHmac('sha256', Buffer.from(key.material, 'base64')).update(Message).digest('base64');
      return { Mac: mac, KeyId: keyArn(key) };
    },
  ),
};

/** `shape` is what the vault sends: a new use of KMS fails here at once. */
function operation<Shape extends z.ZodMiniType>(
  shape: Shape,
  run: (input: z.output<Shape>, ring: KeyRing) => JsonObject,
) {
  return (input: JsonObject, ring: KeyRing) => run(readInput(shape, input), ring);
}

export function createKms({ keys, snapshot = openSnapshot<StoredKey>() }: KmsOptions): Kms {
  const ring = createKeyRing(keys, snapshot);
  const calls: Kms['calls'] = { Encrypt: 0, Decrypt: 0, GenerateMac: 0 };

  const service: HttpHandler = async (request) => {
    try {
      const operation = operationOf(request.headers['x-amz-target']);
      const input = readJsonObject(request.body);
      calls[operation] += 1;
      return jsonResponse(protocol, operations[operation](input, ring));
    } catch (error) {
      return errorResponse(protocol, error);
    }
  };
  return { service, calls, setEnabled: ring.setEnabled };
}

function operationOf(target: string | string[] | undefined): KmsOperation {
  const [service, name = ''] = String(target).split('.');
  if (service === 'TrentService' && Object.hasOwn(operations, name)) return name as KmsOperation;
  throw new AwsError('UnknownOperationException', `The embedded KMS does not know ${String(target)}`);
}

function usableKey(key: StoredKey, usage: KeyUsage): StoredKey {
  if (!key.enabled) throw new AwsError('DisabledException', `${keyArn(key)} is disabled.`);
  if (key.usage === usage) return key;
  throw new AwsError('InvalidKeyUsageException', `${keyArn(key)} key usage is ${key.usage}, not ${usage}.`);
}
