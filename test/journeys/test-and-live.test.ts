// Test and live are separated: an account has one mode for good, and a key of the other mode is denied
// everywhere, even if the table has a row for it.
import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { type Mode, makeApiKey } from '#domain/api-key.ts';
import { SCOPES } from '#domain/scope.ts';
import { TEXTS } from '#page/texts.ts';
import { ROUTES } from '#routes.ts';
import { createApiKey } from '#store/merchant/api-key.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { apiKeyDigest } from '#vault/api-key.ts';
import { modeOfNewAccount } from '../../lib/operator/account-mode.ts';
import { DEFAULT_SETTINGS } from '../../lib/operator/merchant-settings.ts';
import { newIds } from '../../lib/operator/new-ids.ts';
import {
  changeMerchant,
  issueKey,
  keysOf,
  makeTestTwin,
  onboardMerchant,
  rotateKey,
} from '../../lib/operator/onboarding.ts';
import { addPos } from '../../lib/operator/pos/change-of-bank.ts';
import { listPos } from '../../lib/operator/pos/own-pos.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { addressOf, makeObjects, pathWith, queryOf, sampleOf } from '../fixtures/samples.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { service, api, buyer, createPage, payOrder, now } = harness;
const account = (mode: Mode) => service.addMerchant({ mode, threeDSecure: 'never' });
const statusWith = async (key: string) => (await api('GET', '/api/payment', { key })).status;

/** Writes the row of a key that no command issues: of a mode that its account may not have. */
async function leftoverKey(merchantId: string, kind: Mode): Promise<string> {
  const key = makeApiKey(kind, randomBytes);
  const row = {
    keyId: `left-${kind}`,
    merchantId,
    kind,
    scopes: [...SCOPES],
    lastFour: 'xxxx',
    createdAt: now().toISOString(),
  };
  await createApiKey(row, await apiKeyDigest(key));
  return key;
}

const REAL = {
  kind: 'nestpay' as const,
  apiUrl: 'https://bank.example/api',
  gateUrl: 'https://bank.example/gate',
  clientId: '100200300',
  userName: 'api',
  password: 'parola',
  storeKey: 'anahtar',
};

describe('a test key', () => {
  it('a test key refunds no payment of a live account, and the bank gets no call', async () => {
    const { merchantId, apiKey } = await account('live');
    const transactionId = await payOrder({}, {}, { key: apiKey });
    const key = await leftoverKey(merchantId, 'test');
    const before = service.bank.ledger().length;
    for (const path of ['/api/Refund/partial', '/api/Refund/cancellations', '/api/Refund']) {
      const body = { transactionId, amount: 123, reason: 'Saldırı' };
      expectRejection(await api('POST', path, { body, key }), { code: 'API_KEY_INVALID' });
    }
    expect(service.bank.ledger()).toHaveLength(before);
    const payment = await api('GET', `/api/payment/${transactionId}`, { key: apiKey });
    expect(payment.json.data).toMatchObject({ status: 'Successful', reservedAmount: 0 });
  });

  it('a test key makes no call of a live account', async () => {
    const { merchantId, apiKey } = await account('live');
    const ids = await makeObjects(harness, apiKey);
    const key = await leftoverKey(merchantId, 'test');
    for (const route of ROUTES.filter(({ audience }) => audience === 'merchant')) {
      const body = route.method === 'GET' ? {} : { body: sampleOf(route).body(ids) };
      const answer = await api(route.method, pathWith(route, ids) + queryOf(route), { ...body, key });
      expect([addressOf(route), answer.status]).toEqual([addressOf(route), 401]);
    }
  });

  it('test keys are not issued or rotated for a live account, nor live keys for a test account', async () => {
    const [live, test] = [await account('live'), await account('test')];
    expect([live.apiKey.slice(0, 9), test.apiKey.slice(0, 9)]).toEqual(['psk_live_', 'psk_test_']);
    await expect(issueKey(live.merchantId, now(), { mode: 'test' })).rejects.toThrow('live keys only');
    await expect(issueKey(test.merchantId, now(), { mode: 'live' })).rejects.toThrow('test keys only');
    expect(
      [await keysOf(live.merchantId), await keysOf(test.merchantId)].map(({ length }) => length),
    ).toEqual([1, 1]);
    await leftoverKey(live.merchantId, 'test');
    await expect(rotateKey(live.merchantId, 'left-test', 24, now())).rejects.toThrow('live keys only');
    expect(await statusWith(await leftoverKey(test.merchantId, 'live'))).toBe(401);
  });
});

