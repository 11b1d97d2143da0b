import {
  GenerateMacCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  NotFoundException,
} from '@aws-sdk/client-kms';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanUp, context, startKms } from './harness.ts';

afterEach(cleanUp);

describe('encryption of the embedded KMS', () => {
  it('decryption with the same context returns the plaintext, in any order of the pairs', async () => {
    const { encrypt, decrypt } = await startKms();
    const sealed = await encrypt('4111', context);
    const opened = await decrypt(sealed.CiphertextBlob, { cardId: 'c1', merchantId: 'm1', purpose: 'card' });
    expect(Buffer.from(opened.Plaintext ?? []).toString()).toBe('4111');
    expect(opened.KeyId).toBe(sealed.KeyId);
    expect(sealed.KeyId).toMatch(/^arn:aws:kms:[a-z0-9-]+:000000000000:key\/[0-9a-f-]{36}$/);
    expect(sealed.$metadata.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('two ciphertexts of one plaintext differ and do not contain it', async () => {
    const { encrypt } = await startKms();
    const [one, two] = await Promise.all([encrypt('marked plaintext'), encrypt('marked plaintext')]);
    expect(Buffer.from(one.CiphertextBlob ?? [])).not.toEqual(Buffer.from(two.CiphertextBlob ?? []));
    expect(Buffer.from(one.CiphertextBlob ?? []).includes('marked')).toBe(false);
  });

  it.each([
    ['another value', { ...context, cardId: 'c2' }],
    ['one pair more', { ...context, extra: '' }],
    ['one pair less', { purpose: 'card', merchantId: 'm1' }],
    ['another case', { ...context, cardId: 'C1' }],
    ['the same letters cut elsewhere', { purpose: 'card', merchantId: 'm1', cardI: 'dc1' }],
    ['none', undefined],
  ])('decryption fails with a wrong context: %s', async (_case, wrong) => {
    const { encrypt, decrypt } = await startKms();
    const { CiphertextBlob } = await encrypt('secret', context);
    await expect(decrypt(CiphertextBlob, wrong)).rejects.toThrow(InvalidCiphertextException);
  });

  it('decryption fails if any byte of the blob is changed or missing', async () => {
    const { encrypt, decrypt } = await startKms();
    const blob = Buffer.from((await encrypt('secret', context)).CiphertextBlob ?? []);
    for (let at = 0; at < blob.length; at += 1) {
      const altered = Buffer.from(blob);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      await expect(decrypt(altered, context), `byte ${at}`).rejects.toThrow(InvalidCiphertextException);
    }
    for (const length of [1, 2, 40, blob.length - 1]) {
      await expect(decrypt(blob.subarray(0, length), context)).rejects.toThrow(InvalidCiphertextException);
    }
  });

  it('1 to 4096 bytes of any value can be encrypted, and no other sizes', async () => {
    const { encrypt, decrypt } = await startKms();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 4096 }), async (plaintext) => {
        const { CiphertextBlob } = await encrypt(plaintext);
        expect(Buffer.from((await decrypt(CiphertextBlob)).Plaintext ?? [])).toEqual(Buffer.from(plaintext));
      }),
      { numRuns: 20 },
    );
    await encrypt(Buffer.alloc(4096));
    await expect(encrypt(Buffer.alloc(4097))).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    });
    await expect(encrypt(Buffer.alloc(0))).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('decryption rejects another key than the one that encrypted', async () => {
    const { encrypt, decrypt } = await startKms();
    const { CiphertextBlob } = await encrypt('secret');
    await expect(decrypt(CiphertextBlob, undefined, 'alias/other')).rejects.toThrow(IncorrectKeyException);
  });
});

describe('MACs of the embedded KMS', () => {
  it('equal messages have equal MACs, and other messages different ones', async () => {
    const { mac } = await startKms();
    const [one, two, other] = await Promise.all([mac('a'), mac('a'), mac('b')]);
    expect(one.Mac).toEqual(two.Mac);
    expect(one.Mac).toHaveLength(32);
    expect(one.Mac).not.toEqual(other.Mac);
  });

  it('messages of up to 4096 bytes are accepted', async () => {
    const { mac } = await startKms();
    await mac(Buffer.alloc(4096));
    await expect(mac(Buffer.alloc(4097))).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it("only the key's algorithm is accepted", async () => {
    const { client } = await startKms();
    const KeyId = 'alias/digest';
    const withAlgorithm = (MacAlgorithm: 'HMAC_SHA_512') =>
      client.send(new GenerateMacCommand({ KeyId, Message: Buffer.from('a'), MacAlgorithm }));
    await expect(withAlgorithm('HMAC_SHA_512')).rejects.toThrow('not emulated: MacAlgorithm');
  });
});

describe('protocol of the embedded KMS', () => {
  it('calls are counted, including rejected ones', async () => {
    const { kms, encrypt, mac } = await startKms();
    await encrypt('a');
    await mac('a');
    await expect(encrypt('a', undefined, 'alias/nobody')).rejects.toThrow(NotFoundException);
    expect(kms.calls).toEqual({ Encrypt: 2, Decrypt: 0, GenerateMac: 1 });
  });

  it.each([
    ['an unknown operation', 'TrentService.ScheduleKeyDeletion', '{}', 'UnknownOperationException'],
    ['another service', 'DynamoDB_20120810.Encrypt', '{}', 'UnknownOperationException'],
    ['a name every object knows', 'TrentService.constructor', '{}', 'UnknownOperationException'],
    ['no JSON', 'TrentService.Encrypt', '{', 'SerializationException'],
    ['no object', 'TrentService.Encrypt', '[]', 'SerializationException'],
    ['no input', 'TrentService.Encrypt', '', 'ValidationException'],
    ['no base64', 'TrentService.Encrypt', '{"KeyId":"alias/card","Plaintext":"?"}', 'ValidationException'],
  ])('a call with %s is rejected with a 400 of the KMS protocol', async (_case, target, body, type) => {
    const { endpoint } = await startKms();
    const answer = await fetch(endpoint, { method: 'POST', headers: { 'x-amz-target': target }, body });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/x-amz-json-1.1');
    expect(answer.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('x-amzn-errortype')).toBe(type);
    expect(await answer.json()).toMatchObject({ __type: type });
  });
});
