// Encrypts and decrypts with KMS. KMS decrypts only with the same encryption context, so that a ciphertext
// that was moved to another row cannot be decrypted, and a grant can be limited to a purpose.
import { DecryptCommand, EncryptCommand, GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { AWS_CLIENT } from '#aws-client.ts';
import { type KeyVersions, readKeyVersions, versionPrefix } from '#domain/key-version.ts';
import { type SettingName, setting } from '#setting.ts';

/** Marked pure: a function that only imports this file for its types and shapes bundles no client. */
const kms = /* @__PURE__ */ new KMSClient(AWS_CLIENT);

/** Ids, never secrets: CloudTrail logs the encryption context. */
export type SealContext =
  | { purpose: 'card'; merchantId: string; cardId: string; part?: 'expiry' }
  | { purpose: 'acquirer'; merchantId: string; posId?: string }
  | { purpose: 'signing'; merchantId: string }
  | { purpose: 'webhook'; merchantId: string; webhookId: string };

const KEY_OF: Record<SealContext['purpose'], SettingName> = {
  card: 'CARD_KEY_ID',
  acquirer: 'SECRETS_KEY_ID',
  signing: 'SECRETS_KEY_ID',
  webhook: 'SECRETS_KEY_ID',
};

/** One KMS call; at most 4,096 bytes of JSON. */
export async function seal(value: unknown, context: SealContext): Promise<Uint8Array> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: setting(KEY_OF[context.purpose]),
      Plaintext: Buffer.from(JSON.stringify(value)),
      EncryptionContext: context,
    }),
  );
  if (CiphertextBlob === undefined) throw new Error('KMS answered without a ciphertext.');
  return CiphertextBlob;
}

/**
 * The JSON value that was sealed; a shape must read it. One KMS call; throws InvalidCiphertextException if
 * the context is another one.
 */
export async function open(blob: Uint8Array, context: SealContext): Promise<unknown> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: setting(KEY_OF[context.purpose]),
      CiphertextBlob: blob,
      EncryptionContext: context,
    }),
  );
  if (Plaintext === undefined) throw new Error('KMS answered without a plaintext.');
  return JSON.parse(Buffer.from(Plaintext).toString('utf8'));
}

export const digestKeyVersions = () => readKeyVersions(setting('DIGEST_KEY_ID'));

/**
 * A digest that only KMS can make: without KMS, a stored digest does not reveal the message. Hex, after the
 * prefix of the key version that made it; by default the current one.
 */
export async function keyedDigest(
  message: string,
  [key]: KeyVersions = digestKeyVersions(),
): Promise<string> {
  return versionPrefix(key.version) + Buffer.from(await mac(key.value, message)).toString('hex');
}

/** One KMS call; 32 bytes. */
export async function mac(keyId: string, message: string): Promise<Uint8Array> {
  const { Mac } = await kms.send(
    new GenerateMacCommand({ KeyId: keyId, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from(message) }),
  );
  if (Mac === undefined) throw new Error('KMS answered without a MAC.');
  return Mac;
}
