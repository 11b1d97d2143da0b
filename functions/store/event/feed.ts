// The feed: every event of a merchant has a position, and positions have no gaps. The head of the feed is
// raised in the transaction that puts the events, so that a reader that stops before a gap misses no event.
import type { Event } from '#domain/event/event.ts';
import type { DayCount } from '#domain/payment/payment-statistics.ts';
import { natural, optional, text, type ValueOf } from '#domain/shape.ts';
import { localDay } from '#domain/time/business-day.ts';
import { addSales, type HeldSales } from '../payment/payment-statistics.ts';
import { type CommitConflict, changeOrCreate, type Write } from '../table/commit.ts';
import { untilCommitted } from '../table/commit-retry.ts';
import { feedKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { loadRow, row, type Stored } from '../table/row.ts';
import { type FeedRecord, readEvent, writeEvent } from './event.ts';

const fields = () => ({
  /** The position of the next event; the first is 1. */
  next: natural,
  /** ISO: when the last events were recorded. */
  lastAt: text,
  /** The sales and the funnel of the day that has not ended, counted. */
  sales: optional(text),
});
type FeedHead = ValueOf<typeof fields>;

const FEED = /* @__PURE__ */ row<FeedHead>('feed', fields);

export const feedKind = () =>
  ({
    keys: [feedKey('{m}', '{part}')],
    readBy: 'capture, merchant',
    grants: { feed: 'the heads of the feeds of events, and their index' },
    events: 'nothing: it is the order of events',
    read: FEED.find,
  }) satisfies Kind;

export const loadFeedHead = (merchantId: string) => loadRow(FEED, feedKey(merchantId));

/** What the head holds of the day that has not ended. */
export const loadHeldSales = async (merchantId: string): Promise<HeldSales | undefined> =>
  (await loadFeedHead(merchantId))?.sales;

/**
 * DynamoDB accepts a hundred writes in one transaction. One is the head's, and some forty are the rows of a
 * day that has ended: currencies, variants and cards.
 */
const MOST_WRITES = 55;

type FeedAppend = {
  merchantId: string;
  now: Date;
  /** Further writes of the event's transaction, made if and only if the event is new. */
  beside: (event: Event) => Write[];
  /** What the event adds to the statistics; absent if none of the events reports a payment. */
  salesOf?: (event: Event) => readonly DayCount[];
};

type EventAppend = { event: Event; beside: Write[]; sales: readonly DayCount[] };

/** Records events in this order. Events that are recorded already stay unchanged. */
export async function recordEvents(events: readonly Event[], place: FeedAppend): Promise<void> {
  const chunks: EventAppend[][] = [];
  let size = Number.POSITIVE_INFINITY;
  const today = localDay(place.now.getTime());
  for (const event of events) {
    const beside = place.beside(event);
    const sales = place.salesOf?.(event) ?? [];
    const weight = 1 + beside.length + sales.filter(({ day }) => day !== today).length;
    if (size + weight > MOST_WRITES) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1)?.push({ event, beside, sales });
    size += weight;
  }
  for (const chunk of chunks) await recordChunk(chunk, place);
}

async function recordChunk(
  chunk: readonly EventAppend[],
  { merchantId, now, salesOf }: FeedAppend,
): Promise<void> {
  let left = chunk;
  const recordedAt = now.toISOString();
  // Workers that record events of the same merchant at the same time wait for each other.
  await untilCommitted({
    load: async (conflict) => {
      const known = recordedIds(conflict);
      left = left.filter(({ event }) => !known.has(event.id));
      return left.length === 0 ? undefined : await loadFeedHead(merchantId);
    },
    decide: (head) => {
      if (left.length === 0) return { result: undefined };
      const first = head?.next ?? 1;
      const writes = left.flatMap(({ event, beside }, at) => {
        const isFirst = at === 0 && head !== undefined && head.lastAt !== recordedAt;
        const recorded: FeedRecord = {
          recordedAt,
          position: first + at,
          ...(isFirst && { previousAt: head.lastAt }),
        };
        return [writeEvent(event, recorded), ...beside];
      });
      const added = left.flatMap(({ sales }) => sales);
      const held = salesOf && addSales(head?.sales, added, { merchantId, now });
      const next = {
        next: first + left.length,
        lastAt: recordedAt,
        ...(held && { sales: held.sales }),
      };
      const all = [writeHead({ merchantId, head }, next), ...writes, ...(held?.writes ?? [])];
      return { writes: all, result: undefined };
    },
    lost: 'The feed of a merchant is too busy: the events are not recorded.',
  });
}

/** The events that were recorded already. */
const recordedIds = (conflict: CommitConflict | undefined) =>
  new Set(
    conflict?.conflicts.flatMap(({ what, found }) =>
      what === 'event' && found ? [readEvent(found).id] : [],
    ),
  );

type HeadPlace = Pick<FeedAppend, 'merchantId'> & { head: (FeedHead & Stored) | undefined };

const writeHead = ({ merchantId, head }: HeadPlace, next: FeedHead): Write =>
  changeOrCreate('feed', head, feedKey(merchantId), FEED.attributes(next));
