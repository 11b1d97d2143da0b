// GET /api/webhook: the webhooks of a merchant, newest first. They are few, so one page contains all.
import { showWebhook } from '#contract/event/webhook-answer.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadWebhooks } from '#store/webhook/webhook.ts';

const LISTED = { tr: 'Webhook’lar.', en: 'The webhooks.' };

export const handler = readEndpoint({ scope: 'events:read' }, async ({ caller }) => {
  const webhooks = await loadWebhooks(caller.merchantId);
  return { message: LISTED, data: { items: webhooks.map((one) => showWebhook(one)), nextCursor: null } };
});
