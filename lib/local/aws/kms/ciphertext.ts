// Ciphertext blobs of the embedded KMS. A blob contains its key's id, as AWS's do, and is bound to the
// encryption context: a changed byte or another context makes decryption fail.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AwsError } from '../aws-json.ts';
import type { StoredKey } from './key-ring.ts';

type EncryptionContext = Record<string, string>;

const format = 1;
const ivBytes = 12;
const tagBytes = 16;

/** Layout: format, length of the key id, key id, IV, tag, ciphertext. */
export function seal(key: StoredKey, plaintext: Buffer, context: EncryptionContext): Buffer {
  const header = Buffer.concat([Buffer.from([format, key.id.length]), Buffer.from(key.id, 'latin1')]);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', materialOf(key), iv, { authTagLength: tagBytes });
  cipher.setAAD(associatedData(context));
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]);
}

/** The key id in the blob; undefined if the blob is malformed. */
export function keyIdOf(blob: Buffer): string | undefined {
  const length = blob[1] ?? 0;
  if (blob[0] !== format || blob.length < 2 + length + ivBytes + tagBytes) return undefined;
  return blob.toString('latin1', 2, 2 + length);
}

/** Throws InvalidCiphertextException for a wrong blob or context without distinguishing them, as AWS does. */
export function unseal(key: StoredKey, blob: Buffer, context: EncryptionContext): Buffer {
  const ivAt = 2 + key.id.length;
  const tagAt = ivAt + ivBytes;
  const iv = blob.subarray(ivAt, tagAt);
  const decipher = createDecipheriv('aes-256-gcm', materialOf(key), iv, { authTagLength: tagBytes });
  decipher.setAAD(associatedData(context));
  decipher.setAuthTag(blob.subarray(tagAt, tagAt + tagBytes));
  try {
    return Buffer.concat([decipher.update(blob.subarray(tagAt + tagBytes)), decipher.final()]);
  } catch {
    throw new AwsError('InvalidCiphertextException', undefined);
  }
}

/** Independent of the order of the pairs; the JSON encoding separates them unambiguously. */
function associatedData(context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([left], [right]) => (left < right ? -1 : 1));
  return Buffer.from(JSON.stringify(pairs), 'utf8');
}

function materialOf(key: StoredKey): Buffer {
  return Buffer.from(key.material, 'base64');
}
