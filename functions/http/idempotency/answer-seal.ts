// Encrypts the answers that are stored under Idempotency-Keys: an answer can contain a bearer secret, such as
// the token of a hosted page, and is kept for days. The key is the merchant's own, which the authorizer
// has derived with KMS already, so that neither writing nor reading needs a call.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { merchantDigests } from '#domain/digest-key.ts';

const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** AES-256 keys, one for each version of the merchant's key, the current one first. */
export type AnswerKeys = readonly [Buffer, ...Buffer[]];

export function answerKeysOf(digestKey: string, of = 'idempotency-answer'): AnswerKeys {
  const [current, ...others] = merchantDigests(digestKey, of);
  return [current.digest, ...others.map(({ digest }) => digest)];
}

/** The token of a payment link, which the table has only so: the merchant shows the link for months. */
export const sealToken = (token: string, digestKey: string, digest: string): Uint8Array =>
  sealAnswer(token, answerKeysOf(digestKey, 'page-token'), digest);
/** Undefined once the version of the key that sealed it is retired. */
export const openToken = (sealed: Uint8Array, digestKey: string, digest: string): string | undefined =>
  openedBy(sealed, answerKeysOf(digestKey, 'page-token'), digest);

const SECRET_BYTES = 16;
/** A new secret of a customer or card, stored in its row. */
export const newAnswerSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

/**
 * The keys of an answer with personal data. Once the secret is erased with its owner, they cannot be derived.
 */
export const keysOfOwner = ([current, ...others]: AnswerKeys, secret: Uint8Array): AnswerKeys => {
  const derived = (key: Buffer) => createHmac('sha256', key).update(secret).digest();
  return [derived(current), ...others.map(derived)];
};

/** `place`: the row's key. An answer that is moved to another row cannot be decrypted. */
export function sealAnswer(body: string, [key]: AnswerKeys, place: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), text]));
}

/** Throws if no version of the key fits, or if the bytes were changed or moved. */
export function openAnswer(sealed: Uint8Array, keys: AnswerKeys, place: string): string {
  const text = openedBy(sealed, keys, place);
  if (text === undefined) throw new Error('The stored answer cannot be decrypted.');
  return text;
}

/** Undefined if no version of the key fits, or if the bytes were changed or moved. */
export const openedBy = (sealed: Uint8Array, keys: AnswerKeys, place: string): string | undefined =>
  keys.map((key) => opened(sealed, key, place)).find((one) => one !== undefined);

function opened(sealed: Uint8Array, key: Buffer, place: string): string | undefined {
  const bytes = Buffer.from(sealed);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  cipher.setAAD(Buffer.from(place)).setAuthTag(tag);
  try {
    const text = cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, cipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
