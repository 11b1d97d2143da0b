// An embedded KMS on a real port, with the SDK calls of the tests.
import { DecryptCommand, EncryptCommand, GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { createKms, type KmsOptions } from '../../../../../lib/local/aws/kms/kms.ts';
import { awsClientOptions, serve } from '../../serve.ts';

export const keys: KmsOptions['keys'] = [
  { alias: 'alias/card', usage: 'ENCRYPT_DECRYPT' },
  { alias: 'alias/other', usage: 'ENCRYPT_DECRYPT' },
  { alias: 'alias/digest', usage: 'GENERATE_VERIFY_MAC' },
];
export const cleanUps: (() => unknown)[] = [];

/** Must be called in `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const undo of cleanUps.splice(0)) await undo();
}

export async function startKms(options: Partial<KmsOptions> = {}) {
  const kms = createKms({ keys, ...options });
  const { endpoint, close } = await serve(kms.service);
  const client = new KMSClient({ ...awsClientOptions, endpoint, maxAttempts: 1 });
  cleanUps.push(close, () => client.destroy());
  const encrypt = (plaintext: Uint8Array | string, context?: Record<string, string>, KeyId = 'alias/card') =>
    client.send(
      new EncryptCommand({
        KeyId,
        Plaintext: Buffer.from(plaintext),
        ...(context === undefined ? {} : { EncryptionContext: context }),
      }),
    );
  const decrypt = (blob: Uint8Array | undefined, context?: Record<string, string>, KeyId = 'alias/card') =>
    client.send(
      new DecryptCommand({
        KeyId,
        CiphertextBlob: blob,
        ...(context === undefined ? {} : { EncryptionContext: context }),
      }),
    );
  const mac = (message: string | Uint8Array, KeyId = 'alias/digest') =>
    client.send(
      new GenerateMacCommand({ KeyId, Message: Buffer.from(message), MacAlgorithm: 'HMAC_SHA_256' }),
    );
  return { kms, client, endpoint, encrypt, decrypt, mac };
}

/** The context with which the vault encrypts a card. */
export const context = { purpose: 'card', merchantId: 'm1', cardId: 'c1' };
