// API keys that merchants make, list and revoke themselves: no key grants what it has not, a revoked key leaves
// nothing behind, and no key of another merchant is seen.
import { describe, expect, it } from 'vitest';
import { hasScope, SCOPES, type Scope } from '#domain/scope.ts';
import { newIds } from '../../../lib/operator/new-ids.ts';
import { issueKey, keysOf, revokeKey, rotateKey } from '../../../lib/operator/onboarding.ts';
import { addPerson } from '../../../lib/operator/people.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { type ApiAnswer, DAY, HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, api, now, moveBy, createPage, buyer } = harness;

type Key = {
  id: string;
  name: string | null;
  apiKey: string;
  scopes: Scope[];
  createdAt: string;
  expiresAt: string | null;
};
type Revoked = {
  key: { id: string; revokedAt: string; revokedBy: string | null };
  isLast: boolean;
  refusedFrom: string;
  active: Record<'keys' | 'webhooks' | 'pages' | 'links', { id: string }[]>;
  stopped: string[];
  left: string[];
  stays: Record<string, { count: string; ids: string[] }>;
  searchedUntil: string | null;
};

async function begin() {
  const { merchantId } = await service.addMerchant({ threeDSecure: 'never' });
  const desk = await issueKey(merchantId, now(), { scopes: SCOPES, name: 'Masa' });
  const make = async (body: object, key = desk.apiKey, headers = {}) =>
    await api<Key>('POST', '/api/key', { key, body, headers });
  const made = async (scopes: readonly Scope[] = ['payments'], key = desk.apiKey) =>
    (await make({ name: 'Kasa', scopes }, key)).json.data;
  const revoke = async (id: string, body: object = {}, key = desk.apiKey) =>
    await api<Revoked>('POST', `/api/key/${id}/revoke`, { key, body });
  const statusWith = async (key: string) => (await api('GET', '/api/me', { key })).status;
  return { merchantId, desk, make, made, revoke, statusWith };
}

const expectCode = (answer: ApiAnswer, code: string) => expect(answer.json.errorCode).toBe(code);

