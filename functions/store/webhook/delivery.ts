// Deliveries: one row for each event and webhook. The deliveries of a lane are in one partition, in sending
// order. A row is written whole, on the condition of the version that was read.
import { defined } from '#domain/defined.ts';
import type { Event } from '#domain/event/event.ts';
import { EVENTS_KEPT_DAYS } from '#domain/limits.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type Delivery, deliveryFields, dueAtOf, isParked, isPending } from '#domain/webhook/delivery.ts';
import { laneOfReplay } from '#domain/webhook/replay.ts';
import type { FormerAddress } from '#domain/webhook/revoked.ts';
import { isHeld, isSlow, takesDeliveries, type Webhook, wants } from '#domain/webhook/webhook.ts';
import { commit, create, replace, type Write } from '../table/commit.ts';
import {
  deliveriesOfEvent,
  deliveriesPartition,
  deliveryDueAttributes,
  deliveryDuePartition,
  deliveryKey,
  type Key,
  pendingPartition,
  pendingShardOf,
  pendingShards,
} from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { readWhole } from '../table/list.ts';
import { endsAt, newItem, row, type Stored } from '../table/row.ts';
import {
  countIndex,
  everyPage,
  getItem,
  type Item,
  queryChildren,
  queryEntries,
  queryIndex,
} from '../table/table.ts';

export type DeliveryItem = Stored & Delivery;

const DELIVERY = /* @__PURE__ */ row<Delivery>('delivery', deliveryFields);

export const deliveryKind = () =>
  ({
    keys: [
      {
        pk: deliveriesPartition('{m}', { webhookId: '{webhook}', lane: '{lane}' }),
        sk: '{sequence}#{ordinal}#{event}',
      },
    ],
    readBy: 'delivery, in this order',
    indexes: {
      lookup: [[deliveriesOfEvent('{m}', '{event}'), '{webhook}#{instant}']],
      second: [[pendingPartition('{m}', '{webhook}', '{shard}'), '{instant}#{lane}']],
      due: [[deliveryDuePartition('{shard}'), '{instant}#{id}']],
    },
    grants: { delivery: 'deliveries of events' },
    indexGrants: {
      'waiting-delivery': [
        pendingPartition('{m}', '{webhook}', '{shard}'),
        'deliveries of events that wait for their webhook',
      ],
      'due-delivery': [deliveryDuePartition('{shard}'), 'deliveries of events that are due'],
    },
    events: 'nothing: it sends an event',
    read: readDelivery,
  }) satisfies Kind;

const KEPT_MS = EVENTS_KEPT_DAYS * DAY_MS;

function itemOf(delivery: Delivery, version: number): Item {
  const { merchantId, webhookId, eventId, lane, createdAt } = delivery;
  const dueAt = dueAtOf(delivery);
  const attributes = {
    ...DELIVERY.attributes(delivery),
    lookupPk: deliveriesOfEvent(merchantId, eventId),
    lookupSk: `${webhookId}#${createdAt}`,
    ...(dueAt !== undefined && deliveryDueAttributes(lane, dueAt, `${webhookId}#${eventId}`)),
    ...(isParked(delivery) && {
      secondPk: pendingPartition(merchantId, webhookId, pendingShardOf(lane)),
      secondSk: `${createdAt}#${lane}`,
    }),
    ...endsAt(Date.parse(createdAt) + KEPT_MS),
  };
  return newItem(deliveryKey(merchantId, delivery), attributes, version);
}

type NewEvent = Pick<Event, 'id' | 'merchantId' | 'type' | 'objectId' | 'sequence' | 'ordinal'>;

type NewDelivery = {
  now: Date;
  /** By default the lane of the event's object. */
  lane?: string;
  isParked?: boolean;
  /** When the run of each minute finds the delivery; by default the deliver function is invoked at once. */
  nextTryAt?: string;
};

export function newDelivery(
  { id: eventId, merchantId, type, objectId, sequence, ordinal }: NewEvent,
  webhook: Pick<Webhook, 'id'>,
  { now, lane = objectId, isParked: waits = false, nextTryAt }: NewDelivery,
): Delivery {
  const state = waits ? 'Waiting' : 'Due';
  const place = { merchantId, webhookId: webhook.id, eventId, lane, sequence, ordinal };
  const planned = !waits && nextTryAt !== undefined && { nextTryAt };
  return { ...place, type, state, createdAt: now.toISOString(), tries: 0, ...planned };
}

/** A conflict if the delivery exists already. */
export const writeNewDelivery = (delivery: Delivery): Write => create('delivery', itemOf(delivery, 1));

/**
 * The deliveries of a new event, to every webhook that has chosen its type. A delivery waits for a webhook
 * that is held, and for a slow one if `nextTryAt` is absent. `nextTryAt`: when the others are sent; by
 * default at once.
 */
export const newDeliveries = (
  event: NewEvent,
  webhooks: readonly Webhook[],
  now: Date,
  nextTryAt?: string,
): Write[] =>
  webhooks
    .filter((webhook) => takesDeliveries(webhook) && wants(webhook, event))
    .map((webhook) => {
      const isParked = isHeld(webhook) || (isSlow(webhook) && nextTryAt === undefined);
      const how = { now, isParked, ...defined({ nextTryAt }) };
      return writeNewDelivery(newDelivery(event, webhook, how));
    });