describe('a page', () => {
  it('a page has the test ribbon if the account is a test account, and not if it is live', async () => {
    const shows = async (mode: Mode) => {
      const page = await createPage({}, { key: (await account(mode)).apiKey });
      return (await buyer.open(page.hostedPageUrl)).text.includes(TEXTS.tr.testMode);
    };
    expect([await shows('test'), await shows('live')]).toEqual([true, false]);
  });

  it('a page has no ribbon at a real bank, unless it is a test environment', async () => {
    const local = { ...REAL, apiUrl: `${service.baseUrl}/fim/api`, gateUrl: `${service.baseUrl}/fim/gate` };
    const found = [];
    for (const [acquirer, stated] of [[REAL], [REAL, 'test'], [local]] as const) {
      const mode = modeOfNewAccount(acquirer, stated);
      const { merchantId } = await onboardMerchant({ ...DEFAULT_SETTINGS, name: 'A', mode, acquirer }, now());
      const { apiKey: key } = await issueKey(merchantId, now(), { scopes: SCOPES });
      const { hostedPageUrl } = await createPage({}, { key });
      found.push((await buyer.open(hostedPageUrl)).text.includes(TEXTS.tr.testMode));
    }
    expect(found).toEqual([false, true, true]);
    expect(() => modeOfNewAccount(local, 'live')).toThrow('needs a real bank');
  });
});

describe('the test twin of a live account', () => {
  it('the test twin of a live account has the settings of the account and none of its data', async () => {
    const live = await service.addMerchant({ mode: 'live', threeDSecure: 'never', installments: [1, 3] });
    const reference = await payOrder({}, {}, { key: live.apiKey });
    const { merchantId } = await makeTestTwin(live.merchantId, REAL, now());
    const { apiKey: key } = await issueKey(merchantId, now(), { scopes: SCOPES });
    expect(key).toMatch(/^psk_test_/);
    expect((await api('GET', '/api/payment', { key })).json.data['items']).toEqual([]);
    expectRejection(await api('GET', `/api/payment/${reference}`, { key }), { code: 'PAYMENT_NOT_FOUND' });
    expect(await loadMerchant(merchantId)).toMatchObject({
      mode: 'test',
      threeDSecure: 'never',
      installments: [1, 3],
      name: 'Kahve Dükkânı',
    });
    expect(await loadMerchant(live.merchantId)).toMatchObject({ mode: 'live', testTwin: merchantId });
  });

  it('the test twin is created once, for live accounts only, never with their bank address', async () => {
    const [live, test] = [await account('live'), await account('test')];
    await expect(makeTestTwin(test.merchantId, REAL, now())).rejects.toThrow('is a test account itself');
    const own = { ...REAL, apiUrl: `${service.baseUrl}/fim/api`, gateUrl: `${service.baseUrl}/fim/gate` };
    await expect(makeTestTwin(live.merchantId, own, now())).rejects.toThrow('needs another bank address');
    const { merchantId } = await makeTestTwin(live.merchantId, REAL, now());
    await expect(makeTestTwin(live.merchantId, REAL, now())).rejects.toThrow(
      `twin is the merchant ${merchantId}`,
    );
  });
});

