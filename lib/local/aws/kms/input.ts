// Parses the inputs of KMS operations, and rejects inputs that AWS rejects, before any key is used.
import { AwsError, isObject, type JsonObject } from '../aws-json.ts';
import type { EncryptionContext } from './ciphertext.ts';

/** AWS limits the size of the whole context. */
const contextCharactersAllowed = 8192;

export function readText(input: JsonObject, field: string): string {
  const text = readOptionalText(input, field);
  if (text === undefined) throw constraintViolated(field, 'Member must not be null');
  return text;
}

export function readOptionalText(input: JsonObject, field: string): string | undefined {
  const value = input[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new AwsError('SerializationException', `${field} is not a string`);
  if (value === '') {
    throw constraintViolated(field, 'Member must have length greater than or equal to 1');
  }
  return value;
}

/** Blobs are base64; `maxBytes` limits the decoded size. */
export function readBlob(input: JsonObject, field: string, maxBytes: number): Buffer {
  const value = input[field];
  if (value === undefined || value === null) throw constraintViolated(field, 'Member must not be null');
  const blob = typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
  if (blob === undefined || blob.toString('base64') !== value) {
    throw new AwsError('SerializationException', `${field} is not base64`);
  }
  if (blob.length === 0) {
    throw constraintViolated(field, 'Member must have length greater than or equal to 1');
  }
  if (blob.length > maxBytes) {
    throw constraintViolated(field, `Member must have length less than or equal to ${maxBytes}`);
  }
  return blob;
}

/** Accepts any algorithm that KMS has; the caller checks whether the key supports it. */
export function readAlgorithm(input: JsonObject, field: string, known: readonly string[]): string {
  const algorithm = readText(input, field);
  if (known.includes(algorithm)) return algorithm;
  throw constraintViolated(field, `Member must satisfy enum value set: [${known.join(', ')}]`);
}

export function readContext(input: JsonObject): EncryptionContext {
  const given = input['EncryptionContext'] ?? {};
  if (!isObject(given)) throw new AwsError('SerializationException', 'EncryptionContext is not a map');
  const context: EncryptionContext = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string') {
      throw new AwsError('SerializationException', `the value of ${name} is not a string`);
    }
    context[name] = value;
  }
  if (JSON.stringify(context).length > contextCharactersAllowed) {
    throw new AwsError('ValidationException', `The encryption context exceeds ${contextCharactersAllowed}`);
  }
  return context;
}

function constraintViolated(field: string, constraint: string): AwsError {
  const member = field.charAt(0).toLowerCase() + field.slice(1);
  const message = `1 validation error detected: Value at '${member}' failed to satisfy constraint`;
  return new AwsError('ValidationException', `${message}: ${constraint}`);
}
