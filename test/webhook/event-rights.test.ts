// Rights bind data: a webhook is sent, and the feed shows, no more than the key behind it may read.
import { expect, it } from 'vitest';
import { EVENT_TYPE_NAMES, readScopeOf } from '#domain/event/event-type.ts';
import { hasScope, type Scope } from '#domain/scope.ts';
import { issueKey } from '../../lib/operator/onboarding.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { makeObjects } from '../fixtures/samples.ts';
import { type ApiAnswer, MINUTE, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ events: true });
const { merchant, api, now, moveBy } = harness;
const issue = async (scopes: readonly Scope[]) =>
  (await issueKey(merchant.merchantId, now(), { scopes })).apiKey;

function expectMissing(answer: ApiAnswer, scope: Scope) {
  expectRejection(answer, { code: 'SCOPE_MISSING', language: 'tr', facts: ['scope'] });
  expect(answer.json.data['scope']).toBe(scope);
}
const events = ['events', 'events:read'] as const;
const read = async (key: string, query = '') =>
  (
    await api<{ items: { id: string; type: keyof typeof readScopes }[] }>('GET', `/api/event${query}`, {
      key,
    })
  ).json.data;
const readScopes = Object.fromEntries(EVENT_TYPE_NAMES.map((type) => [type, readScopeOf(type)])) as Record<
  (typeof EVENT_TYPE_NAMES)[number],
  Scope
>;

it('a webhook is made and changed only by a key that may read what it is sent', async () => {
  const body = { url: 'https://shop.example/narrow', eventTypes: ['refund.*'] };
  const without = await issue([...events, 'payments:read']);
  expectMissing(await api('POST', '/api/webhook', { key: without, body }), 'refunds:read');
  const key = await issue([...events, 'refunds:read']);
  const made = await api<{ id: string }>('POST', '/api/webhook', { key, body });
  expect(made.status).toBe(201);
  const path = `/api/webhook/${made.json.data.id}`;
  const put = (by: string, change: object) => api('PUT', path, { key: by, body: change });
  expectMissing(await put(without, { url: 'https://thief.example/' }), 'refunds:read');
  expectMissing(await put(key, { eventTypes: ['refund.*', 'customer.*'] }), 'customers:read');
  expectMissing(await put(key, { eventTypes: ['*'] }), 'payments:read');
  expect((await put(key, { eventTypes: ['refund.completed'] })).status).toBe(200);
  for (const call of ['secret', 'test']) {
    expectMissing(await api('POST', `${path}/${call}`, { key: without, body: {} }), 'refunds:read');
  }
  const replay = { from: now().toISOString() };
  expectMissing(await api('POST', `${path}/replay`, { key: without, body: replay }), 'refunds:read');
  const wide = { ...replay, eventTypes: ['card.*'] };
  expectMissing(await api('POST', `${path}/replay`, { key, body: wide }), 'cards:read');
  expect((await api('DELETE', path, { key: await issue(['events']) })).status).toBe(200);
});

it('the feed has of events what the key may read, in each of its orders, and others it may not show', async () => {
  await makeObjects(harness, merchant.apiKey);
  await moveBy(MINUTE);
  const all = await read(await issue(['read']), '?limit=100');
  const scopes = new Set(all.items.map(({ type }) => readScopes[type]));
  // Each key that this test issues is another event of keys.
  scopes.delete('read');
  expect(scopes.size).toBeGreaterThan(3);
  for (const scope of scopes) {
    const key = await issue(['events:read', scope]);
    const readable = all.items.filter(({ type }) => hasScope(['events:read', scope], readScopes[type]));
    const ids = readable.map(({ id }) => id);
    expect((await read(key, '?limit=100')).items.map(({ id }) => id)).toEqual(ids);
    expect((await read(key, '?limit=100&order=oldest')).items.map(({ id }) => id).toSorted()).toEqual(
      ids.toSorted(),
    );
    const other = all.items.find(({ id }) => !ids.includes(id));
    if (other) expectMissing(await api('GET', `/api/event/${other.id}`, { key }), readScopes[other.type]);
  }
});
