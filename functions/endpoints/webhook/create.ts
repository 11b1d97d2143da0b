// POST /api/webhook: registers an address that receives events; its secret is shown once.
import { randomBytes } from 'node:crypto';
import { createWebhookBody } from '#contract/event/webhook.ts';
import { showNewWebhook } from '#contract/event/webhook-answer.ts';
import { CREATED_WEBHOOK_NAMES } from '#contract/field/answer-names.ts';
import { defined } from '#domain/defined.ts';
import { makeUuid } from '#domain/id.ts';
import { MOST_WEBHOOKS } from '#domain/limits.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { endpoint } from '#http/endpoint.ts';
import { requireReads } from '#http/event-rights.ts';
import { hasLocalReceivers } from '#setting.ts';
import { isConflictOn } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { writeNewWebhook } from '#store/webhook/webhook.ts';
import { sealWebhookSecret } from '#vault/webhook.ts';
import { makeWebhookSecret } from '#webhook/sign.ts';

const CREATED = {
  tr: 'Webhook oluşturuldu. Gizli anahtar yalnızca şimdi gösterilir.',
  en: 'The webhook was created. Its secret is shown only now.',
};

export const handler = endpoint(
  {
    scope: 'events',
    body: ({ mode }) => createWebhookBody({ mode, isLocal: hasLocalReceivers() }),
    answer: CREATED_WEBHOOK_NAMES,
    shownOnce: 'secret',
  },
  async ({ caller, body, now, commit }) => {
    requireReads(caller, body.eventTypes);
    const { merchantId } = caller;
    const id = makeUuid(now.getTime(), randomBytes);
    const secret = makeWebhookSecret(randomBytes);
    const { url, eventTypes, description } = body;
    const webhook: Webhook = {
      id,
      merchantId,
      url,
      eventTypes: [...eventTypes],
      ...defined({ description }),
      state: 'Active',
      secrets: [{ sealed: await sealWebhookSecret(secret, { merchantId, webhookId: id }) }],
      createdBy: caller.keyId,
      createdAt: now.toISOString(),
      failures: 0,
      isUnproven: true,
    };
    const answer = { status: 201 as const, message: CREATED, data: showNewWebhook(webhook, secret) };
    const result = await commitWithRetry(() => commit(writeNewWebhook(webhook), answer));
    if (result.kind === 'committed') return answer;
    throw isConflictOn(result, 'webhook-count')
      ? new Rejection('WEBHOOK_LIMIT_REACHED', { maxWebhooks: MOST_WEBHOOKS })
      : new Rejection('CONCURRENT_UPDATE');
  },
);
