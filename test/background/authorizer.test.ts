// The authorizer, invoked with the events of API Gateway: which keys it denies, which context it returns, how
// many calls it makes, and for how long API Gateway may cache its policy.
import { randomBytes } from 'node:crypto';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '#authorizer.ts';
import { makeApiKey } from '#domain/api-key.ts';
import { SCOPES } from '#domain/scope.ts';
import { createApiKey } from '#store/merchant/api-key.ts';
import { merchantKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { apiKeyDigest } from '#vault/api-key.ts';
import { issueKey, keysOf, revokeKey, rotateKey } from '../../lib/operator/onboarding.ts';
import { costOf, counted } from '../harness/costs.ts';
import { startFaultyTable } from '../harness/faulty-table.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { everyRow, tracesIn } from '../harness/traces.ts';

const wire = await startFaultyTable();
const { service, merchant, api, logs, now, moveBy } = await startHarness({ around: counted });
await service.timeline.setRunning(false);

const ARN = 'arn:aws:execute-api:eu-central-1:123456789012:abcdef123/live/GET/api/payment/PAY-1/x';
const authorize = async (headers: Record<string, string>) =>
  await handler({ headers, methodArn: ARN, requestContext: { requestId: 'R-1' } });
const authorizeKey = async (key: string) => await authorize({ 'X-Api-Key': key });
const effectOf = ({ policyDocument }: Awaited<ReturnType<typeof authorize>>) =>
  JSON.parse(JSON.stringify(policyDocument)).Statement[0].Effect;
const makeKey = () => makeApiKey('test', randomBytes);

describe('the authorizer', () => {
  it('a valid key gets a policy for the whole API, so that it can be cached for every endpoint', async () => {
    const { principalId, policyDocument } = await authorizeKey(merchant.apiKey);
    expect(principalId).toBe(merchant.merchantId);
    expect(policyDocument).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Action: 'execute-api:Invoke',
          Effect: 'Allow',
          Resource: 'arn:aws:execute-api:eu-central-1:123456789012:abcdef123/live/*',
        },
      ],
    });
  });

  it('the context contains the merchant as strings and no secret', async () => {
    const { context } = await authorizeKey(merchant.apiKey);
    expect(context).toMatchObject({
      merchantId: merchant.merchantId,
      merchantName: 'Kahve Dükkânı',
      timeZone: 'Europe/Istanbul',
      mode: 'test',
      scopes: SCOPES.join(' '),
      since: '2026-11',
      digestKey: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(Object.values(context ?? {}).every((value) => typeof value === 'string')).toBe(true);
    const json = JSON.stringify(context);
    expect(tracesIn(json, [{ name: 'key', value: merchant.apiKey.slice(9) }])).toEqual([]);
    expect(json).not.toMatch(/sealed|whsec/i);
  });

  it('the usage identifier, by which API Gateway counts calls, is the merchant id', async () => {
    expect(await authorizeKey(merchant.apiKey)).toMatchObject({ usageIdentifierKey: merchant.merchantId });
    expect(await authorizeKey(makeKey())).not.toHaveProperty('usageIdentifierKey');
  });

  it('the header name is accepted in any letter case', async () => {
    for (const name of ['x-api-key', 'X-API-KEY', 'X-Api-Key']) {
      expect(effectOf(await authorize({ [name]: merchant.apiKey }))).toBe('Allow');
    }
  });

  it('all keys of a merchant get one digest key, those of another merchant another', async () => {
    const second = await issueKey(merchant.merchantId, now());
    const other = await service.addMerchant();
    const digestKeys = [merchant.apiKey, second.apiKey, other.apiKey].map(
      async (key) => (await authorizeKey(key)).context?.['digestKey'],
    );
    const [one, same, another] = await Promise.all(digestKeys);
    expect(same).toBe(one);
    expect(another).not.toBe(one);
  });

  it('a key is stored as a keyed digest: neither it nor a plain hash is in the table', async () => {
    const rows = (await everyRow()).filter((row) => row.includes('KEY#'));
    expect(rows.some((row) => row.includes(merchant.apiKey.slice(-4)))).toBe(true);
    expect(rows.filter((row) => row.includes(merchant.apiKey.slice(9)))).toEqual([]);
  });
});

