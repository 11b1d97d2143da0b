// GET /api/webhook/{id}: one webhook, with the number of events that wait for it.
import { showWebhook } from '#contract/event/webhook-answer.ts';
import { requireWebhook } from '#flows/webhook/webhook-lookup.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { countParked } from '#store/webhook/delivery.ts';

const SHOWN = { tr: 'Webhook.', en: 'The webhook.' };

export const handler = readEndpoint({ scope: 'events:read' }, async ({ caller, path }) => {
  const { merchantId } = caller;
  const id = path['id'] ?? '';
  const [webhook, waiting] = await Promise.all([
    requireWebhook(merchantId, id),
    countParked({ merchantId, id }),
  ]);
  return { message: SHOWN, data: showWebhook(webhook, waiting) };
});
