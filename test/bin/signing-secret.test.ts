// The rotation of a merchant's signing secret in the steps of a shop: add, install, retire.
import { createHmac } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { merchantKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { memoryClock } from '#vault/remember.ts';
import { resultOf } from '../drivers/result.ts';
import { DAY, type OpenPage, startHarness } from '../harness/harness.ts';
import { runCommand } from './driver/command.ts';

const { service, buyer, createPage, moveBy, now } = await startHarness();
afterEach(() => void vi.restoreAllMocks());

type Secret = { kid: string; signingSecret: string };
const secretsOf = ({ merchantId }: { merchantId: string }) => {
  const run = async (command: string, ...args: string[]) => {
    const options = ['--merchant', merchantId, '--local', service.baseUrl];
    return (await runCommand('merchant', 'signing-secret', command, ...args, ...options)).text;
  };
  return {
    add: async () => JSON.parse(await run('add')) as Secret,
    list: async () => JSON.parse(await run('list')) as { kid: string; signs: boolean }[],
    text: run,
  };
};

/** Pays an order and returns the index of the secret that signed the result, and its `kid`. */
async function signedBy(apiKey: string, ...secrets: string[]): Promise<[index: number, kid: string]> {
  return await signerOf(await createPage({}, { key: apiKey }), ...secrets);
}

async function signerOf(
  page: Pick<OpenPage, 'hostedPageUrl'>,
  ...secrets: string[]
): Promise<[number, string]> {
  const { location = '' } = await buyer.submit(await buyer.open(page.hostedPageUrl));
  const [header = '', payload, signature] = location.split('?result=')[1]?.split('.') ?? [];
  const isBy = (secret: string) =>
    createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url') === signature;
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as { kid: string };
  return [secrets.findIndex(isBy), kid];
}

/** Functions remember a secret for a minute. */
function waitAMinute(): void {
  const nowMs = memoryClock.nowMs() + 60_000;
  vi.spyOn(memoryClock, 'nowMs').mockReturnValue(nowMs);
}

const isOnly = expect.stringContaining('the only signing secret; add another first');

describe('the rotation of a signing secret', () => {
  it('the new secret signs only once the older one is retired, at most a minute later', async () => {
    const merchant = await service.addMerchant({ threeDSecure: 'never' });
    const { add, list, text } = secretsOf(merchant);
    const second = await add();
    expect(await list()).toMatchObject([
      { kid: merchant.kid, signs: true },
      { kid: second.kid, signs: false },
    ]);
    const both = [merchant.signingSecret, second.signingSecret];
    expect(await signedBy(merchant.apiKey, ...both)).toEqual([0, merchant.kid]);
    expect(JSON.parse(await text('retire', '--secret', merchant.kid ?? ''))).toEqual({
      retired: merchant.kid,
    });
    waitAMinute();
    expect(await signedBy(merchant.apiKey, ...both)).toEqual([1, second.kid]);
    expect(await text('retire', '--secret', second.kid)).toEqual(isOnly);
  });

  it('a link that is paid on day 41 has the secret that was put in place of its first one on day 40', async () => {
    const merchant = await service.addMerchant({ threeDSecure: 'never' });
    const { add, text } = secretsOf(merchant);
    const link = await createPage({ expiresInMinutes: 129_600 }, { key: merchant.apiKey });
    await service.timeline.setRunning(false);
    await moveBy(40 * DAY);
    const second = await add();
    await text('retire', '--secret', merchant.kid ?? '');
    await moveBy(DAY);
    expect(await signerOf(link, merchant.signingSecret, second.signingSecret)).toEqual([1, second.kid]);
    const { location = '' } = await buyer.open(`${link.hostedPageUrl}/leave`);
    const { exp, iat } = resultOf(location);
    expect(exp - iat).toBe(600);
    expect(Math.abs(iat * 1000 - now().getTime())).toBeLessThan(60_000);
    await service.timeline.setRunning(true);
  });

  it('a merchant has at most two secrets, and neither is shown again', async () => {
    const { add, text } = secretsOf(await service.addMerchant());
    const second = await add();
    expect(await text('add')).toContain('two signing secrets; retire one first');
    expect(await text('list')).not.toContain('whsec_');
    expect(await text('retire', '--secret', 'none')).toContain('has no signing secret none');
    expect(await text('retire')).toContain('--secret is needed');
    expect(JSON.parse(await text('retire', '--secret', second.kid))).toEqual({ retired: second.kid });
  });

  it('a merchant of the first version has one secret, which works and can be rotated', async () => {
    const merchant = await service.addMerchant({ threeDSecure: 'never' });
    const Key = merchantKey(merchant.merchantId);
    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key }));
    const { signingSecrets, ...rest } = Item as { signingSecrets: [{ sealed: Uint8Array }] };
    const before = { ...rest, sealedSigningSecret: signingSecrets[0].sealed };
    await table.send(new PutCommand({ TableName: tableName(), Item: before }));

    const { add, list, text } = secretsOf(merchant);
    expect(await list()).toMatchObject([{ kid: merchant.merchantId, signs: true }]);
    expect(await text('retire', '--secret', merchant.merchantId)).toEqual(isOnly);
    const second = await add();
    const both = [merchant.signingSecret, second.signingSecret];
    expect(await signedBy(merchant.apiKey, ...both)).toEqual([0, merchant.merchantId]);
    await text('retire', '--secret', merchant.merchantId);
    waitAMinute();
    expect(await signedBy(merchant.apiKey, ...both)).toEqual([1, second.kid]);
  });
});