describe('the scopes of an API key', () => {
  const { merchantId } = merchant;
  const contextOf = async (key: string) => (await authorizeKey(key)).context;

  it('the context has the scopes and the id of the key, those of a key and no others', async () => {
    const { keyId, apiKey } = await issueKey(merchantId, now(), { scopes: ['payments', 'read'] });
    expect(await contextOf(apiKey)).toMatchObject({ keyId, scopes: 'payments read' });
  });

  it('a rotated key has the scopes of the old one', async () => {
    const { keyId } = await issueKey(merchantId, now(), { scopes: ['refunds:request'] });
    const { apiKey } = await rotateKey(merchantId, keyId, 0, now());
    expect(await contextOf(apiKey)).toMatchObject({ scopes: 'refunds:request' });
  });
});

describe('the authorizer in a warm container', () => {
  const authorizedKey = async () => {
    const { merchantId, apiKey } = await service.addMerchant();
    expect(effectOf(await authorizeKey(apiKey))).toBe('Allow');
    return { merchantId, apiKey, merchantRow: { TableName: tableName(), Key: merchantKey(merchantId) } };
  };
  const errorCodeOf = async (key: string) => (await authorizeKey(key)).context?.['errorCode'];

  it('a key authorized before costs one round trip and no KMS call, a new key three', async () => {
    const { apiKey } = await issueKey(merchant.merchantId, now());
    const event = { headers: { 'x-api-key': apiKey }, methodArn: ARN, requestContext: { requestId: 'R-1' } };
    const cost = () => costOf(() => service.lambdas.invoke('authorizer', event), 'authorizer');
    await authorizeKey(merchant.apiKey);
    expect(await cost()).toMatchObject({ rounds: 3, kmsCalls: 1, readUnits: 2 });
    expect(await cost()).toMatchObject({ rounds: 1, kmsCalls: 0, readUnits: 2 });
  });

  it('a key authorized before is denied as soon as it is revoked', async () => {
    const { keyId, apiKey } = await issueKey(merchant.merchantId, now());
    expect(effectOf(await authorizeKey(apiKey))).toBe('Allow');
    await revokeKey(merchant.merchantId, keyId, now());
    expect(await errorCodeOf(apiKey)).toBe('API_KEY_INVALID');
  });

  it('the merchant is read again, and its keys are denied once it is deleted', async () => {
    const { apiKey, merchantRow } = await authorizedKey();
    const rename = { UpdateExpression: 'SET #name = :new', ExpressionAttributeNames: { '#name': 'name' } };
    const ExpressionAttributeValues = { ':new': 'Yeni Dükkân' };
    await table.send(new UpdateCommand({ ...merchantRow, ...rename, ExpressionAttributeValues }));
    expect((await authorizeKey(apiKey)).context).toMatchObject({ merchantName: 'Yeni Dükkân' });
    await table.send(new DeleteCommand(merchantRow));
    expect(await errorCodeOf(apiKey)).toBe('API_KEY_INVALID');
  });
});

describe('the authorizer with an invalid key', () => {
  beforeEach(() => wire.breakAt(Number.POSITIVE_INFINITY, 'error'));

  it('a key with a wrong checksum, length or letter is denied without a call to the table', async () => {
    const key = makeKey();
    const wrong = [
      '',
      'psk_test_',
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      key.toLowerCase(),
      key.replace('test', 'live'),
    ];
    for (const one of [...wrong, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 'ş'.repeat(47)]) {
      const answer = await authorizeKey(one);
      expect([effectOf(answer), answer.context?.['errorCode']], one).toEqual(['Deny', 'API_KEY_INVALID']);
    }
    expect(await authorize({}).then(effectOf)).toBe('Deny');
    expect(wire.mend()).toBe(0);
  });

  it('a well-formed unknown key costs one call to the table', async () => {
    expect((await authorizeKey(makeKey())).context?.['errorCode']).toBe('API_KEY_INVALID');
    expect(wire.mend()).toBe(1);
  });

  it('a key of a merchant that does not exist is denied', async () => {
    const key = makeKey();
    const row = {
      keyId: 'k',
      merchantId: 'gone',
      kind: 'test' as const,
      scopes: [],
      lastFour: 'xxxx',
      createdAt: '2026-11-01',
    };
    await createApiKey(row, await apiKeyDigest(key));
    expect((await authorizeKey(key)).context?.['errorCode']).toBe('API_KEY_INVALID');
  });

  it('an invalid key is not logged', async () => {
    const key = makeKey();
    await authorizeKey(key);
    expect(logs.filter((line) => line.includes(key.slice(9, 30)))).toEqual([]);
    expect(logs.at(-1)).toContain('API_KEY_INVALID');
  });
});

