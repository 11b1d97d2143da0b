// GET /api/webhook/{id}: one webhook, with the number of events that wait for it.
import { showWebhook } from '#contract/event/webhook-answer.ts';
import { Rejection } from '#domain/rejection.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { countParked } from '#store/webhook/delivery.ts';
import { loadWebhook } from '#store/webhook/webhook.ts';

const SHOWN = { tr: 'Webhook.', en: 'The webhook.' };

export const handler = readEndpoint({ scope: 'events:read' }, async ({ caller, path }) => {
  const { merchantId } = caller;
  const id = path['id'] ?? '';
  const [webhook, waiting] = await Promise.all([
    loadWebhook(merchantId, id),
    countParked({ merchantId, id }),
  ]);
  if (webhook === undefined) throw new Rejection('WEBHOOK_NOT_FOUND');
  return { message: SHOWN, data: showWebhook(webhook, waiting) };
});
