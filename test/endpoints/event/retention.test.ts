// Events are shown and sent for 90 days. The clock decides, not DynamoDB, which removes rows days later.

import { expect, it } from 'vitest';
import { type Event, eventId } from '#domain/event/event.ts';
import { recordEvents } from '#store/event/feed.ts';
import { tableName } from '#store/table/table.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { costOf, counted } from '../../harness/costs.ts';
import { DAY, MINUTE, startHarness } from '../../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';

const harness = await startHarness({ around: counted });
const { moveBy, now } = harness;

type Page = { items: { id: string; sequence: number }[]; nextCursor: string | null; keptSince?: string };

/** Begins with a webhook, an event older than 90 days, one of 88 days ago, and a new one. */
async function begin() {
  const one = await webhookOfOwnMerchant(harness);
  const old = await one.announce({ objectId: 'a', sequence: 1 });
  await moveBy(2 * DAY);
  const kept = await one.announce({ objectId: 'a', sequence: 2 });
  await moveBy(88 * DAY + MINUTE);
  await one.announce({ objectId: 'a', sequence: 3 });
  one.receiver.received.splice(0);
  return { ...one, old, kept };
}

it('an event older than 90 days is not found, nor are its deliveries, and it is not sent again', async () => {
  const { api, webhook, old, kept } = await begin();
  const calls = [
    ['GET', (id: string) => `/api/event/${id}`],
    ['GET', (id: string) => `/api/event/${id}/deliveries`],
  ] as const;
  for (const [method, path] of calls) {
    expectRejection(await api(method, path(old)), { code: 'EVENT_NOT_FOUND' });
    expect((await api(method, path(kept))).json.success).toBe(true);
  }
  const replay = (eventId: string) => api('POST', `/api/webhook/${webhook.id}/replay`, { body: { eventId } });
  expectRejection(await replay(old), { code: 'EVENT_NOT_FOUND', fields: ['eventId'] });
  expect((await replay(kept)).status).toBe(202);
});

it('no list of events has one that is older than 90 days, with any filters and order', async () => {
  const { api } = await begin();
  const before = new Date(now().getTime() - 200 * DAY).toISOString();
  const seen = async (query: string) => {
    const { items } = (await api<Page>('GET', `/api/event?${query}`)).json.data;
    return items.map(({ sequence }) => sequence);
  };
  for (const query of ['limit=10', `startDate=${before}`, 'objectId=a', `objectId=a&startDate=${before}`]) {
    expect([query, await seen(query)]).toEqual([query, [3, 2]]);
  }
  for (const query of ['', `&startDate=${before}`, '&objectId=a']) {
    expect([query, await seen(`order=oldest${query}`)]).toEqual([query, [2, 3]]);
  }
});

it('a replay sends no event older than 90 days', async () => {
  const { api, webhook, receiver } = await begin();
  const from = new Date(now().getTime() - 200 * DAY).toISOString();
  expect((await api('POST', `/api/webhook/${webhook.id}/replay`, { body: { from } })).status).toBe(202);
  await moveBy(5 * MINUTE);
  expect(eventsIn(receiver.received)).toEqual(['a-2', 'a-3']);
});

it('a webhook that is enabled after 100 days gets the kept events, and no older ones', async () => {
  const { api, webhook, receiver, happen, announce, deliveriesOf } = await webhookOfOwnMerchant(harness);
  const path = `/api/webhook/${webhook.id}`;
  await happen({ objectId: 'waits', sequence: 1 });
  await api('PUT', path, { body: { isActive: false } });
  await moveBy(5 * DAY);
  await announce({ objectId: 'over', sequence: 1 });
  await moveBy(50 * DAY);
  const kept = await announce({ objectId: 'kept', sequence: 1 });
  await moveBy(50 * DAY);
  await api('PUT', path, { body: { isActive: true } });
  await moveBy(5 * MINUTE);
  expect(eventsIn(receiver.received)).toEqual(['kept-1']);
  expect(await deliveriesOf(kept)).toMatchObject([{ state: 'Delivered' }]);
});

/** A merchant without webhooks whose feed has many events older than 90 days, and three that are kept. */
async function longFeed() {
  const { merchantId, apiKey: key } = await harness.service.addMerchant();
  const record = async (from: number, to: number) => {
    const events = Array.from({ length: to - from + 1 }, (_, at): Event => {
      const of = { objectId: 'PAY-1', sequence: from + at, type: 'payment.failed' as const };
      const common = { ...of, id: eventId(of, tableName()), merchantId, ordinal: 0, mode: 'test' as const };
      const createdAt = now().toISOString();
      return { ...common, objectType: 'Payment', createdAt, data: { object: {}, previous: {} } };
    });
    await recordEvents(events, { merchantId, now: now(), beside: () => [] });
  };
  const ask = async (cursor?: string) => {
    const query = cursor === undefined ? '' : `&cursor=${cursor}`;
    return await harness.api<Page>('GET', `/api/event?order=oldest${query}`, { key });
  };
  const read = async (cursor?: string) => {
    const { data } = (await ask(cursor)).json;
    return { seen: data.items.map(({ sequence }) => sequence), cursor: data.nextCursor ?? '' };
  };
  const empty = await read();
  await record(1, 1000);
  const early = await read();
  await moveBy(90 * DAY + MINUTE);
  return { record, read, ask, early, empty };
}

it('a reader of the feed passes a thousand events older than 90 days in one call', async () => {
  const { record, read } = await longFeed();
  await record(1001, 1003);
  const page = await read();
  expect(page.seen).toEqual([1001, 1002, 1003]);
  expect((await read(page.cursor)).seen).toEqual([]);
});

it('a cursor that left events unread until they expired is refused with one that goes on', async () => {
  const { record, read, ask, early, empty } = await longFeed();
  // While no later event is there, nobody can tell that one is lost.
  await record(1001, 1003);
  for (const { cursor } of [early, empty]) {
    const refused = await ask(cursor);
    expectRejection(refused, { code: 'CURSOR_EXPIRED', facts: ['keptSince', 'nextCursor'] });
    const keptMs = now().getTime() - Date.parse(refused.json.data.keptSince ?? '');
    expect(keptMs / DAY).toBeCloseTo(90, 4);
    expect((await read(refused.json.data.nextCursor ?? '')).seen).toEqual([1001, 1002, 1003]);
  }
});

it('a cursor goes on however late, if only what it has read has expired', async () => {
  const { record, read } = await longFeed();
  const { cursor } = await read();
  await moveBy(200 * DAY);
  await record(1001, 1002);
  expect((await read(cursor)).seen).toEqual([1001, 1002]);
  const quiet = await longFeed();
  await quiet.record(1001, 1001);
  const { cursor: last } = await quiet.read();
  await moveBy(91 * DAY);
  expect((await quiet.read(last)).seen).toEqual([]);
  await quiet.record(1002, 1002);
  expect((await quiet.read(last)).seen).toEqual([1002]);
});

it('a reader of a feed of older events continues after them, and reads them no second time', async () => {
  const { record, read } = await longFeed();
  const { seen, cursor } = await read();
  // The second read costs as much as any page without events.
  const again = await costOf(() => read(cursor), 'event-list');
  expect([seen, again.readUnits]).toEqual([[], 1.5]);
  await record(1001, 1002);
  expect((await read(cursor)).seen).toEqual([1001, 1002]);
});
