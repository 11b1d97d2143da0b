// POST /api/webhook/{id}/secret: replaces the secret of a webhook. Both secrets sign for a while.

import { randomBytes } from 'node:crypto';
import { showNewWebhook } from '#contract/event/webhook-answer.ts';
import { CREATED_WEBHOOK_NAMES } from '#contract/field/answer-names.ts';
import { BOTH_SECRETS_HOURS } from '#domain/limits.ts';
import { rotated } from '#domain/webhook/webhook.ts';
import { requireWebhook } from '#flows/webhook/webhook-lookup.ts';
import { endpoint } from '#http/endpoint.ts';
import { requireReads } from '#http/event-rights.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { writeWebhook } from '#store/webhook/webhook.ts';
import { sealWebhookSecret } from '#vault/webhook.ts';
import { makeWebhookSecret } from '#webhook/sign.ts';

const ROTATED = {
  tr: `Gizli anahtar değiştirildi. İletiler ${BOTH_SECRETS_HOURS} saat daha eski anahtarla da imzalanır.`,
  en:
    'The secret was replaced. Messages are signed with the previous one, too, for another ' +
    `${BOTH_SECRETS_HOURS} hours.`,
};

export const handler = endpoint(
  { scope: 'events', answer: CREATED_WEBHOOK_NAMES, shownOnce: 'secret' },
  async ({ caller, path, now, commit }) => {
    const { merchantId } = caller;
    const id = path['id'] ?? '';
    const found = await requireWebhook(merchantId, id);
    requireReads(caller, found.eventTypes);
    const secret = makeWebhookSecret(randomBytes);
    const sealed = await sealWebhookSecret(secret, { merchantId, webhookId: id });
    return await untilCommitted({
      load: () => requireWebhook(merchantId, id),
      decide: (read) => {
        const changed = rotated(read, { sealed, setBy: caller.keyId }, now.getTime());
        const result = { status: 201 as const, message: ROTATED, data: showNewWebhook(changed, secret) };
        return { writes: [writeWebhook(read, changed)], result };
      },
      commit,
    });
  },
);
