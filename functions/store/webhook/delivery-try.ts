// The tries to deliver an event, in the partition of the event, as its merchant reads them. The first one of
// a delivery is in the row of the delivery.
import { EVENTS_KEPT_DAYS } from '#domain/limits.ts';
import { text, type ValueOf } from '#domain/shape.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { tryFields } from '#domain/webhook/delivery.ts';
import { create, type Write } from '../table/commit.ts';
import { deliveryTryKey, entityKey, TRY_SORTS } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { endsAt, newItem, row } from '../table/row.ts';
import { queryChildren } from '../table/table.ts';

const fields = () => ({
  webhookId: text,
  /** The lane of the delivery, because a replay may send the event to the webhook again. */
  lane: text,
  ...tryFields(),
});
type TryRow = ValueOf<typeof fields>;
const TRY = /* @__PURE__ */ row<TryRow>('delivery-try', fields);

export const deliveryTryKind = () =>
  ({
    keys: [deliveryTryKey('{m}', { eventId: '{id}', webhookId: '{webhook}', at: '{at}', by: '{by}' })],
    readBy: 'merchant',
    events: 'nothing: it sends an event',
    read: TRY.read,
  }) satisfies Kind;

const KEPT_MS = EVENTS_KEPT_DAYS * DAY_MS;

/** `by`: the random id of the claim. */
export function writeTry(
  { merchantId, eventId, by }: { merchantId: string; eventId: string; by: string },
  one: TryRow,
): Write {
  const { webhookId, at } = one;
  const key = deliveryTryKey(merchantId, { eventId, webhookId, at, by });
  const attributes = { ...TRY.attributes(one), ...endsAt(Date.parse(at) + KEPT_MS) };
  return create('delivery-try', newItem(key, attributes));
}

/** More tries than an event has, even if it was sent again a few times; the newest are read. */
const MOST_TRIES = 500;

/** The tries of an event that have rows of their own, newest first. */
export async function loadTries(merchantId: string, eventId: string): Promise<TryRow[]> {
  const { pk: partition } = entityKey(merchantId, 'EVENT', eventId);
  const page = await queryChildren({ partition, ...TRY_SORTS, limit: MOST_TRIES });
  return page.items.map((item) => TRY.read(item));
}
