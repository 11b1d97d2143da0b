// PUT /api/webhook/{id}: changes the fields that are sent. `isActive` disables a webhook, or enables it.
import { type UpdateWebhookBody, updateWebhookBody, updateWebhookQuery } from '#contract/event/webhook.ts';
import { setOfWebhook, showWebhook } from '#contract/event/webhook-answer.ts';
import { CREATED_WEBHOOK_NAMES } from '#contract/field/answer-names.ts';
import { defined } from '#domain/defined.ts';
import { eventsOfWebhook } from '#domain/event/account-events.ts';
import { Rejection } from '#domain/rejection.ts';
import { disabled, enabled, presentSecret, retriedAt, type Webhook } from '#domain/webhook/webhook.ts';
import { requireWebhook } from '#flows/webhook/webhook-lookup.ts';
import { endpoint } from '#http/endpoint.ts';
import { requireReads } from '#http/event-rights.ts';
import { invalidFields } from '#http/failure.ts';
import { isUnchanged } from '#http/fields/record-fields.ts';
import { hasLocalReceivers } from '#setting.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { type WebhookItem, writeWebhook } from '#store/webhook/webhook.ts';

const UPDATED = { tr: 'Webhook güncellendi.', en: 'The webhook was updated.' };
const FROM_IS_FOR = {
  tr:
    'yalnızca `isActive: true` ile, devre dışı bir webhook’u açarken kullanılır.' +
    ' Olayları yeniden göndermek için: `POST /api/webhook/{id}/replay`',
  en:
    'it is for enabling a disabled webhook with `isActive: true`.' +
    ' To have events sent again: `POST /api/webhook/{id}/replay`',
};

export const handler = endpoint(
  {
    scope: 'events',
    body: ({ mode }) => updateWebhookBody({ mode, isLocal: hasLocalReceivers() }),
    query: ({ timeZone }) => updateWebhookQuery(timeZone),
    answer: CREATED_WEBHOOK_NAMES,
  },
  async ({ caller, path, body, query, now, requireRecord, commit }) => {
    if (query.from !== undefined && body.isActive !== true) throw fromRefused();
    return await untilCommitted({
      load: () => requireWebhook(caller.merchantId, path['id']),
      decide: (read) => {
        const before = showWebhook(read);
        requireReads(caller, body.eventTypes ?? read.eventTypes);
        requireRecord(setOfWebhook(read));
        const changed = changedBy(caller.keyId, read, changedWebhook(read, body, now.getTime(), query.from));
        const isSame = body.isActive === undefined && isUnchanged(before, showWebhook(changed));
        if (isSame) return { result: { message: UPDATED, data: before } };
        const result = { message: UPDATED, data: showWebhook(changed) };
        return { writes: [writeWebhook(read, changed)], result };
      },
      commit,
    });
  },
);

const fromRefused = () =>
  invalidFields([{ field: 'from', code: 'NOT_APPLICABLE', hint: { purpose: FROM_IS_FOR } }]);

/** Names the key if the change is one that people make, which is an event. */
function changedBy(keyId: string, read: WebhookItem, changed: Webhook): Webhook {
  if (eventsOfWebhook(read, changed).length === 0) return changed;
  return { ...changed, changedBy: keyId, ...(changed.url !== read.url && { urlSetBy: keyId }) };
}

function changedWebhook(
  read: WebhookItem,
  body: UpdateWebhookBody,
  nowMs: number,
  fromMs: number | undefined,
): Webhook {
  const { description: before, ...rest } = read;
  const description = body.description === undefined ? before : (body.description ?? undefined);
  const changed: Webhook = {
    ...rest,
    ...defined({ description }),
    url: body.url ?? read.url,
    eventTypes: body.eventTypes === undefined ? read.eventTypes : [...body.eventTypes],
  };
  if (body.isActive === false) return disabled(changed, 'ByMerchant', nowMs);
  const isOn = body.isActive === true;
  if (isOn && read.state === 'Disabled') {
    if (presentSecret(read) === undefined) throw new Rejection('WEBHOOK_SECRET_ENDED');
    return enabled(changed, nowMs, fromMs);
  }
  if (fromMs !== undefined) throw fromRefused();
  if (changed.url !== read.url) return retriedAt({ ...changed, isUnproven: true }, nowMs);
  return isOn ? retriedAt(changed, nowMs) : changed;
}
