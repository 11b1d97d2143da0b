// Sends the pending deliveries of a lane one after the other: load, claim, call, record. After a crash
// between claim and record the delivery is due when the claim ends, and its receiver may get the event twice
// with the same id.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '#domain/defined.ts';
import { type Event, isKept } from '#domain/event/event.ts';
import { isoOf } from '#domain/time/duration.ts';
import {
  claimed,
  type Delivery,
  delivered,
  held,
  isParked,
  isPending,
  parked,
  postponed,
  retriedOrDropped,
  sendableFromMs,
  undelivered,
} from '#domain/webhook/delivery.ts';
import { isHeld, isSlow } from '#domain/webhook/webhook.ts';
import { loadEvent } from '#store/event/event.ts';
import { commit } from '#store/table/commit.ts';
import {
  type DeliveryItem,
  type Lane,
  loadPending,
  saveDelivery,
  writeDelivery,
} from '#store/webhook/delivery.ts';
import { writeTry } from '#store/webhook/delivery-try.ts';
import { loadWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import type { Posted } from '#webhook/post.ts';
import { type Called, callNoting, isAccepted, type Reason } from './health.ts';
import type { Limiter } from './pool.ts';
import { shownAnswer } from './send.ts';

export type Delivering = {
  /** False if a call that begins now might not be recorded. */
  hasTime(): boolean;
  /** Returns the body of the message for an event. */
  bodyOf(event: Event): string;
  /** True in the local service: a webhook may have an address on this machine. */
  allowsLocalhost: boolean;
  /** The longest pause before a try that the invocation waits for; with 0 it does not wait. */
  waitsMs: number;
  /** Limits the lanes that an invocation works on at a time, and with them its open calls. */
  limited: Limiter;
};

type Work = Lane & {
  /** The sort key of the delivery that triggered the work. */
  named?: string;
  /** Absent for a delivery that is due. */
  reason?: Reason;
};

/** `slowestMs`: the duration of the longest call. */
export type Sent = { sent: number; slowestMs: number };

export const workLane = (work: Work, how: Delivering): Promise<Sent> =>
  how.limited(() => sendLane(work, how));

async function sendLane(work: Work, how: Delivering): Promise<Sent> {
  const { merchantId, webhookId, named, reason } = work;
  const sent = { sent: 0, slowestMs: 0 };
  let pending: DeliveryItem[] = [];
  for (;;) {
    if (pending.length === 0) pending = await loadPending(work, named);
    const [head, ...followers] = pending;
    if (head === undefined) return sent;
    const webhook = await loadWebhook(merchantId, webhookId);
    const step = stepOf({ head, followers, webhook, reason }, how);
    if (step.kind === 'putOff') await putOff(step.these, step.as);
    if (step.kind === 'send' && step.pauseMs > 0) await sleep(step.pauseMs);
    if (step.kind === 'putOff' || !how.hasTime()) return sent;
    // Undefined if another invocation has changed the delivery, or the pause ended early: it is read again.
    const isEarly = sendableFromMs(head) > Date.now();
    const claim = isEarly ? undefined : await saveDelivery(head, claimed(head, randomUUID(), Date.now()));
    const tried = claim && (await sendOne(claim, step.webhook, reason, how));
    pending = tried?.isDone ? followers : [];
    if (tried === undefined) continue;
    sent.sent += 1;
    sent.slowestMs = Math.max(sent.slowestMs, tried.durationMs);
    if (reason === 'probe') return sent;
  }
}

type Round = {
  head: DeliveryItem;
  followers: readonly DeliveryItem[];
  webhook: WebhookItem | undefined;
  reason: Reason | undefined;
};
/** The next state of a delivery; undefined if it has it. */
type PuttingOff = (one: DeliveryItem) => Delivery | undefined;
type Step =
  | { kind: 'putOff'; these: readonly DeliveryItem[]; as: PuttingOff }
  | { kind: 'send'; webhook: WebhookItem; pauseMs: number };

/** What to do with a lane now: its first delivery is sent, maybe after a short pause, or they are put off. */
function stepOf({ head, followers, webhook, reason }: Round, how: Delivering): Step {
  const nowMs = Date.now();
  const putOffAll = (as: PuttingOff): Step => ({ kind: 'putOff', these: [head, ...followers], as });
  if (webhook === undefined) return putOffAll(undelivered);
  if (isHeld(webhook) && reason !== 'probe') {
    return putOffAll((one) => (isParked(one) ? undefined : held(one, nowMs)));
  }
  const isReleasers = isSlow(webhook) && reason === undefined;
  const fromMs = sendableFromMs(head);
  const pauseMs = fromMs - nowMs;
  const canSend = pauseMs <= 0 || (pauseMs <= how.waitsMs && how.hasTime());
  if (canSend && !isReleasers) return { kind: 'send', webhook, pauseMs };
  // So that no run of a minute finds the others before the delivery that they follow may be sent.
  if (pauseMs > 0) return { kind: 'putOff', these: followers, as: (one) => later(one, fromMs) };
  return putOffAll((one) => (isParked(one) ? undefined : parked(one)));
}

const later = (one: DeliveryItem, untilMs: number): Delivery | undefined =>
  one.nextTryAt !== undefined && one.nextTryAt >= isoOf(untilMs) ? undefined : postponed(one, untilMs);

/** Stores the deliveries, except one that another invocation is sending. */
async function putOff(these: readonly DeliveryItem[], as: PuttingOff): Promise<void> {
  for (const one of these) {
    const next = isClaimed(one) ? undefined : as(one);
    if (next !== undefined) await saveDelivery(one, next);
  }
}

const isClaimed = (one: DeliveryItem) => one.state === 'Sending' && sendableFromMs(one) > Date.now();

/** `isDone`: the next event of the lane may be sent. */
type Tried = { isDone: boolean; durationMs: number };

async function sendOne(
  claim: DeliveryItem,
  webhook: WebhookItem,
  reason: Reason | undefined,
  how: Delivering,
): Promise<Tried> {
  const event = await loadSendable(claim);
  if (event === undefined) return await recordUnsent(claim);
  const message = { id: event.id, body: how.bodyOf(event) };
  return await record(claim, await callNoting(webhook, message, reason, how.allowsLocalhost));
}

async function loadSendable({ merchantId, webhookId, eventId }: DeliveryItem): Promise<Event | undefined> {
  const event = await loadEvent(merchantId, eventId);
  const labels = { merchantId, webhookId, eventId };
  if (event === undefined) log('error', 'event of a delivery not found', labels);
  else if (isKept(event, Date.now())) return event;
  else log('warn', 'event of a delivery is too old', labels);
  return undefined;
}

async function recordUnsent(claim: DeliveryItem): Promise<Tried> {
  return { isDone: (await saveDelivery(claim, undelivered(claim))) !== undefined, durationMs: 0 };
}

async function record(claim: DeliveryItem, { posted, after }: Called): Promise<Tried> {
  const { merchantId, eventId, webhookId, lane, sentBy: by = '', lastTryAt: at = '' } = claim;
  const { durationMs } = posted;
  const { status, error } = outcomeOf(posted);
  const answer = shownAnswer(posted);
  const tried = { webhookId, lane, at, durationMs, answer, ...defined({ status, error }) };
  const tryWrite = writeTry({ merchantId, eventId, by }, tried);
  const next = stateAfter(claim, posted, after);
  const isRecorded = (await commit([writeDelivery(claim, next), tryWrite])).kind === 'committed';
  // Otherwise the claim had ended, and another invocation sends the event: only the try is stored.
  if (!isRecorded) await commit([tryWrite]);
  const isGivenUp = isRecorded && next.state === 'Undelivered' && after !== undefined;
  measure(
    { DeliveriesFailed: isAccepted(posted) ? 0 : 1, ...(isGivenUp && { DeliveriesGivenUp: 1 }) },
    { merchantId, webhookId, eventId, durationMs, ...defined({ status, reason: error }) },
  );
  return { isDone: isRecorded && !isPending(next), durationMs };
}

const outcomeOf = (posted: Posted) =>
  posted.kind === 'answered'
    ? { status: posted.status, error: undefined }
    : { status: undefined, error: posted.error };

function stateAfter(claim: DeliveryItem, posted: Posted, webhook: WebhookItem | undefined): Delivery {
  if (isAccepted(posted)) return delivered(claim, Date.now());
  const wishedMs = posted.kind === 'answered' ? posted.wishedMs : undefined;
  if (webhook === undefined) return undelivered(claim);
  // An event is given up because its receiver refuses it, not because its receiver is down.
  return isHeld(webhook) ? held(claim, Date.now()) : retriedOrDropped(claim, Date.now(), wishedMs);
}
