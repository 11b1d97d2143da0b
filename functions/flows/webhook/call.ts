// Calls a webhook with a signed message and updates it by the outcome: its server works, is slow, fails, or
// is gone. The row is written only if the outcome changes it.
import { ANSWER_CHARACTERS } from '#domain/limits.ts';
import type { Reason } from '#domain/webhook/delivery.ts';
import {
  afterFailure,
  afterSuccess,
  disabled,
  proven,
  SLOW_MS,
  signingSecrets,
  slowed,
  type Webhook,
} from '#domain/webhook/webhook.ts';
import { changeWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { openWebhookSecret } from '#vault/webhook.ts';
import { type PostOptions, type PostResult, post } from '#webhook/post.ts';
import { signatureHeaders } from '#webhook/sign.ts';

const GONE = 410;
export const isAccepted = (posted: PostResult): boolean =>
  posted.kind === 'answered' && posted.status >= 200 && posted.status < 300;

/** When the server of each webhook last accepted an event from this container. */
const answeredAt = new Map<string, number>();
/** Most webhooks of which a container remembers this. */
const MOST_ANSWERED = 10_000;

/** `after`: the webhook after the call; undefined if it was deleted meanwhile. */
export type CallRecord = { posted: PostResult; after: WebhookItem | undefined };

/** Sends the message. The call of a probe is never slow: the webhook is failing already. */
export async function callNoting(
  read: WebhookItem,
  message: EventMessage,
  reason: Reason | undefined,
  sending: SendOptions,
): Promise<CallRecord> {
  const calling = sendMessage(read, message, sending);
  if (reason === 'probe') {
    const posted = await calling;
    return { posted, after: await noteOutcome(read, posted, reason) };
  }
  const { posted, isSlow } = await notingSlow(calling, read, reason);
  const isProof = reason === 'trial' && !isSlow;
  return { posted, after: await noteOutcome(read, posted, isProof ? 'trial' : undefined) };
}

/** `of`: a probe, or a trial that was quick. */
type CallPurpose = Exclude<Reason, 'release'> | undefined;

/** Returns the webhook after this outcome; undefined if it was deleted meanwhile. */
export async function noteOutcome(
  read: WebhookItem,
  posted: PostResult,
  of?: CallPurpose,
): Promise<WebhookItem | undefined> {
  const next = (webhook: WebhookItem) => {
    const after = afterOutcome(webhook, posted, of === 'probe');
    return of === 'trial' ? proven(after ?? webhook, Date.now()) : after;
  };
  const noted = await changeWebhook(read, next, read);
  if (noted) report(noted.before, noted.after);
  return noted?.after;
}

type SlowSender = Parameters<typeof slowed>[2];

/** Four ticks in place of one timer: a process that Lambda froze counts one, and has not waited so long. */
const STEPS = 4;

/** Notes once that the call is slow, if it is, and returns after both have ended. */
async function notingSlow(
  calling: Promise<PostResult>,
  webhook: WebhookItem,
  by: SlowSender,
): Promise<{ posted: PostResult; isSlow: boolean }> {
  let noting: Promise<void> | undefined;
  let steps = 0;
  const timer = setInterval(() => {
    steps += 1;
    if (steps === STEPS) noting = noteSlow(webhook, by);
  }, SLOW_MS / STEPS);
  try {
    const posted = await calling;
    return { posted, isSlow: noting !== undefined };
  } finally {
    clearInterval(timer);
    await noting;
  }
}

/**
 * Marks the webhook as slow, because a call waits long for its answer. New events then wait for one caller,
 * so that the other callers send the events of other merchants. Never throws: the call goes on.
 */
async function noteSlow({ merchantId, id }: WebhookItem, by: SlowSender): Promise<void> {
  const labels = { merchantId, webhookId: id };
  try {
    const noted = await changeWebhook({ merchantId, id }, (webhook) => slowed(webhook, Date.now(), by));
    if (noted && noted.after !== noted.before) log('warn', 'webhook is slow', labels);
  } catch (error) {
    log('error', 'slow webhook not noted', labels, error);
  }
}

function afterOutcome(webhook: Webhook, posted: PostResult, isProbe: boolean): Webhook | undefined {
  const nowMs = Date.now();
  if (isAccepted(posted)) {
    if (answeredAt.size >= MOST_ANSWERED) answeredAt.clear();
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

type EventMessage = { id: string; body: string };

const opened = new Map<string, Promise<string>>();
/** Most secrets that a container remembers. Beyond this it forgets all. */
const MOST_OPENED = 2_000;

/** `aheadMs`: how far the clock of the service is ahead of the receivers' (local-service.md 1.7). */
export type SendOptions = Pick<PostOptions, 'allowsLocalhost' | 'totalTimeoutMs'> & { aheadMs: number };

/** `allowsLocalhost`: true in the local service. `totalTimeoutMs`: see `PostOptions`. */
export async function sendMessage(
  webhook: Webhook,
  { id, body }: EventMessage,
  { aheadMs, ...allowed }: SendOptions,
): Promise<PostResult> {
  const nowMs = Date.now();
  const secrets = await Promise.all(signingSecrets(webhook, nowMs).map((one) => openOnce(one, webhook)));
  const signedAt = { id, timestampSeconds: Math.floor((nowMs - aheadMs) / 1000), body };
  const signature = signatureHeaders(signedAt, secrets);
  const headers = { ...signature, 'Content-Type': 'application/json', 'User-Agent': 'payment-service' };
  return await post(webhook.url, { headers, body }, allowed);
}

/** One KMS call for each secret and container. A call that failed is forgotten. */
async function openOnce(sealed: Uint8Array, { merchantId, id: webhookId }: Webhook): Promise<string> {
  const name = `${webhookId} ${Buffer.from(sealed).toString('base64')}`;
  const known = opened.get(name);
  if (known !== undefined) return await known;
  if (opened.size >= MOST_OPENED) opened.clear();
  const opening = openWebhookSecret(sealed, { merchantId, webhookId });
  opened.set(name, opening);
  opening.catch(() => opened.delete(name));
  return await opening;
}

/** Digits that could be a card number are not stored. */
const LONG_NUMBER = /\d(?:[ -]?\d){11,}/g;

/** The beginning of the answer, for the merchant. */
export const shownAnswer = ({ answer }: PostResult): string =>
  answer.slice(0, ANSWER_CHARACTERS).toWellFormed().replace(LONG_NUMBER, '…');
