// Webhooks in responses.
import type { Replay } from '#domain/webhook/replay.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';

/** `waitingCount`: the number of events that wait for the webhook; a list does not count them. */
export const showWebhook = (webhook: Webhook, waitingCount?: number) => ({
  ...setOfWebhook(webhook),
  state: webhook.state,
  failingSince: webhook.state === 'Failing' ? (webhook.failingSince ?? null) : null,
  nextTryAt: webhook.nextProbeAt ?? null,
  waitingCount: waitingCount ?? null,
  lastSuccessAt: webhook.lastSuccessAt ?? null,
  disabledAt: webhook.disabledAt ?? null,
  disabledReason: webhook.disabledReason ?? null,
});

/** What only calls set: a PUT that repeats it must agree (api.md 4.12). */
export const setOfWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  eventTypes: webhook.eventTypes,
  description: webhook.description ?? null,
  createdBy: webhook.createdBy ?? null,
  changedBy: webhook.changedBy ?? null,
  createdAt: webhook.createdAt,
});

/** `secret` is shown only in this answer: null in a repeat later than a minute. */
export const showNewWebhook = (webhook: Webhook, secret: string) => ({
  ...showWebhook(webhook, 0),
  secret: secret as string | null,
});

/** A replay of one event has the instant of the event as both ends. */
export const showReplay = (replay: Replay) => ({
  id: replay.id,
  webhookId: replay.webhookId,
  eventId: replay.eventId ?? null,
  from: replay.from,
  to: replay.to,
  eventTypes: replay.eventTypes ?? null,
  createdAt: replay.createdAt,
});
