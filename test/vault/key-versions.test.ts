// The rotation of the digest key and the merchant key in the steps of docs/deploy-options.md: the new version
// is added, makes new values, and the old one ends. In each step API keys, cursors, idempotency keys and
// expiry tags of every version in use work.
import { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { beforeAll, describe, expect, it } from 'vitest';
import { digestVersionOf } from '#store/merchant/api-key.ts';
import { issueKey, keysOf } from '../../lib/operator/onboarding.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { cardBody } from '../endpoints/card/stored-cards.ts';
import { MINUTE, pageBody, startHarness } from '../harness/harness.ts';
import { everyRow } from '../harness/traces.ts';

const { api, merchant, moveBy, now } = await startHarness();
const { merchantId } = merchant;
/** Returns the ARN of a key, a form that no other setting uses. */
async function arnOf(alias: string): Promise<string> {
  const mac = { KeyId: alias, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from('any') } as const;
  return String((await new KMSClient().send(new GenerateMacCommand(mac))).KeyId);
}
/** Any MAC key serves as a new version. */
const DIGEST = { 1: 'alias/digest', 2: await arnOf('alias/merchant') };
const MERCHANT = { 1: 'alias/merchant', 2: await arnOf('alias/fingerprint') };

/** Simulates a deployment with these versions after API Gateway's cache of authorizer results. */
async function deploy(...versions: (1 | 2)[]): Promise<void> {
  const settingOf = (key: typeof DIGEST) => versions.map((one) => `${one}=${key[one]}`).join(' ');
  process.env['DIGEST_KEY_ID'] = settingOf(DIGEST);
  process.env['MERCHANT_KEY_ID'] = settingOf(MERCHANT);
  await moveBy(2 * MINUTE);
}

const newKey = async () => (await issueKey(merchantId, now(), { scopes: ['cards:raw', ...SCOPES] })).apiKey;
const SCOPES = ['payments', 'customers', 'cards', 'read'] as const;
const statusWith = async (key: string) => (await api('GET', '/api/customer', { key })).status;

type Made = Awaited<ReturnType<typeof make>>;

/** Makes one of each value that depends on a key. */
async function make(name: string) {
  const key = await newKey();
  const body = pageBody();
  const headers = { 'idempotency-key': name };
  const page = await api('POST', '/api/payment/hostedpage', { body, headers, key: merchant.apiKey });
  expect(page.status).toBe(201);
  for (const fullName of ['Ada', 'Ece', 'Can']) {
    const email = `${fullName}-${name}@example.com`.toLowerCase();
    await api('POST', '/api/customer', { body: { fullName, email }, key: merchant.apiKey });
  }
  const list = await api('GET', '/api/customer?limit=1', { key: merchant.apiKey });
  const thisMonth = cardBody({ expiryMonth: '11', expiryYear: '2026', cardAlias: name });
  const card = await api('POST', '/api/card', { body: thisMonth, key: await newKey() });
  expect(card.status).toBe(201);
  const cardId = String(card.json.data['id']);
  return { key, body, headers, text: page.text, cursor: String(list.json.data['nextCursor']), cardId };
}

async function expectWorking({ key, body, headers, text, cursor, cardId }: Made): Promise<void> {
  expect(await statusWith(key)).toBe(200);
  const repeated = await api('POST', '/api/payment/hostedpage', { body, headers, key: merchant.apiKey });
  expect([repeated.status, repeated.text]).toEqual([201, text]);
  const otherBody = await api('POST', '/api/payment/hostedpage', { body: pageBody(), headers });
  expectRejection(otherBody, { code: 'IDEMPOTENCY_KEY_REUSED' });
  expect((await api('GET', `/api/customer?limit=1&cursor=${cursor}`)).status).toBe(200);
  const card = await api('GET', `/api/card/${cardId}`);
  expect(card.json.data['expiryStatus']).toBe('ExpiresThisMonth');
}

/** The versions by which the API keys of the merchant are stored. */
const keyVersions = async () => (await keysOf(merchantId)).map(digestVersionOf);

// Each step goes on where the one before ended.
describe('the rotation of the digest key and the merchant key', { shuffle: false }, () => {
  const made: Made[] = [];
  let unusedKey: string;
  beforeAll(async () => {
    unusedKey = await newKey();
    made.push(await make('first'));
  });

  it('a version that is only added makes no values, and everything works as before', async () => {
    await deploy(1, 2);
    made.push(await make('known'));
    for (const one of made) await expectWorking(one);
    expect(new Set(await keyVersions())).toEqual(new Set([1]));
  });

  it('the new version makes every new value, and values of both versions work', async () => {
    await deploy(2, 1);
    expect(await statusWith(unusedKey)).toBe(200);
    made.push(await make('new'));
    for (const one of made) await expectWorking(one);
    expect((await keyVersions()).slice(0, 2)).toEqual([2, 2]);
    const rows = await everyRow();
    expect(rows.filter((row) => row.includes('#IDEMPOTENCY#v2_')).length).toBeGreaterThan(0);
    expect(rows.filter((row) => /expiryTag.{0,12}v2_/.test(row))).toHaveLength(1);
  });

  it('the cursors of the old version are refused after its end, and values of the new one work', async () => {
    await deploy(2);
    const [first, , last] = made as [Made, Made, Made];
    expect(await statusWith(last.key)).toBe(200);
    const cursorOf = ({ cursor }: Made) =>
      api('GET', `/api/customer?limit=1&cursor=${cursor}`, { key: last.key });
    expect((await cursorOf(last)).status).toBe(200);
    expectRejection(await cursorOf(first), { code: 'CURSOR_INVALID', fields: ['cursor'] });
  });
});
