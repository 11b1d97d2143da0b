// DELETE /api/webhook/{id}: removes a webhook with its secrets; nothing more is sent to it.
import { requireWebhook } from '#flows/webhook/webhook-lookup.ts';
import { endpoint } from '#http/endpoint.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { writeWebhookDeletion } from '#store/webhook/webhook.ts';

const DELETED = { tr: 'Webhook silindi.', en: 'The webhook was deleted.' };

export const handler = endpoint({ scope: 'events' }, ({ caller, path, now, commit }) =>
  untilCommitted({
    load: () => requireWebhook(caller.merchantId, path['id']),
    decide: (read) => {
      const result = { message: DELETED, data: { id: read.id, deleted: true } };
      return { writes: writeWebhookDeletion(read, now), result };
    },
    commit,
  }),
);
