// Updates a webhook by the outcome of a call: its server works, fails, or is gone. The row is written only if
// the outcome changes it.
import { afterFailure, afterSuccess, disabled, slowed, type Webhook } from '#domain/webhook/webhook.ts';
import { loadWebhook, saveWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import type { Posted } from '#webhook/post.ts';

const GONE = 410;
export const isAccepted = (posted: Posted): boolean =>
  posted.kind === 'answered' && posted.status >= 200 && posted.status < 300;

/** When the server of each webhook last accepted an event from this container. */
const answeredAt = new Map<string, number>();
const MOST_REMEMBERED = 10_000;

/** Calls that end at the same moment write the same row. */
const MOST_TRIES = 5;

/**
 * Returns the webhook after this outcome, or as it is stored if other calls have changed it each time;
 * undefined if it was deleted meanwhile.
 */
export async function noteOutcome(
  read: WebhookItem,
  posted: Posted,
  isProbe: boolean,
): Promise<WebhookItem | undefined> {
  let webhook: WebhookItem | undefined = read;
  for (let tries = 1; webhook !== undefined && tries <= MOST_TRIES; tries += 1) {
    const next = after(webhook, posted, isProbe);
    if (next === undefined || next === webhook) return webhook;
    const saved = await saveWebhook(webhook, next);
    if (saved !== undefined) {
      report(webhook, saved);
      return saved;
    }
    webhook = await loadWebhook(read.merchantId, read.id);
  }
  return webhook;
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
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const webhook = await loadWebhook(merchantId, id);
      const next = webhook && slowed(webhook, Date.now(), isReleased);
      if (webhook === undefined || next === undefined) return;
      if ((await saveWebhook(webhook, next)) === undefined) continue;
      log('warn', 'webhook is slow', { merchantId, webhookId: id });
      return;
    }
  } catch (error) {
    log('error', 'slow webhook not noted', { merchantId, webhookId: id }, error);
  }
}

function after(webhook: Webhook, posted: Posted, isProbe: boolean): Webhook | undefined {
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
