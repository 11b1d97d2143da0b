// Emulates KMS with its protocol, so the vault uses the SDK client of the cloud, and a wrong context or a
// disabled key causes the same exception.
import { createHmac } from 'node:crypto';
import type { HttpHandler } from '../../http-handler.ts';
import { openSnapshot, type Snapshot } from '../../snapshot.ts';
import {
  AwsError,
  errorResponse,
  type JsonObject,
  type JsonProtocol,
  jsonResponse,
  readJsonObject,
} from '../aws-json.ts';
import { keyIdOf, seal, unseal } from './ciphertext.ts';
import { readAlgorithm, readBlob, readContext, readOptionalText, readText } from './input.ts';
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
  /** A key besides those of the service, for tests of a rotation or a new account. */
  addKey(key: KeyRequest): void;
};

const protocol: JsonProtocol = { contentType: 'application/x-amz-json-1.1', messageKey: 'message' };
const encryptionAlgorithms = ['SYMMETRIC_DEFAULT', 'RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256', 'SM2PKE'];
const macAlgorithms = ['HMAC_SHA_224', 'HMAC_SHA_256', 'HMAC_SHA_384', 'HMAC_SHA_512'];

type Operation = (input: JsonObject, ring: KeyRing) => JsonObject;

const operations: Record<KmsOperation, Operation> = {
  Encrypt(input, ring) {
    const plaintext = readBlob(input, 'Plaintext', 4096);
    const key = usableKey(ring.find(readText(input, 'KeyId')), 'ENCRYPT_DECRYPT');
    const algorithm = encryptionAlgorithm(input, key);
    const blob = seal(key, plaintext, readContext(input));
    return { CiphertextBlob: blob.toString('base64'), KeyId: keyArn(key), EncryptionAlgorithm: algorithm };
  },

  Decrypt(input, ring) {
    const blob = readBlob(input, 'CiphertextBlob', 6144);
    const keyReference = readOptionalText(input, 'KeyId');
    const expected =
      keyReference === undefined ? undefined : usableKey(ring.find(keyReference), 'ENCRYPT_DECRYPT');
    const key = ring.byId(keyIdOf(blob) ?? '');
    if (key === undefined) throw new AwsError('InvalidCiphertextException', undefined);
    if (expected !== undefined && expected.id !== key.id) {
      const message = 'The key ID in the request does not identify a key that can perform this operation.';
      throw new AwsError('IncorrectKeyException', message);
    }
    const algorithm = encryptionAlgorithm(input, usableKey(key, 'ENCRYPT_DECRYPT'));
    const plaintext = unseal(key, blob, readContext(input));
    return { Plaintext: plaintext.toString('base64'), KeyId: keyArn(key), EncryptionAlgorithm: algorithm };
  },

  GenerateMac(input, ring) {
    const message = readBlob(input, 'Message', 4096);
    const named = readAlgorithm(input, 'MacAlgorithm', macAlgorithms);
    const key = usableKey(ring.find(readText(input, 'KeyId')), 'GENERATE_VERIFY_MAC');
    const algorithm = supported(named, 'HMAC_SHA_256', key);
    const mac = createHmac('sha256', Buffer.from(key.material, 'base64')).update(message).digest('base64');
    return { Mac: mac, KeyId: keyArn(key), MacAlgorithm: algorithm };
  },
};

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
  return { service, calls, setEnabled: ring.setEnabled, addKey: ring.add };
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

function encryptionAlgorithm(input: JsonObject, key: StoredKey): string {
  const given = { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', ...withoutNulls(input) };
  const algorithm = readAlgorithm(given, 'EncryptionAlgorithm', encryptionAlgorithms);
  return supported(algorithm, 'SYMMETRIC_DEFAULT', key);
}

/** KMS has more algorithms than a single key supports. */
function supported(algorithm: string, only: string, key: StoredKey): string {
  if (algorithm === only) return algorithm;
  throw new AwsError(
    'InvalidKeyUsageException',
    `Algorithm ${algorithm} is incompatible with ${keyArn(key)}.`,
  );
}

function withoutNulls(input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
