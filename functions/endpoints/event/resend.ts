// POST /api/event/{id}/resend: sends an event again, to one webhook or to all that subscribe to its type.
import { randomUUID } from 'node:crypto';
import { resendBody } from '#contract/event/delivery.ts';
import { Rejection } from '#domain/rejection.ts';
import { laneOfReplay } from '#domain/webhook/replay.ts';
import { isHeld, takesDeliveries, wants } from '#domain/webhook/webhook.ts';
import { endpoint } from '#http/endpoint.ts';
import { loadKeptEvent } from '#store/event/event.ts';
import { newDelivery, writeNewDelivery } from '#store/webhook/delivery.ts';
import { loadWebhook, loadWebhooks, type WebhookItem } from '#store/webhook/webhook.ts';

const RESENT = { tr: 'Olay yeniden gönderilecek.', en: 'The event will be sent again.' };

export const handler = endpoint(
  { scope: 'events', body: resendBody },
  async ({ caller, path, body, now, commit }) => {
    const { merchantId } = caller;
    const { webhookId } = body;
    const [event, found] = await Promise.all([
      loadKeptEvent(merchantId, path['id'] ?? '', now),
      webhookId === undefined ? loadWebhooks(merchantId) : loadWebhook(merchantId, webhookId),
    ]);
    if (event === undefined) throw new Rejection('EVENT_NOT_FOUND');
    const webhooks = Array.isArray(found)
      ? found.filter((one) => takesDeliveries(one) && wants(one, event))
      : [requireActive(found)];
    // The delivery has its own lane: it waits for no other event of the object, and none waits for it.
    const lane = laneOfReplay(event.objectId, randomUUID());
    const writes = webhooks.map((webhook) =>
      writeNewDelivery(newDelivery(event, webhook, { now, lane, isParked: isHeld(webhook) })),
    );
    const data = { eventId: event.id, webhookIds: webhooks.map(({ id }) => id) };
    const answer = { status: 202 as const, message: RESENT, data };
    const result = await commit(writes, answer);
    if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
    return answer;
  },
);

function requireActive(webhook: WebhookItem | undefined): WebhookItem {
  if (webhook === undefined) throw new Rejection('WEBHOOK_NOT_FOUND').at('webhookId');
  if (!takesDeliveries(webhook)) throw new Rejection('WEBHOOK_DISABLED').at('webhookId');
  return webhook;
}
