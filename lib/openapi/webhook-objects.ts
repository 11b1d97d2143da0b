// Webhooks and deliveries as JSON Schemas.
import type { showDelivery, showWebhookTest } from '#contract/event/delivery.ts';
import type { showNewWebhook, showReplay, showWebhook } from '#contract/event/webhook.ts';
import { DELIVERY_STATES } from '#domain/webhook/delivery.ts';
import { DISABLED_REASONS, WEBHOOK_STATES } from '#domain/webhook/webhook.ts';
import type { Shown } from './api-fields.ts';
import { count, flag, instant, listOf, object, oneOf, orNull, text, url, uuid } from './json-schema.ts';

const webhook = {
  id: uuid,
  url,
  eventTypes: listOf(text),
  description: orNull(text),
  state: oneOf(WEBHOOK_STATES),
  failingSince: orNull(instant),
  nextTryAt: orNull(instant),
  waitingCount: orNull(count),
  lastSuccessAt: orNull(instant),
  disabledAt: orNull(instant),
  disabledReason: orNull(oneOf(DISABLED_REASONS)),
  createdBy: orNull(uuid),
  createdAt: instant,
};

const tried = {
  status: orNull(count),
  error: orNull(text),
  durationMs: count,
  answer: text,
};

type Delivered = Shown<typeof showDelivery>;

export const WEBHOOK_OBJECTS = {
  Webhook: object<Shown<typeof showWebhook>>(webhook),
  CreatedWebhook: object<Shown<typeof showNewWebhook>>({ ...webhook, secret: text }),
  WebhookTest: object<Shown<typeof showWebhookTest>>({ isDelivered: flag, ...tried }),
  Replay: object<Shown<typeof showReplay>>({
    id: uuid,
    webhookId: uuid,
    from: instant,
    to: instant,
    eventTypes: orNull(listOf(text)),
    createdAt: instant,
  }),
  Delivery: object<Delivered>({
    webhookId: uuid,
    state: oneOf(DELIVERY_STATES),
    createdAt: instant,
    nextTryAt: orNull(instant),
    deliveredAt: orNull(instant),
    tries: listOf(object<Delivered['tries'][number]>({ at: instant, ...tried })),
  }),
  Resent: object<{ eventId: string; webhookIds: string[] }>({ eventId: text, webhookIds: listOf(uuid) }),
} as const;
