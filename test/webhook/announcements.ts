// Announces new deliveries like a standard queue: in any order, more than once, at the same time or never.
import type { Event } from '#domain/event/event.ts';
import { wants } from '#domain/webhook/webhook.ts';
import { deliveryKey, type Key } from '#store/table/keys.ts';
import { getItems } from '#store/table/table.ts';

type Webhook = { id: string; eventTypes: string[] };
type Announcing = {
  merchantId: string;
  webhooks: readonly Webhook[];
  /** All events of the walk. */
  events: readonly Pick<Event, 'id' | 'type' | 'objectId' | 'sequence' | 'ordinal'>[];
  trigger: (keys: readonly Key[]) => Promise<unknown>;
};
type How = 'one' | 'in order' | 'reversed' | 'twice' | 'at once' | 'never';

export function openAnnouncements({ merchantId, webhooks, events, trigger }: Announcing) {
  const keys = webhooks.flatMap((webhook) =>
    events
      .filter((event) => wants(webhook, event))
      .map(({ id: eventId, objectId: lane, ...place }) =>
        deliveryKey(merchantId, { ...place, eventId, lane, webhookId: webhook.id }),
      ),
  );
  const unseen = new Set(keys);
  const waiting: Key[] = [];
  const announce = async (some: readonly Key[]) => void (await trigger(some).catch(() => undefined));
  return {
    /** Finds deliveries that are new since the last look. */
    async look(): Promise<void> {
      const left = [...unseen];
      for (const [at, row] of (await getItems(left)).entries()) {
        const key = left[at];
        if (row === undefined || key === undefined) continue;
        unseen.delete(key);
        if (row['state'] === 'Due') waiting.push(key);
      }
    },
    async make(how: How, most: number): Promise<void> {
      const some = waiting.splice(0, how === 'one' ? 1 : most);
      if (some.length === 0 || how === 'never') return;
      if (how === 'one' || how === 'in order') await announce(some);
      if (how === 'reversed') for (const key of some.reverse()) await announce([key]);
      if (how === 'twice') await Promise.all([announce(some), announce([...some, ...some])]);
      if (how === 'at once') await Promise.all(some.map((key) => announce([key])));
    },
    /** The deliveries that are missing, or have not ended as they should. */
    async undelivered(): Promise<unknown[]> {
      const rows = await getItems(keys);
      return rows.flatMap((row, at) => (row?.['state'] === 'Delivered' ? [] : [row ?? keys[at]]));
    },
  };
}
