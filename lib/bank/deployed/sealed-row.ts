// Rows that contain a card number for some minutes are encrypted with a key derived from their names. Only
// the buyer's browser and the merchant have the names, so the table alone reveals no card, without the cost
// of a KMS key.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Replaces the name in the table's key; hex. */
export const nameDigest = (name: string) => createHash('sha256').update(name).digest('hex');

/** `value` is plain JSON. */
export function sealRow(name: string, value: unknown): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(name), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function openRow(name: string, bytes: Uint8Array): unknown {
  const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
  const decipher = createDecipheriv(CIPHER, keyOf(name), iv);
  decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
  const opened = Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]);
  return JSON.parse(opened.toString('utf8'));
}

const keyOf = (name: string) => new Uint8Array(hkdfSync('sha256', name, '', 'simulated bank row', 32));
