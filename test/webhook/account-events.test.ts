// Webhooks and API keys become events: a merchant learns of those that it did not make itself.
import { describe, expect, it } from 'vitest';
import { issueKey, keysOf, revokeKey, rotateKey } from '../../lib/operator/onboarding.ts';
import { eventsOf } from '../drivers/events.ts';
import { HOUR, MINUTE, startHarness } from '../harness/harness.ts';
import { answerWith, startReceiver } from './receiver.ts';
import { webhooksOf } from './webhooks.ts';

/** The rows of webhooks that invoked capture. */
let captured = 0;
const harness = await startHarness({
  events: true,
  around: async ({ functionName, event }, run) => {
    const { Records } = event as { Records: { dynamodb?: { Keys: { pk: { S: string } } } }[] };
    if (functionName === 'capture') {
      captured += Records.filter(({ dynamodb }) => dynamodb?.Keys.pk.S.endsWith('#WEBHOOKS')).length;
    }
    return await run();
  },
});
const { service, now, moveBy } = harness;

async function begin() {
  const owner = await service.addMerchant();
  const { merchantId, apiKey: key } = owner;
  const api = ((method, path, request = {}) =>
    harness.api(method, path, { key, ...request })) as typeof harness.api;
  const { create } = webhooksOf({ ...harness, merchant: owner, api });
  const receiver = await startReceiver();
  const typesFor = (objectId: string) =>
    receiver.received
      .map(({ body }) => JSON.parse(body))
      .flatMap((one) => (one.objectId === objectId ? [one.type] : []));
  return { api, create, merchantId, receiver, typesFor };
}
const NEW_URL = 'https://shop.example/new';

describe('a webhook', () => {
  it('what is decided about a webhook is an event for the feed and the other webhooks', async () => {
    const { api, create, merchantId, typesFor, receiver } = await begin();
    const { id: told } = await create(receiver.url);
    // What was before the second webhook is not sent to it, however late the stream is read.
    await moveBy(MINUTE);
    const own = await startReceiver();
    const { id, secret } = await create(own.url);
    const path = `/api/webhook/${id}`;
    const put = (body: object) => api('PUT', path, { body });
    await put({ description: 'Muhasebe' });
    await put({ eventTypes: ['webhook.*', 'api_key.*'] });
    const { secret: second } = (await api<{ secret: string }>('POST', `${path}/secret`)).json.data;
    await put({ url: NEW_URL });
    // A busy machine may cut the first try off: the next one comes minutes later.
    await moveBy(30 * MINUTE);
    // The former address is told of that, and of nothing else.
    expect(own.received.splice(0).map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'webhook.updated', data: { previous: { url: own.url } } },
    ]);
    await put({ isActive: false });
    await put({ isActive: true });
    await put({});
    await api('DELETE', path);
    await moveBy(5 * MINUTE);
    const types = ['created', ...Array(6).fill('updated'), 'deleted'].map((one) => `webhook.${one}`);
    const events = await eventsOf(merchantId, id);
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(typesFor(id)).toEqual(types);
    expect(events.map(({ data }) => data.previous)).toMatchObject([
      {},
      { description: null },
      { eventTypes: ['*'] },
      {},
      { url: own.url },
      { state: 'Active' },
      { state: 'Disabled', disabledReason: 'ByMerchant' },
      {},
    ]);
    expect(events[3]?.data.previous).toEqual({});
    expect(events.at(-1)?.data.object).toEqual({ id, deleted: true });
    // No webhook is told of itself, neither at once nor by a replay.
    expect([typesFor(told), own.received.length]).toEqual([[], 0]);
    const from = new Date(now().getTime() - 2 * HOUR).toISOString();
    await api('POST', `/api/webhook/${told}/replay`, { body: { from } });
    await moveBy(5 * MINUTE);
    expect([typesFor(told), typesFor(id).length]).toEqual([[], 2 * types.length]);
    const all = JSON.stringify([await eventsOf(merchantId, told), events]);
    for (const one of [secret, second, 'whsec_', 'secret', 'sealed']) expect(all).not.toContain(one);
  });

  it('a webhook that fails or is disabled is told in the feed and to the other webhooks', async () => {
    const { api, create, merchantId, typesFor, receiver } = await begin();
    await create(receiver.url);
    const own = await startReceiver();
    const { id } = await create(own.url);
    await moveBy(0);
    const atCreation = captured;
    const fail = async () => {
      for (const one of ['a', 'b', 'c']) await api('POST', '/api/customer', { body: { fullName: one } });
      await moveBy(HOUR);
    };
    own.answers(answerWith(500));
    await fail();
    expect((await api('GET', `/api/webhook/${id}`)).json.data).toMatchObject({ state: 'Failing' });
    own.answers(answerWith(200));
    await moveBy(24 * HOUR);
    expect((await api('GET', `/api/webhook/${id}`)).json.data).toMatchObject({ state: 'Active' });
    own.answers(answerWith(410));
    await fail();
    expect((await api('GET', `/api/webhook/${id}`)).json.data).toMatchObject({ disabledReason: 'Gone' });
    // Failures, probes and successes between are no events, and capture is not invoked for them.
    expect(captured).toBe(atCreation + 2);
    own.answers(answerWith(200));
    await api('PUT', `/api/webhook/${id}`, { body: { isActive: true } });
    await moveBy(MINUTE);
    const types = ['created', 'failing', 'disabled', 'updated'].map((one) => `webhook.${one}`);
    const events = await eventsOf(merchantId, id);
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(typesFor(id)).toEqual(types);
    expect(events.map(({ data }) => data.previous)).toMatchObject([
      {},
      { state: 'Active' },
      { state: 'Active', disabledReason: null },
      { state: 'Disabled' },
    ]);
  });
});

describe('an API key', () => {
  it('a key that is issued, rotated or revoked is an event with the fields of its list', async () => {
    const { api, create, merchantId, receiver, typesFor } = await begin();
    await create(receiver.url, { eventTypes: ['api_key.*'] });
    const { keyId, apiKey } = await issueKey(merchantId, now());
    const next = await rotateKey(merchantId, keyId, 1, now());
    await revokeKey(merchantId, keyId, now());
    // No function ran: the live loop may have read the stream before these commands of an operator.
    service.rescheduleTimers();
    await moveBy(0);
    expect([typesFor(keyId), typesFor(next.keyId)]).toEqual([
      ['api_key.created', 'api_key.revoked'],
      ['api_key.created'],
    ]);
    const [created, revoked] = await eventsOf(merchantId, keyId);
    const key = (await keysOf(merchantId)).find((one) => one.keyId === keyId);
    const { scopes, lastFour, createdAt, expiresAt, revokedAt } = key ?? {};
    const made = { name: null, allowedAddresses: [], createdBy: null, revokedBy: null };
    const shown = { id: keyId, mode: 'test', scopes, lastFour, createdAt, ...made };
    expect(created?.data).toEqual({ object: { ...shown, expiresAt: null, revokedAt: null }, previous: {} });
    expect(revoked).toMatchObject({ createdAt: revokedAt, mode: 'test' });
    expect(revoked?.data).toEqual({
      object: { ...shown, expiresAt, revokedAt },
      previous: { revokedAt: null },
    });
    const feed = (await api<{ items: { type: string }[] }>('GET', '/api/event?order=oldest')).json.data.items;
    expect(feed.filter(({ type }) => type === 'api_key.created')).toHaveLength(3);
    for (const one of [apiKey, next.apiKey, String(key?.pk).slice(4)]) {
      expect(JSON.stringify([feed, receiver.received])).not.toContain(one);
    }
  });
});
