import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DisabledException,
  InvalidCiphertextException,
  InvalidKeyUsageException,
  NotFoundException,
} from '@aws-sdk/client-kms';
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredKey } from '../../../../../lib/local/aws/kms/key-ring.ts';
import { createKms } from '../../../../../lib/local/aws/kms/kms.ts';
import { openSnapshot } from '../../../../../lib/local/snapshot.ts';
import { cleanUp, cleanUps, context, keys, startKms } from './harness.ts';

afterEach(cleanUp);

describe('keys of the embedded KMS', () => {
  it('keys are found by alias and ARN only', async () => {
    const { encrypt } = await startKms();
    const arnOf = async (keyId: string) => (await encrypt('a', undefined, keyId)).KeyId ?? '';
    const arn = await arnOf('alias/card');
    expect(await arnOf(arn)).toBe(arn);
    for (const keyId of ['alias/nobody', `${arn}0`, arn.replace('000000000000', '000000000001')])
      await expect(arnOf(keyId)).rejects.toThrow(NotFoundException);
  });

  it('a key rejects operations of another usage', async () => {
    const { encrypt, mac } = await startKms();
    await expect(encrypt('a', undefined, 'alias/digest')).rejects.toThrow(InvalidKeyUsageException);
    await expect(mac('a', 'alias/card')).rejects.toThrow(InvalidKeyUsageException);
  });

  it('a disabled key rejects every operation, and works again when it is enabled', async () => {
    const { kms, encrypt, decrypt, mac } = await startKms();
    const { CiphertextBlob } = await encrypt('secret');
    kms.setEnabled('alias/card', false);
    kms.setEnabled('alias/digest', false);
    await expect(encrypt('a')).rejects.toThrow(DisabledException);
    await expect(decrypt(CiphertextBlob)).rejects.toThrow(DisabledException);
    await expect(mac('a')).rejects.toThrow(DisabledException);
    kms.setEnabled('alias/card', true);
    await decrypt(CiphertextBlob);
  });

  it('keys survive a restart, so earlier ciphertexts can be decrypted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kms-'));
    cleanUps.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'kms.jsonl');
    const before = await startKms({ snapshot: openSnapshot<StoredKey>(file) });
    const { CiphertextBlob } = await before.encrypt('secret', context);
    const digest = await before.mac('a');
    const after = await startKms({ snapshot: openSnapshot<StoredKey>(file) });
    const opened = await after.decrypt(CiphertextBlob, context);
    expect(Buffer.from(opened.Plaintext ?? []).toString()).toBe('secret');
    expect((await after.mac('a')).Mac).toEqual(digest.Mac);
    expect(readFileSync(file, 'utf8').split('\n').length).toBe(keys.length + 1);
    const otherKms = await startKms();
    await expect(otherKms.decrypt(CiphertextBlob, context)).rejects.toThrow(InvalidCiphertextException);
  });

  it('the usage of an existing key cannot change', () => {
    const snapshot = openSnapshot<StoredKey>();
    createKms({ keys: [{ alias: 'alias/card', usage: 'ENCRYPT_DECRYPT' }], snapshot });
    const reused = () =>
      createKms({ keys: [{ alias: 'alias/card', usage: 'GENERATE_VERIFY_MAC' }], snapshot });
    expect(reused).toThrow(/exists with usage/);
  });
});
