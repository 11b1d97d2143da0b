// DELETE /api/webhook/{id}: removes a webhook with its secrets; nothing more is sent to it.
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { loadWebhook, writeWebhookDeletion } from '#store/webhook/webhook.ts';

const DELETED = { tr: 'Webhook silindi.', en: 'The webhook was deleted.' };

export const handler = endpoint({ scope: 'events' }, ({ caller, path, now, commit }) =>
  untilCommitted({
    load: () => loadWebhook(caller.merchantId, path['id'] ?? ''),
    decide: (read) => {
      if (read === undefined) throw new Rejection('WEBHOOK_NOT_FOUND');
      const result = { message: DELETED, data: { id: read.id, deleted: true } };
      return { writes: writeWebhookDeletion(read, now), result };
    },
    commit,
  }),
);