describe('GET /api/me', () => {
  it('tells a person at the console who it is, with the scopes of the role', async () => {
    const { merchantId } = await begin();
    const person = { name: 'Ayşe Yılmaz', email: 'ayse@shop.example', role: 'support' };
    const { signIn } = await addPerson(merchantId, person, newIds(now()).personId, now());
    const opened = await fetch(`${service.baseUrl}/console/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: service.baseUrl },
      body: JSON.stringify({ code: signIn.split('#')[1] }),
    });
    const { data } = (await opened.json()) as {
      data: { apiKey: string; scopes: Scope[]; person: { id: string } };
    };
    const { status, json } = await api('GET', '/api/me', { key: data.apiKey });
    expect([status, json.data['key']]).toEqual([
      200,
      expect.objectContaining({ id: data.person.id, name: 'Ayşe Yılmaz', scopes: data.scopes }),
    ]);
  });

  it('tells account, key, limits and what is on, to a key of any scope', async () => {
    const { merchantId } = await service.addMerchant({ refundApproval: 'fourEyes' });
    const { keyId, apiKey: key } = await issueKey(merchantId, now(), { scopes: ['payments'], name: 'Kasa' });
    const { status, json } = await api('GET', '/api/me', { key });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      merchant: { id: merchantId },
      mode: 'test',
      timeZone: 'Europe/Istanbul',
      key: { id: keyId, name: 'Kasa', scopes: ['payments'], mode: 'test', createdBy: null, expiresAt: null },
      limits: { requestsPerSecond: null, maxWebhooks: 16, refundDays: 365 },
      settings: { refundApproval: 'fourEyes', fourEyesAmount: 0, storedCardCvv: 'always' },
    });
    expect(json.data).not.toHaveProperty('key.apiKey');
  });
});

describe('POST /api/key', () => {
  it('makes a key with some scopes of the caller, which works at once and is listed without its secret', async () => {
    const { desk, make, statusWith } = await begin();
    const answer = await make({ name: 'Kasa', scopes: ['payments', 'read', 'payments'] });
    expect(answer.status).toBe(201);
    const { apiKey, ...key } = answer.json.data;
    expect(key).toMatchObject({ name: 'Kasa', scopes: ['payments', 'read'], createdBy: desk.keyId });
    expect(await statusWith(apiKey)).toBe(200);
    const { text, json } = await api<{ items: object[] }>('GET', '/api/key', { key: desk.apiKey });
    expect(json.data.items[0]).toEqual(key);
    expect(text).not.toContain(apiKey);
    expect(text).toContain('Masa');
  });

  it.each(SCOPES)('a key without %s grants it to nobody', async (scope) => {
    const { merchantId, make } = await begin();
    // All that read are `read`.
    const isPart = (one: Scope) => scope === 'read' && one === 'cards:read';
    const scopes = SCOPES.filter((one) => one === 'keys' || (!hasScope([one], scope) && !isPart(one)));
    const { apiKey } = await issueKey(merchantId, now(), { scopes: scope === 'keys' ? SCOPES : scopes });
    const narrow = scope === 'keys' ? await issueKey(merchantId, now(), { scopes: ['read'] }) : { apiKey };
    const answer = await make({ name: 'Kasa', scopes: [scope] }, narrow.apiKey);
    expectRejection(answer, { code: 'SCOPE_MISSING', language: 'tr', facts: ['scope'] });
    expect(answer.json.data).toMatchObject({ scope });
    expect((await keysOf(merchantId)).filter(({ createdBy }) => createdBy !== undefined)).toEqual([]);
  });

  it('a key grants no more time than it has: its own end is the last and the usual one', async () => {
    const { merchantId, make, statusWith } = await begin();
    const expiresAt = new Date(now().getTime() + 2 * HOUR);
    const { apiKey } = await issueKey(merchantId, now(), { scopes: SCOPES, expiresAt });
    const at = (ms: number) => new Date(now().getTime() + ms).toISOString();
    const asked = async (end: string) => await make({ name: 'K', scopes: ['read'], expiresAt: end }, apiKey);
    for (const end of [at(3 * HOUR), at(-SECOND)]) {
      expect((await asked(end)).json.data).toMatchObject({
        errors: [{ field: 'expiresAt', code: 'OUT_OF_RANGE' }],
      });
    }
    const sooner = at(HOUR);
    expect((await asked(sooner)).json.data.expiresAt).toBe(sooner);
    const usual = (await make({ name: 'K', scopes: ['read'] }, apiKey)).json.data;
    expect(usual.expiresAt).toBe(expiresAt.toISOString());
    await moveBy(3 * HOUR);
    expect(await statusWith(usual.apiKey)).toBe(401);
  });

  it('a key ends after a year unless it is told to end sooner, and no key makes a longer one', async () => {
    const { make } = await begin();
    const at = (days: number) => new Date(now().getTime() + days * DAY).toISOString();
    const made = async (expiresAt?: string) =>
      await make({ name: 'K', scopes: ['read'], ...(expiresAt && { expiresAt }) });
    const { expiresAt, createdAt } = (await made()).json.data;
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBe(365 * DAY);
    const sooner = at(30);
    expect((await made(sooner)).json.data.expiresAt).toBe(sooner);
    const longer = await made(at(366));
    expect(longer.json.data).toMatchObject({ errors: [{ field: 'expiresAt', code: 'OUT_OF_RANGE' }] });
    expect(longer.text).toContain(at(365).slice(0, 10));
  });

  it('name and scopes are needed, and an unknown scope is refused', async () => {
    const { make } = await begin();
    expect((await make({})).json.data).toMatchObject({ errors: [{ field: 'name' }, { field: 'scopes' }] });
    for (const scopes of [[], ['all'], ['payments:write']]) {
      expectCode(await make({ name: 'Kasa', scopes }), 'VALIDATION_ERROR');
    }
  });

  it('the key is shown once: a repeat within a minute has it, a later one has null', async () => {
    const { merchantId, make } = await begin();
    const body = { name: 'Kasa', scopes: ['payments'] };
    const repeat = () => make(body, undefined, { 'idempotency-key': 'once' });
    const first = await repeat();
    await moveBy(59 * SECOND);
    expect((await repeat()).text).toBe(first.text);
    await moveBy(2 * SECOND);
    const later = await repeat();
    expect([later.status, later.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(later.json.data).toEqual({ ...first.json.data, apiKey: null });
    expect((await keysOf(merchantId)).filter(({ name }) => name === 'Kasa')).toHaveLength(1);
  });

  it('the key is repeated to the key that made it alone, so that a revocation ends what was seen', async () => {
    const { merchantId, make } = await begin();
    const body = { name: 'Kasa', scopes: ['payments'] };
    const headers = { 'idempotency-key': 'seen-by-one' };
    expect((await make(body, undefined, headers)).status).toBe(201);
    const other = await issueKey(merchantId, now(), { scopes: SCOPES, name: 'Öbür masa' });
    expectCode(await make(body, other.apiKey, headers), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('the secret of a webhook is shown by the same rule', async () => {
    const { desk } = await begin();
    const calls = { '/api/webhook': { url: 'https://shop.example/events' } } as Record<string, object>;
    for (const round of [1, 2]) {
      for (const [path, body] of Object.entries(calls)) {
        const headers = { 'idempotency-key': `secret-${round}` };
        const call = () =>
          api<{ id: string; secret: string }>('POST', path, { key: desk.apiKey, body, headers });
        const { json } = await call();
        expect(json.data.secret).toMatch(/^whsec_/);
        await moveBy(2 * MINUTE);
        expect((await call()).json.data).toEqual({ ...json.data, secret: null });
        calls[`/api/webhook/${json.data.id}/secret`] = {};
      }
    }
  });

  it('keys make no more than 100 that work at the same time', async () => {
    const { merchantId, make } = await begin();
    const { length } = await keysOf(merchantId);
    for (let keys = length; keys < 99; keys += 1) await issueKey(merchantId, now());
    expect((await make({ name: 'Kasa', scopes: ['payments'] })).status).toBe(201);
    const refused = await make({ name: 'Kasa', scopes: ['payments'] });
    expectRejection(refused, { code: 'API_KEY_LIMIT_REACHED', facts: ['maxApiKeys'] });
  });

  it('a revoked key that the gateway still lets in makes no key', async () => {
    const { merchantId, made, make } = await begin();
    const child = await made(['keys', 'payments']);
    await Promise.all([
      revokeKey(merchantId, child.id, now()),
      ...[1, 2, 3, 4].map(() => make({ name: 'Arka kapı', scopes: ['payments'] }, child.apiKey)),
    ]);
    await revokeKey(merchantId, child.id, now());
    const working = (await keysOf(merchantId)).filter(({ revokedAt }) => revokedAt === undefined);
    expect(working.map(({ name }) => name)).not.toContain('Arka kapı');
  });
});

describe('the addresses from which a key works', () => {
  const limited = async (allowedAddresses: string[]) => {
    const own = await begin();
    const { apiKey } = await issueKey(own.merchantId, now(), { scopes: SCOPES, allowedAddresses });
    return { ...own, apiKey };
  };

  it('a call from another address is 403 with the address, in every call, and has no effect', async () => {
    const { apiKey: key } = await limited(['203.0.113.0/24', '2001:db8::/32']);
    for (const [method, path, body] of [
      ['GET', '/api/me', undefined],
      ['GET', '/api/payment', undefined],
      ['POST', '/api/customer', { fullName: 'A' }],
    ] as const) {
      const answer = await api(method, path, { key, ...(body && { body }) });
      expectRejection(answer, { code: 'ADDRESS_NOT_ALLOWED', language: 'tr', facts: ['address'] });
      expect(answer.json.data).toMatchObject({ address: '127.0.0.1' });
    }
  });

  it('a call from one of them is answered, and the list shows them', async () => {
    const { apiKey: key } = await limited(['203.0.113.7', '127.0.0.0/8']);
    const { status, json } = await api<{ items: object[] }>('GET', '/api/key', { key });
    expect(status).toBe(200);
    expect(json.data.items[0]).toMatchObject({
      allowedAddresses: ['203.0.113.7', '127.0.0.0/8'],
    });
  });

  it('a key makes none that works from elsewhere: it hands on its own addresses, or some of them', async () => {
    const { apiKey, make } = await limited(['127.0.0.0/8', '2001:db8::/32']);
    const made = async (allowedAddresses?: string[]) =>
      await make({ name: 'K', scopes: ['read'], ...(allowedAddresses && { allowedAddresses }) }, apiKey);
    for (const none of [undefined, []]) {
      expect((await made(none)).json.data).toMatchObject({
        allowedAddresses: ['127.0.0.0/8', '2001:db8::/32'],
      });
    }
    expect((await made(['127.0.0.1'])).json.data).toMatchObject({ allowedAddresses: ['127.0.0.1'] });
    for (const outside of [
      ['127.0.0.1', '0.0.0.0/0'],
      ['127.0.0.1', '127.0.0.0/7'],
    ]) {
      expect((await made(outside)).json.data).toMatchObject({
        errors: [{ field: 'allowedAddresses[1]', code: 'INVALID_ENUM' }],
      });
    }
  });

  it('what is no address is refused, and the field is named', async () => {
    const { make } = await begin();
    const body = { name: 'K', scopes: ['read'], allowedAddresses: ['203.0.113.7', 'shop.example'] };
    expect((await make(body)).json.data).toMatchObject({
      errors: [{ field: 'allowedAddresses[1]', code: 'INVALID_FORMAT' }],
    });
  });
});

describe('POST /api/key/{id}/revoke', () => {
  it('ends the key, the keys that it made and what these made, and lists what stays', async () => {
    const { desk, made, revoke, statusWith } = await begin();
    const stolen = await made(SCOPES);
    const child = await made(['payments', 'keys', 'events', 'read'], stolen.apiKey);
    const grandchild = await made(['payments'], child.apiKey);
    const page = await createPage({}, { key: grandchild.apiKey });
    const ours = await createPage({}, { key: desk.apiKey });
    const url = 'https://thief.example/';
    const webhook = (await api<{ id: string }>('POST', '/api/webhook', { key: child.apiKey, body: { url } }))
      .json.data;
    const customer = await api<{ id: string }>('POST', '/api/customer', {
      key: stolen.apiKey,
      body: { fullName: 'A' },
    });
    const previewed = await revoke(stolen.id, { preview: true });
    expect(previewed.json.data).toMatchObject({
      key: { id: stolen.id, revokedAt: null },
      isLast: false,
      active: { keys: [{ id: grandchild.id }, { id: child.id }], pages: [{ id: page.id }] },
      stopped: [],
      stays: { customers: { count: '1' } },
    });
    for (const { apiKey } of [stolen, child]) expect(await statusWith(apiKey)).toBe(200);
    const kept = await revoke(stolen.id, { keep: true });
    expect(kept.json.data).toMatchObject({
      stopped: [],
      active: { keys: [{ id: grandchild.id }, { id: child.id }] },
    });
    expect(await statusWith(child.apiKey)).toBe(200);

    const { status, json } = await revoke(stolen.id);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      key: { id: stolen.id, revokedBy: desk.keyId },
      isLast: false,
      left: [],
      active: { webhooks: [{ id: webhook.id }], pages: [{ id: page.id }], links: [] },
      stays: { customers: { count: '1', ids: [customer.json.data.id] }, cards: { count: '0' } },
      searchedUntil: null,
    });
    expect(json.data.stopped.toSorted()).toEqual([child.id, grandchild.id, webhook.id, page.id].toSorted());
    expect(Date.parse(json.data.refusedFrom) - Date.parse(json.data.key.revokedAt)).toBe(MINUTE);
    await moveBy(MINUTE + SECOND);
    for (const { apiKey } of [stolen, child, grandchild]) expect(await statusWith(apiKey)).toBe(401);
    expect((await buyer.open(page.hostedPageUrl)).status).toBe(410);
    expect((await buyer.open(ours.hostedPageUrl)).status).toBe(200);
    expect(await statusWith(desk.apiKey)).toBe(200);
  });

  it('a second call stops what the key has made in the minute in which it was let in', async () => {
    const { made, revoke } = await begin();
    const stolen = await made(['payments']);
    await revoke(stolen.id);
    // The local gateway refuses at once: the page is of the minute of a deployed one.
    const before = await made(['payments']);
    const page = await createPage({}, { key: before.apiKey });
    await revoke(before.id, { keep: true });
    const again = await revoke(before.id);
    expect(again.json.data.stopped).toEqual([page.id]);
    expect((await revoke(before.id)).json.data.stopped).toEqual([]);
  });

  it('a key revokes itself, also the last one with `keys`, and the answer says so', async () => {
    const { merchantId } = await service.addMerchant();
    for (const key of await keysOf(merchantId)) await revokeKey(merchantId, key.keyId, now());
    const { keyId, apiKey: key } = await issueKey(merchantId, now(), { scopes: ['keys'] });
    const answer = await api<Revoked>('POST', `/api/key/${keyId}/revoke`, { key });
    expect(answer.json).toMatchObject({ data: { isLast: true, key: { revokedBy: keyId } } });
    expect(answer.json.message).toContain('kendi API anahtarı');
    await moveBy(MINUTE + SECOND);
    expect((await api('GET', '/api/me', { key })).json.errorCode).toBe('API_KEY_INVALID');
  });

  it('a rotated key made by a revoked key ends with it, the successor of the revoked one does not', async () => {
    const { merchantId, made, revoke, statusWith } = await begin();
    const maker = await made(['keys', 'payments']);
    const child = await made(['payments'], maker.apiKey);
    const rotated = await rotateKey(merchantId, child.id, 1, now());
    const successor = await rotateKey(merchantId, maker.id, 1, now());
    await revoke(maker.id);
    await moveBy(MINUTE + SECOND);
    expect(await statusWith(rotated.apiKey)).toBe(401);
    expect(await statusWith(successor.apiKey)).toBe(200);
  });

  it('a key of another merchant, and one that never was, is 404 and goes on', async () => {
    const { revoke, statusWith } = await begin();
    const other = await begin();
    for (const id of [other.desk.keyId, '01890000-0000-7000-8000-000000000099', 'x']) {
      expectCode(await revoke(id), 'API_KEY_NOT_FOUND');
    }
    expect(await statusWith(other.desk.apiKey)).toBe(200);
    const listed = await api<{ items: { id: string }[] }>('GET', '/api/key', { key: other.desk.apiKey });
    expect(listed.json.data.items.map(({ id }) => id)).toContain(other.desk.keyId);
    expect(listed.json.data.items).toHaveLength(2);
  });

  it('an expired key is listed with its end, and revoked like any other', async () => {
    const { merchantId, desk, revoke } = await begin();
    const expiresAt = new Date(now().getTime() + HOUR);
    const { keyId } = await issueKey(merchantId, now(), { expiresAt, name: 'Eski' });
    await moveBy(DAY);
    const { json } = await api<{ items: Key[] }>('GET', '/api/key', { key: desk.apiKey });
    expect(json.data.items.find(({ id }) => id === keyId)).toMatchObject({
      name: 'Eski',
      expiresAt: expiresAt.toISOString(),
    });
    expect((await revoke(keyId)).status).toBe(200);
  });
});
