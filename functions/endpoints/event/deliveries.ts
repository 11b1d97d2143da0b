// GET /api/event/{id}/deliveries: the deliveries of an event to webhooks, with the outcome of each try. A
// delivery that waits for a deleted webhook is shown as undelivered, because the deletion of a webhook does
// not update the rows of its waiting deliveries.
import { showDelivery } from '#contract/event/delivery.ts';
import { Rejection } from '#domain/rejection.ts';
import { type Delivery, undelivered, waits } from '#domain/webhook/delivery.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadKeptEvent } from '#store/event/event.ts';
import { loadDeliveriesOf } from '#store/webhook/delivery.ts';
import { loadTries } from '#store/webhook/delivery-try.ts';
import { loadWebhook } from '#store/webhook/webhook.ts';

const LISTED = { tr: 'Olayın gönderimleri.', en: 'The deliveries of the event.' };

export const handler = readEndpoint({ scope: 'events:read' }, async ({ caller, path, now }) => {
  const { merchantId } = caller;
  const id = path['id'] ?? '';
  const [event, deliveries, tries] = await Promise.all([
    loadKeptEvent(merchantId, id, now),
    loadDeliveriesOf(merchantId, id),
    loadTries(merchantId, id),
  ]);
  if (event === undefined) throw new Rejection('EVENT_NOT_FOUND');
  const deleted = await deletedWebhooks(merchantId, deliveries);
  const items = deliveries
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .map((one) => {
      const own = tries.filter(({ webhookId, lane }) => webhookId === one.webhookId && lane === one.lane);
      const all = [...own, ...(one.firstTry ? [one.firstTry] : [])];
      return showDelivery(waits(one) && deleted.has(one.webhookId) ? undelivered(one) : one, all);
    });
  return { message: LISTED, data: { items, nextCursor: null } };
});

/** The ids of deleted webhooks that still have waiting deliveries. Reads nothing if no delivery waits. */
async function deletedWebhooks(merchantId: string, deliveries: readonly Delivery[]): Promise<Set<string>> {
  const ids = [...new Set(deliveries.filter(waits).map(({ webhookId }) => webhookId))];
  const webhooks = await Promise.all(ids.map((id) => loadWebhook(merchantId, id)));
  return new Set(ids.filter((_, at) => webhooks[at] === undefined));
}
