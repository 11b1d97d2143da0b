// Deliveries of events in requests and responses.
import type { Delivery, DeliveryTry } from '#domain/webhook/delivery.ts';

const showTry = ({ at, status, error, durationMs, answer }: DeliveryTry) => ({
  at,
  status: status ?? null,
  error: error ?? null,
  durationMs,
  answer,
});

/** `tries`: newest first. */
export const showDelivery = (delivery: Delivery, tries: readonly DeliveryTry[]) => ({
  webhookId: delivery.webhookId,
  state: delivery.state,
  createdAt: delivery.createdAt,
  nextTryAt: delivery.state === 'Waiting' ? (delivery.nextTryAt ?? null) : null,
  deliveredAt: delivery.deliveredAt ?? null,
  tries: tries.map(showTry),
});

type TestCall = { durationMs: number; answer: string } & (
  | { kind: 'answered'; status: number }
  | { kind: 'failed'; error: string }
);

/** The result of a test message, which is no stored event. */
export const showWebhookTest = (posted: TestCall, isDelivered: boolean) => ({
  isDelivered,
  status: posted.kind === 'answered' ? posted.status : null,
  error: posted.kind === 'failed' ? posted.error : null,
  durationMs: posted.durationMs,
  answer: posted.answer,
});
