// DELETE /api/webhook/{id}: removes a webhook with its secrets; nothing more is sent to it.
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { loadWebhook, writeWebhookDeletion } from '#store/webhook/webhook.ts';

const DELETED = { tr: 'Webhook silindi.', en: 'The webhook was deleted.' };
/** Most tries of the write, because deliveries change the webhook's row too. */
const MOST_TRIES = 5;

export const handler = endpoint({ scope: 'events' }, async ({ caller, path, now, commit }) => {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const read = await loadWebhook(caller.merchantId, path['id'] ?? '');
    if (read === undefined) throw new Rejection('WEBHOOK_NOT_FOUND');
    const answer = { message: DELETED, data: { id: read.id, deleted: true } };
    const result = await commit(writeWebhookDeletion(read, now), answer);
    if (result.kind === 'committed') return answer;
  }
  throw new Rejection('CONCURRENT_UPDATE');
});