/** The delivery of a change of a webhook's address to its former one. It waits for no other event. */
export function formerDelivery(event: NewEvent, former: FormerAddress, now: Date): Write {
  const lane = laneOfReplay(event.objectId, event.id);
  return writeNewDelivery({ ...newDelivery(event, { id: event.objectId }, { now, lane }), former });
}

/** The delivery's next state. A conflict if it was changed since it was read. */
export const writeDelivery = (read: DeliveryItem, delivery: Delivery): Write =>
  replace('delivery', read, itemOf(delivery, read.version + 1));

/** Returns undefined if another caller has changed the delivery. */
export async function saveDelivery(
  read: DeliveryItem,
  delivery: Delivery,
): Promise<DeliveryItem | undefined> {
  const saved = await commit([writeDelivery(read, delivery)]);
  return saved.kind === 'committed' ? { ...read, ...delivery, version: read.version + 1 } : undefined;
}

/** Saves those that have a next state. One that another caller has changed is left as it is. */
export async function saveEach(
  these: readonly DeliveryItem[],
  next: (one: DeliveryItem) => Delivery | undefined,
): Promise<void> {
  for (const one of these) {
    const delivery = next(one);
    if (delivery !== undefined) await saveDelivery(one, delivery);
  }
}

/** The lane of a delivery. */
export type Lane = Pick<Delivery, 'merchantId' | 'webhookId' | 'lane'>;

/** The lane of the delivery with this key; undefined if it is the key of another row. */
export function laneIn({ pk, sk }: Key): (Lane & { named: string }) | undefined {
  const [, merchantId = '', noun, webhookId = '', ...lane] = pk.split('#');
  return noun === 'DELIVERY' ? { merchantId, webhookId, lane: lane.join('#'), named: sk } : undefined;
}
/** The id of the event in the sort key of a delivery. */
export const eventIdIn = (sk: string): string => sk.split('#').slice(2).join('#');

const ROWS_PER_READ = 50;

/**
 * The pending deliveries of a lane, in sending order. They are read from the last one back to one that has
 * ended, because earlier ones have ended too. `named`: the sort key of a delivery that may be an exception,
 * because its webhook had not chosen its type when the event happened.
 */
export async function loadPending(lane: Lane, named?: string): Promise<DeliveryItem[]> {
  const partition = deliveriesPartition(lane.merchantId, lane);
  const pending: DeliveryItem[] = [];
  for await (const page of everyPage(queryChildren, { partition, limit: ROWS_PER_READ })) {
    const rows = page.map(DELIVERY.read);
    const ended = rows.findIndex((one) => !isPending(one));
    pending.push(...(ended === -1 ? rows : rows.slice(0, ended)));
    if (ended !== -1) break;
  }
  const isMissing = named !== undefined && !pending.some(({ sk }) => sk === named);
  const earlier = isMissing ? await loadDelivery({ pk: partition, sk: named }) : undefined;
  return [...(earlier && isPending(earlier) ? [earlier] : []), ...pending.reverse()];
}

async function loadDelivery(key: { pk: string; sk: string }): Promise<DeliveryItem | undefined> {
  return DELIVERY.find(await getItem(key));
}

/** The deliveries of an event, to all webhooks; eventually consistent. */
export async function loadDeliveriesOf(merchantId: string, eventId: string): Promise<DeliveryItem[]> {
  const items = await readWhole({ index: 'lookup', partition: deliveriesOfEvent(merchantId, eventId) });
  return items.map((item) => DELIVERY.read(item));
}

type ParkedWebhook = Pick<Webhook, 'merchantId' | 'id'>;

type ReadShard = (partition: string) => Promise<{ items: Item[] }>;

const parked = async ({ merchantId, id }: ParkedWebhook, read: ReadShard): Promise<Item[]> => {
  const shards = Array.from({ length: pendingShards() }, (_, shard) =>
    pendingPartition(merchantId, id, shard),
  );
  return (await Promise.all(shards.map(read))).flatMap(({ items }) => items);
};

/** Index entries of deliveries that wait for a webhook, at most `limit` of each shard, the oldest ones. */
export const parkedEntries = (webhook: ParkedWebhook, limit: number): Promise<Item[]> =>
  parked(webhook, (partition) => queryEntries({ ...WAITING, partition, limit }));

/**
 * Deliveries that wait for a webhook, at most `limit` of each shard, oldest first; eventually consistent.
 * There are none only if the index has none: those that wait no longer are no reason to end.
 */
export async function loadParked(webhook: ParkedWebhook, limit: number): Promise<DeliveryItem[]> {
  const rows = await parked(webhook, (partition) => queryIndex({ ...WAITING, partition, limit }));
  const items = rows.map((row) => DELIVERY.read(row));
  return items.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** Most rows counted in each shard; the number is only shown to people. */
const MOST_COUNTED = 100;

/** The number of deliveries that wait for a webhook, at most `MOST_COUNTED` in each shard. */
export async function countParked({ merchantId, id }: ParkedWebhook): Promise<number> {
  const counts = await Promise.all(
    Array.from({ length: pendingShards() }, (_, shard) =>
      countIndex(WAITING.index, pendingPartition(merchantId, id, shard), MOST_COUNTED),
    ),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
const WAITING = { index: 'second', newestFirst: false } as const;

/** Returns undefined if the row is no delivery. */
export const readDelivery = (item: Item): DeliveryItem | undefined =>
  item.pk.includes('#DELIVERY#') ? DELIVERY.read(item) : undefined;
