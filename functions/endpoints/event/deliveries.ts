// GET /api/event/{id}/deliveries: to which webhooks an event was sent, and what came back of each try.
import { showDelivery } from '#contract/event/delivery.ts';
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { loadKeptEvent } from '#store/event/event.ts';
import { loadDeliveriesOf } from '#store/webhook/delivery.ts';
import { loadTries } from '#store/webhook/delivery-try.ts';

const LISTED = { tr: 'Olayın gönderimleri.', en: 'The deliveries of the event.' };

export const handler = endpoint({ scope: 'read' }, async ({ caller, path, now }) => {
  const { merchantId } = caller;
  const id = path['id'] ?? '';
  const [event, deliveries, tries] = await Promise.all([
    loadKeptEvent(merchantId, id, now),
    loadDeliveriesOf(merchantId, id),
    loadTries(merchantId, id),
  ]);
  if (event === undefined) throw new Rejection('EVENT_NOT_FOUND');
  const items = deliveries
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .map((one) => {
      const own = tries.filter(({ webhookId, lane }) => webhookId === one.webhookId && lane === one.lane);
      return showDelivery(one, own);
    });
  return { says: LISTED, data: { items, nextCursor: null } };
});
