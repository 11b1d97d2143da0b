// The calls about webhooks, and their effect on deliveries.
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { replayKey } from '#store/table/keys.ts';
import { getItem } from '#store/table/table.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { type Received, startReceiver } from '../../webhook/receiver.ts';
import { webhooksOf } from '../../webhook/webhooks.ts';

const harness = await startHarness();
const { api, moveBy, now, service } = harness;

/** Creates a new merchant with one webhook. */
async function begin() {
  const merchant = await service.addMerchant();
  const own = ((method, path, request = {}) =>
    api(method, path, { key: merchant.apiKey, ...request })) as typeof api;
  const driver = webhooksOf({ ...harness, merchant, api: own });
  const receiver = await startReceiver();
  const webhook = await driver.create(receiver.url);
  const objectOf = ({ body }: Received) => String(JSON.parse(body).objectId);
  const receivedObjects = () => receiver.received.map(objectOf);
  const { merchantId } = merchant;
  const path = `/api/webhook/${webhook.id}`;
  return { ...driver, merchantId, api: own, receiver, webhook, receivedObjects, path };
}

describe('POST /api/webhook', () => {
  it('a seventeenth webhook is refused, also of simultaneous calls; a deletion makes room', async () => {
    const { api: own, webhook, path } = await begin();
    const create = () => own('POST', '/api/webhook', { body: { url: 'https://shop.example/events' } });
    const answers = await Promise.all(Array.from({ length: 16 }, create));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(1);
    for (const one of refused)
      expectRejection(one, { code: 'WEBHOOK_LIMIT_REACHED', facts: ['maxWebhooks'] });
    const listed = (await own<{ items: { id: string }[] }>('GET', '/api/webhook')).json.data.items;
    expect(new Set(listed.map(({ id }) => id)).size).toBe(16);
    expect(listed.at(-1)?.id).toBe(webhook.id);
    expect((await own('DELETE', path)).status).toBe(200);
    expect((await create()).status).toBe(201);
    expectRejection(await create(), { code: 'WEBHOOK_LIMIT_REACHED', facts: ['maxWebhooks'] });
  });

  it('a creation repeated with its idempotency key makes one webhook with the same secret', async () => {
    const { api: own } = await begin();
    const request = { body: { url: 'https://shop.example/a' }, headers: { 'idempotency-key': 'webhook-1' } };
    const first = await own('POST', '/api/webhook', request);
    const again = await own('POST', '/api/webhook', request);
    expect([first.status, again.json.data]).toEqual([201, first.json.data]);
    const listed = (await own<{ items: unknown[] }>('GET', '/api/webhook')).json.data.items;
    expect(listed).toHaveLength(2);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
  });
});

it('a rotated secret signs together with the former one for 24 hours, then by itself', async () => {
  const { api: own, webhook, path, announce, receiver } = await begin();
  const rotated = (await own<{ secret: string }>('POST', `${path}/secret`)).json.data;
  const verifies = (secret: string, { body, headers }: Received) => {
    try {
      return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
    } catch {
      return false;
    }
  };
  /** Verifies at once, because the library compares with the clock. */
  const signers = async (objectId: string) => {
    await announce({ objectId, sequence: 1 });
    const got = receiver.received.at(-1) as Received;
    expect(got.body).toContain(objectId);
    const count = String(got.headers['webhook-signature']).split(' ').length;
    return [count, verifies(rotated.secret, got), verifies(webhook.secret, got)];
  };
  await moveBy(24 * HOUR - MINUTE);
  expect(await signers('before')).toEqual([2, true, true]);
  await moveBy(2 * MINUTE);
  expect(await signers('after')).toEqual([1, true, false]);
});

describe('PUT /api/webhook/{id}', () => {
  it('a webhook that is enabled gets its missed events; with `from` only those since then', async () => {
    const { api: own, path, happen, receivedObjects } = await begin();
    const turn = (isActive: boolean, query = '') => own('PUT', `${path}${query}`, { body: { isActive } });
    await turn(false);
    await happen({ objectId: 'missed', sequence: 1 });
    await moveBy(DAY);
    expect(receivedObjects()).toEqual([]);
    await turn(true);
    await moveBy(5 * MINUTE);
    expect(receivedObjects()).toEqual(['missed']);
    await turn(false);
    await happen({ objectId: 'early', sequence: 1 });
    await moveBy(HOUR);
    const from = now().toISOString();
    await happen({ objectId: 'late', sequence: 1 });
    await moveBy(MINUTE);
    await turn(true, `?from=${from}`);
    await moveBy(5 * MINUTE);
    expect(receivedObjects()).toEqual(['missed', 'late']);
  });
});

it('a replay sends one event, or a span of events, to one webhook', async () => {
  const { api: own, webhook, path, announce, create, receiver, receivedObjects, merchantId } = await begin();
  const other = await startReceiver();
  await create(other.url);
  const id = await announce({ objectId: 'a', sequence: 1 });
  await moveBy(HOUR);
  const from = now().toISOString();
  await announce({ objectId: 'b', sequence: 1 });
  await moveBy(HOUR);
  const to = now().toISOString();
  await moveBy(HOUR);
  await announce({ objectId: 'c', sequence: 1 });
  await own('PUT', path, { body: { eventTypes: ['refund.*'] } });
  const again = await own('POST', `${path}/replay`, { body: { eventId: id } });
  expect([again.status, again.json.data]).toMatchObject([202, { eventId: id, webhookId: webhook.id }]);
  await moveBy(5 * MINUTE);
  expect([receivedObjects(), other.received.length]).toEqual([['a', 'b', 'c', 'a'], 3]);
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(id);
  await own('PUT', path, { body: { eventTypes: ['*'] } });
  const replay = await own<{ id: string }>('POST', `${path}/replay`, { body: { from, to } });
  expect(replay.status).toBe(202);
  await moveBy(5 * MINUTE);
  expect([receivedObjects(), other.received.length]).toEqual([['a', 'b', 'c', 'a', 'b'], 3]);
  // The replay is created and ended by two writes: no later run reads it.
  const row = await getItem(replayKey(merchantId, webhook.id, replay.json.data.id));
  expect(row).toMatchObject({ version: 2, found: 1 });
});

it('a replay takes one event or a span, and sends no event of the webhook itself', async () => {
  const { api: own, webhook, path, happen, receiver } = await begin();
  const { id } = await happen({ objectId: webhook.id, sequence: 9, type: 'webhook.updated' });
  const replay = (body: object) => own('POST', `${path}/replay`, { body });
  expectRejection(await replay({ eventId: id }), { code: 'EVENT_NOT_FOUND', fields: ['eventId'] });
  const from = now().toISOString();
  const wrong = async (body: object) => {
    const { json } = await replay(body);
    return (json.data['errors'] as { field: string; code: string }[]).map((one) => [one.field, one.code]);
  };
  expect(await wrong({ eventId: id, from })).toEqual([['from', 'NOT_APPLICABLE']]);
  expect(await wrong({})).toEqual(['from', 'eventId'].map((field) => [field, 'REQUIRED']));
  expect(await wrong({ from, to: '2020-01-01T00:00:00Z' })).toEqual([['to', 'OUT_OF_RANGE']]);
  await moveBy(5 * MINUTE);
  expect(receiver.received).toEqual([]);
});