describe('the addresses of an API key', () => {
  const { merchantId } = merchant;
  const contextOf = async (key: string) => (await authorizeKey(key)).context;

  it('the context has them, so that each call is compared, however long the policy is cached', async () => {
    const allowedAddresses = ['203.0.113.0/24', '2001:db8::/32'];
    const { keyId, apiKey } = await issueKey(merchantId, now(), { allowedAddresses });
    expect(await contextOf(apiKey)).toMatchObject({ allowedAddresses: '203.0.113.0/24 2001:db8::/32' });
    expect(await contextOf(merchant.apiKey)).not.toHaveProperty('allowedAddresses');
    const rotated = await rotateKey(merchantId, keyId, 0, now());
    expect(await contextOf(rotated.apiKey)).toMatchObject({
      allowedAddresses: '203.0.113.0/24 2001:db8::/32',
    });
  });
});

describe('the end of an API key', () => {
  const statusWith = async (key: string) => (await api('GET', '/api/payment', { key })).status;

  it('an expired key is denied with API_KEY_EXPIRED from its expiry on', async () => {
    const { apiKey } = await issueKey(merchant.merchantId, now(), {
      expiresAt: new Date(now().getTime() + DAY),
    });
    await moveBy(DAY - MINUTE);
    expect(effectOf(await authorizeKey(apiKey))).toBe('Allow');
    await moveBy(MINUTE);
    expect((await authorizeKey(apiKey)).context?.['errorCode']).toBe('API_KEY_EXPIRED');
  });

  it('a revoked key is denied within a minute, and other keys are not', async () => {
    const { keyId, apiKey } = await issueKey(merchant.merchantId, now());
    expect(await statusWith(apiKey)).toBe(200);
    await revokeKey(merchant.merchantId, keyId, now());
    await moveBy(MINUTE + SECOND);
    expect([await statusWith(apiKey), await statusWith(merchant.apiKey)]).toEqual([401, 200]);
  });

  it('a rotated key is denied after the overlap, and the new key works at once', async () => {
    const { merchantId } = await service.addMerchant({ mode: 'live' });
    const old = await issueKey(merchantId, now());
    const fresh = await rotateKey(merchantId, old.keyId, 2, now());
    expect(fresh.apiKey).toMatch(/^psk_live_/);
    expect([await statusWith(old.apiKey), await statusWith(fresh.apiKey)]).toEqual([200, 200]);
    await moveBy(2 * HOUR + MINUTE);
    expect([await statusWith(old.apiKey), await statusWith(fresh.apiKey)]).toEqual([401, 200]);
  });

  it('a rotated key ends after a year if the old one has an end, and never if that has none', async () => {
    const { merchantId } = await service.addMerchant();
    const endOfRotated = async (expiresAt?: Date) => {
      const { keyId } = await issueKey(merchantId, now(), { expiresAt });
      const { keyId: newId } = await rotateKey(merchantId, keyId, 1, now());
      return (await keysOf(merchantId)).find((one) => one.keyId === newId)?.expiresAt;
    };
    const end = Date.parse((await endOfRotated(new Date(now().getTime() + DAY))) ?? '');
    expect(Math.round((end - now().getTime()) / DAY)).toBe(365);
    expect(await endOfRotated()).toBeUndefined();
  });

  it('a rotation does not extend a key, and a key cannot be rotated after its end', async () => {
    const { merchantId } = merchant;
    const rotate = (keyId: string) => rotateKey(merchantId, keyId, 24, now());
    const short = await issueKey(merchantId, now(), {
      expiresAt: new Date(now().getTime() + HOUR),
    });
    await rotate(short.keyId);
    await moveBy(HOUR + MINUTE);
    expect(await statusWith(short.apiKey)).toBe(401);
    await expect(rotate(short.keyId)).rejects.toThrow('has ended');
    const lost = await issueKey(merchantId, now());
    await revokeKey(merchantId, lost.keyId, now());
    await expect(rotate(lost.keyId)).rejects.toThrow('has ended');
  });
});
