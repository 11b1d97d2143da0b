// The list of events and the feed.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { type Event, eventId } from '#domain/event/event.ts';
import { recordEvents } from '#store/event/feed.ts';
import { FEED_BLOCK, feedKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const harness = await startHarness();
const { service, api, now, moveBy } = harness;

type Shown = Pick<Event, 'id' | 'type' | 'objectId' | 'sequence' | 'createdAt'>;
type Page = { items: Shown[]; nextCursor: string };

/** Creates a new merchant for each test. */
async function openFeed() {
  const { merchantId, apiKey: key } = await service.addMerchant();
  let made = 0;
  const eventOf = (objectId = 'PAY-1', createdAt = now().toISOString()): Event => {
    made += 1;
    const of = { objectId, sequence: made, type: 'payment.failed' as const };
    return {
      ...of,
      id: eventId(of, tableName()),
      merchantId,
      objectType: 'Payment',
      ordinal: 0,
      mode: 'test',
      createdAt,
      data: { object: { number: made }, previous: {} },
    };
  };
  const record = (events: readonly Event[]) =>
    recordEvents(events, { merchantId, now: now(), beside: () => [] });
  const read = async (query = '', path = '/api/event?order=oldest&limit=100'): Promise<Page> =>
    (await api<Page>('GET', `${path}${query}`, { key })).json.data;
  /** Returns the events of a reader who follows the cursors until a page is empty. */
  const follow = async (query = '', cursor?: string): Promise<{ seen: number[]; cursor: string }> => {
    const seen: number[] = [];
    let next = cursor;
    for (;;) {
      const page = await read(`${query}${next === undefined ? '' : `&cursor=${next}`}`);
      seen.push(...page.items.map(({ sequence }) => sequence));
      next = page.nextCursor;
      if (page.items.length === 0) return { seen, cursor: next };
    }
  };
  /** Returns the cursor that a reader gets who is late. */
  const late = async (cursor: string): Promise<string> => {
    const refused = await api<Page>('GET', `/api/event?order=oldest&cursor=${cursor}`, { key });
    expectRejection(refused, { code: 'CURSOR_EXPIRED', facts: ['keptSince', 'nextCursor'] });
    return refused.json.data.nextCursor;
  };
  return { merchantId, key, eventOf, record, read, follow, late };
}
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

describe('GET /api/event?order=oldest', () => {
  it('a reader sees each event exactly once while many workers record at the same time', async () => {
    const { eventOf, record, follow } = await openFeed();
    const batches = Array.from({ length: rounds(40, 12) }, (_, at) =>
      Array.from({ length: 1 + (at % 7) }, () => eventOf(`PAY-${at % 5}`)),
    );
    const all = batches.flat();
    const seen: number[] = [];
    let isRecording = true;
    let cursor: string | undefined;
    const reader = (async () => {
      do {
        const page = await follow('', cursor);
        seen.push(...page.seen);
        cursor = page.cursor;
      } while (isRecording);
    })();
    await Promise.all(batches.map((batch) => record(batch)));
    isRecording = false;
    await reader;
    seen.push(...(await follow('', cursor)).seen);
    expect(seen.length).toBe(all.length);
    expect([...seen].sort((one, other) => one - other)).toEqual(upTo(all.length));
    // The events of each object are in the order of its changes within a batch.
    for (const batch of batches) {
      const order = batch.map(({ sequence }) => seen.indexOf(sequence));
      expect(order).toEqual([...order].sort((one, other) => one - other));
    }
  });

  it('a batch that is recorded twice, also together with new events, is in the feed once', async () => {
    const { eventOf, record, follow } = await openFeed();
    const first = [eventOf(), eventOf()];
    await record(first);
    await record(first);
    await record([...first, eventOf()]);
    expect((await follow()).seen).toEqual([1, 2, 3]);
  });

  it('a reader stops before an event that it cannot see yet, and sees it by the next call', async () => {
    const { merchantId, eventOf, record, follow } = await openFeed();
    const [one, late, other] = [eventOf(), eventOf(), eventOf()];
    await record([one, late, other]);
    const hide = (isHidden: boolean) => moveInIndex(merchantId, late.id, isHidden);
    await hide(true);
    const before = await follow();
    await hide(false);
    const after = await follow('', before.cursor);
    expect([before.seen, after.seen]).toEqual([[1], [2, 3]]);
  });

  it('the feed begins at startDate, without a read of the events before it', async () => {
    const { eventOf, record, follow } = await openFeed();
    for (let day = 0; day < 5; day += 1) {
      await record([eventOf(), eventOf()]);
      await moveBy(DAY);
    }
    const from = new Date(now().getTime() - 2.5 * DAY).toISOString();
    expect((await follow(`&startDate=${from}`)).seen).toEqual([7, 8, 9, 10]);
    expect((await follow(`&startDate=${now().toISOString()}`)).seen).toEqual([]);
  });

  it('a reader who was away for more than 90 days is told, and continues with the kept events', async () => {
    const { merchantId, eventOf, record, follow, late } = await openFeed();
    const old = [eventOf(), eventOf(), eventOf()];
    await record(old);
    const { cursor } = await follow();
    await record([eventOf(), eventOf()]);
    await moveBy(92 * DAY);
    const kept = eventOf();
    await record([kept, eventOf()]);
    for (let sequence = 1; sequence <= 5; sequence += 1) {
      const id = eventId({ objectId: 'PAY-1', sequence, type: 'payment.failed' }, tableName());
      await moveInIndex(merchantId, id, true);
    }
    expect((await follow('', await late(cursor))).seen).toEqual([6, 7]);
    expect((await follow()).seen).toEqual([6, 7]);
  });

  it('the feed continues in the next block of positions', async () => {
    const { merchantId, eventOf, record, follow, late } = await openFeed();
    await record([eventOf()]);
    const { cursor } = await follow();
    await setHead(merchantId, FEED_BLOCK - 1);
    await moveBy(92 * DAY);
    await record([eventOf(), eventOf(), eventOf()]);
    expect((await follow('', await late(cursor))).seen).toEqual([2, 3, 4]);
  });

  it('a cursor of the list, of another filter or another merchant is refused', async () => {
    const { eventOf, record, read, key } = await openFeed();
    await record([eventOf(), eventOf()]);
    const { nextCursor } = await read();
    const other = (await service.addMerchant()).apiKey;
    const calls = [
      api('GET', `/api/event?cursor=${nextCursor}`, { key }),
      api('GET', `/api/event?order=oldest&type=payment.failed&cursor=${nextCursor}`, { key }),
      api('GET', `/api/event?order=oldest&cursor=${nextCursor}`, { key: other }),
    ];
    for (const call of calls) expectRejection(await call, { code: 'CURSOR_INVALID', fields: ['cursor'] });
  });
});

describe('GET /api/event', () => {
  it('events are listed newest first, by type, object and time', async () => {
    const { eventOf, record, read } = await openFeed();
    await record([eventOf('PAY-1'), eventOf('PAY-2')]);
    await moveBy(MINUTE);
    const from = now().toISOString();
    await record([eventOf('PAY-1')]);
    const numbersOf = async (query: string) =>
      (await read(query, '/api/event?limit=100')).items.map(({ sequence }) => sequence);
    expect((await numbersOf('')).slice(0, 1)).toEqual([3]);
    expect(await numbersOf('&objectId=PAY-1')).toEqual([3, 1]);
    expect(await numbersOf(`&startDate=${from}`)).toEqual([3]);
    expect(await numbersOf('&type=payment.succeeded')).toEqual([]);
  });

  it('the events of one object are listed page by page', async () => {
    const { eventOf, record, read } = await openFeed();
    await record([eventOf(), eventOf(), eventOf()]);
    const first = await read('&objectId=PAY-1', '/api/event?limit=2');
    const second = await read(`&objectId=PAY-1&cursor=${first.nextCursor}`, '/api/event?limit=2');
    const numbers = [first, second].map(({ items }) => items.map(({ sequence }) => sequence));
    expect([numbers, second.nextCursor]).toEqual([[[3, 2], [1]], null]);
  });

  it('an event of another merchant, and an unknown one, are 404 EVENT_NOT_FOUND', async () => {
    const { eventOf, record } = await openFeed();
    const event = eventOf();
    await record([event]);
    for (const id of [event.id, `evt_${'A'.repeat(22)}`, 'x']) {
      expectRejection(await api('GET', `/api/event/${id}`), { code: 'EVENT_NOT_FOUND' });
    }
  });
});

/** Hides the event from the index, or shows it there. */
async function moveInIndex(merchantId: string, id: string, isHidden: boolean): Promise<void> {
  const [from, to] = isHidden ? ['#FEED#', '#HIDDEN#'] : ['#HIDDEN#', '#FEED#'];
  const key = { pk: `M#${merchantId}#EVENT#${id}`, sk: 'EVENT' };
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: 'SET secondPk = :to',
      ExpressionAttributeValues: { ':to': `M#${merchantId}${to}0`, ':from': `M#${merchantId}${from}0` },
      ConditionExpression: 'secondPk = :from',
    }),
  );
}

async function setHead(merchantId: string, next: number): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: feedKey(merchantId),
      UpdateExpression: 'SET #next = :next',
      ExpressionAttributeNames: { '#next': 'next' },
      ExpressionAttributeValues: { ':next': next },
    }),
  );
}
