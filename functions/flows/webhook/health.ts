// Updates a webhook by the outcome of a call: its server works, fails, or is gone. The row is written only if
// the outcome changes it.
import { afterFailure, afterSuccess, disabled, slowed, type Webhook } from '#domain/webhook/webhook.ts';
import { changeWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import type { Posted } from '#webhook/post.ts';

const GONE = 410;
export const isAccepted = (posted: Posted): boolean =>
  posted.kind === 'answered' && posted.status >= 200 && posted.status < 300;

/** When the server of each webhook last accepted an event from this container. */
const answeredAt = new Map<string, number>();
const MOST_REMEMBERED = 10_000;

/** Returns the webhook after this outcome; undefined if it was deleted meanwhile. */
export async function noteOutcome(
  read: WebhookItem,
  posted: Posted,
  isProbe: boolean,
): Promise<WebhookItem | undefined> {
  const noted = await changeWebhook(read, (webhook) => afterOutcome(webhook, posted, isProbe), read);
  if (noted) report(noted.before, noted.after);
  return noted?.after;
}

/**
 * Marks the webhook as slow, because a call waits long for its answer. New events then wait for one caller,
 * so that the other callers send the events of other merchants. Never throws: the call goes on.
 */
export async function noteSlow(
  { merchantId, id }: Pick<Webhook, 'merchantId' | 'id'>,
  isReleased: boolean,
): Promise<void> {
  try {
    const labels = { merchantId, webhookId: id };
    const noted = await changeWebhook({ merchantId, id }, (webhook) =>
      slowed(webhook, Date.now(), isReleased),
    );
    if (noted && noted.after !== noted.before) log('warn', 'webhook is slow', labels);
  } catch (error) {
    log('error', 'slow webhook not noted', { merchantId, webhookId: id }, error);
  }
}

function afterOutcome(webhook: Webhook, posted: Posted, isProbe: boolean): Webhook | undefined {
  const nowMs = Date.now();
  if (isAccepted(posted)) {
    if (answeredAt.size >= MOST_REMEMBERED) answeredAt.clear();
    answeredAt.set(webhook.id, nowMs);
    return afterSuccess(webhook, nowMs);
  }
  if (posted.kind === 'answered' && posted.status === GONE) return disabled(webhook, 'Gone', nowMs);
  const wishedMs = posted.kind === 'answered' ? posted.wishedMs : undefined;
  return afterFailure(webhook, nowMs, { answeredAtMs: answeredAt.get(webhook.id), wishedMs, isProbe });
}

function report(before: Webhook, { state, merchantId, id, disabledReason }: Webhook): void {
  if (before.state === state) return;
  const level = state === 'Active' ? 'info' : 'warn';
  const reason = disabledReason === undefined ? {} : { reason: disabledReason };
  const labels = { merchantId, webhookId: id, ...reason };
  log(level, `webhook is ${state.toLowerCase()}`, labels);
  if (state === 'Disabled') measure({ WebhooksDisabled: 1 }, labels);
}