describe('the virtual POS of an account', () => {
  it('a test account does not move to another bank, and a live one not to a simulated bank', async () => {
    const [live, test] = [await account('live'), await account('test')];
    const { merchantId } = await makeTestTwin(live.merchantId, REAL, now());
    const simulated = { ...REAL, gateUrl: `${service.baseUrl}/fim/gate` };
    const moved = { ...REAL, apiUrl: 'https://live-bank.example/api' };
    await expect(changeMerchant(merchantId, { acquirer: moved })).rejects.toThrow('stays at its bank');
    await changeMerchant(merchantId, { acquirer: { ...REAL, password: 'yeni' } });
    await expect(changeMerchant(test.merchantId, { acquirer: REAL })).rejects.toThrow('another shop number');
    const settings = { ...DEFAULT_SETTINGS, name: 'Çiçekçi', mode: 'live' as const, acquirer: REAL };
    const { merchantId: real } = await onboardMerchant(settings, now());
    await expect(changeMerchant(real, { acquirer: simulated })).rejects.toThrow('does not move');
  });

  it('a known client id at another address is another POS, unless the bank has moved', async () => {
    const settings = { ...DEFAULT_SETTINGS, name: 'Çiçekçi', mode: 'live' as const, acquirer: REAL };
    const { merchantId } = await onboardMerchant(settings, now());
    const elsewhere = { ...REAL, apiUrl: 'https://other-bank.example/fim/api' };
    const change = (more: object) => changeMerchant(merchantId, { acquirer: elsewhere, ...more }, now());
    await expect(change({})).rejects.toThrow('another bank address');
    await change({ isMoved: true });
    expect(await listPos(merchantId)).toMatchObject([{ address: 'other-bank.example', isCurrent: true }]);
  });

  it('an added POS is real for a live account, unlike its twin’s, and stated for a test one', async () => {
    const settings = { ...DEFAULT_SETTINGS, name: 'Çiçekçi', mode: 'live' as const, acquirer: REAL };
    const { merchantId } = await onboardMerchant(settings, now());
    const twinPos = { ...REAL, apiUrl: 'https://test.example/api', gateUrl: 'https://test.example/gate' };
    const twin = await makeTestTwin(merchantId, twinPos, now());
    const add = (of: string, acquirer: typeof REAL, isTest: boolean) =>
      addPos(of, { posId: newIds(now()).posId, settings: acquirer, isTest }, { isChecked: false }, now());
    const second = { ...REAL, clientId: '2' };
    const local = { ...second, apiUrl: `${service.baseUrl}/fim/api` };
    await expect(add(merchantId, local, false)).rejects.toThrow('real virtual POS only');
    await expect(add(merchantId, second, true)).rejects.toThrow('real virtual POS only');
    await expect(add(merchantId, { ...twinPos, clientId: '2' }, false)).rejects.toThrow(
      'another bank address',
    );
    await expect(add(twin.merchantId, second, false)).rejects.toThrow('say --test');
    await add(merchantId, second, false);
    await add(twin.merchantId, { ...twinPos, clientId: '3' }, true);
    expect((await listPos(merchantId)).map(({ clientId }) => clientId)).toEqual([REAL.clientId, '2']);
  });
});

describe('the simulated bank of production', () => {
  it.each([
    'https://bank.execute-api.eu-central-1.amazonaws.com',
    'https://BANK.execute-api.eu-central-1.amazonaws.com.',
    'https://bank.execute-api.eu-central-1.amazonaws.com:443',
  ])('a live account can name the simulated bank %s by no command', async (bank) => {
    vi.stubEnv('BANK_URL', 'https://bank.execute-api.eu-central-1.amazonaws.com/live');
    const simulated = { ...REAL, apiUrl: `${bank}/live/api`, gateUrl: `${bank}/live/est3Dgate` };
    expect(() => modeOfNewAccount(simulated, 'live')).toThrow('needs a real bank');
    expect(modeOfNewAccount(simulated, undefined)).toBe('test');
    const settings = { ...DEFAULT_SETTINGS, name: 'Çiçekçi', mode: 'live' as const, acquirer: REAL };
    const { merchantId } = await onboardMerchant(settings, now());
    for (const half of [{ apiUrl: simulated.apiUrl }, { gateUrl: simulated.gateUrl }]) {
      const acquirer = { ...REAL, ...half };
      const moved = changeMerchant(merchantId, { acquirer, isMoved: true });
      await expect(moved).rejects.toThrow('does not move to a simulated bank');
      const added = { posId: newIds(now()).posId, settings: { ...acquirer, clientId: '2' }, isTest: false };
      await expect(addPos(merchantId, added, { isChecked: true }, now())).rejects.toThrow(
        'real virtual POS only',
      );
    }
    vi.unstubAllEnvs();
  });
});
