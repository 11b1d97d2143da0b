// Records the announcements of one merchant, each once, however often a run finds them.
import { ANNOUNCEMENT_WAITS_MS } from '#domain/event/announcement.ts';
import type { Event } from '#domain/event/event.ts';
import { loadCards } from '#store/card/many-cards.ts';
import { eraseEvents } from '#store/event/erasure.ts';
import { recordedEvents } from '#store/event/event.ts';
import { recordEvents } from '#store/event/feed.ts';
import { newDeliveries } from '#store/webhook/delivery.ts';
import { loadWebhooks } from '#store/webhook/webhook.ts';

/** Returns the number of new announcements. */
export async function recordAnnouncements(
  merchantId: string,
  found: readonly Event[],
  now: Date,
): Promise<number> {
  const ids = found.map(({ id }) => id);
  const recorded = await recordedEvents(merchantId, ids);
  const events = found.filter(({ id }) => !recorded.has(id));
  if (events.length === 0) return 0;
  const webhooks = await loadWebhooks(merchantId);
  const sentAt = new Date(now.getTime() + ANNOUNCEMENT_WAITS_MS).toISOString();
  const beside = (event: Event) => newDeliveries(event, webhooks, now, sentAt);
  await recordEvents(events, { merchantId, now, beside });
  await eraseDeletedCards(merchantId, events);
  return events.length;
}

/** Erases events of cards that were deleted meanwhile: the deletion did not find these events. */
async function eraseDeletedCards(merchantId: string, events: readonly Event[]): Promise<void> {
  const ofCards = events.filter(({ objectType }) => objectType === 'Card');
  const objectIds = ofCards.map(({ objectId }) => objectId);
  const left = new Set((await loadCards(merchantId, objectIds, () => {})).map(({ id }) => id));
  const gone = ofCards.filter(({ objectId }) => !left.has(objectId));
  await eraseEvents(
    merchantId,
    gone.map(({ id }) => id),
  );
}
