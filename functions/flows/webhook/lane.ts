// Sends the pending deliveries of a lane one after the other: claim, call, record. After a crash between
// claim and record the delivery is due when the claim ends, and its receiver may get the event twice with the
// same id.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Event, isKept } from '#domain/event/event.ts';
import {
  claimed,
  type Delivery,
  delivered,
  held,
  isParked,
  parked,
  postponed,
  retriedOrDropped,
  sendableFromMs,
  undelivered,
} from '#domain/webhook/delivery.ts';
import { isHeld, isSlow, SLOW_MS } from '#domain/webhook/webhook.ts';
import { loadEvent } from '#store/event/event.ts';
import { commit } from '#store/table/commit.ts';
import {
  type DeliveryItem,
  type Lane,
  loadPending,
  saveDelivery,
  writeDelivery,
} from '#store/webhook/delivery.ts';
import { type DeliveryTry, writeTry } from '#store/webhook/delivery-try.ts';
import { loadWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import type { Posted } from '#webhook/post.ts';
import { isAccepted, noteOutcome, noteSlow } from './health.ts';
import type { Limiter } from './pool.ts';
import { sendMessage, shownAnswer } from './send.ts';

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
  /** True for a probe: one event is sent although the webhook is failing. */
  isProbe?: boolean;
  /** True for the caller that sends all waiting deliveries of the webhook, also if the webhook is slow. */
  isReleased?: boolean;
};

/** `slowestMs`: the duration of the longest call. */
export type Sent = { sent: number; slowestMs: number };

export const workLane = (work: Work, how: Delivering): Promise<Sent> =>
  how.limited(() => sendLane(work, how));

async function sendLane(work: Work, how: Delivering): Promise<Sent> {
  const sent = { sent: 0, slowestMs: 0 };
  let pending: DeliveryItem[] = [];
  for (;;) {
    if (pending.length === 0) pending = await loadPending(work, work.named);
    const [head, ...followers] = pending;
    if (head === undefined) return sent;
    const webhook = await loadWebhook(work.merchantId, work.webhookId);
    if (webhook === undefined || (isHeld(webhook) && !work.isProbe)) {
      if (webhook === undefined) await markUndelivered(pending);
      else await storeAsWaiting(pending, (one) => held(one, Date.now()));
      return sent;
    }
    const waitsForReleaser = isSlow(webhook) && !work.isProbe && !work.isReleased;
    const fromMs = sendableFromMs(head);
    if (fromMs > Date.now() && (waitsForReleaser || !(await waitUntil(fromMs, how)))) {
      await postponeAll(followers, fromMs);
      return sent;
    }
    if (waitsForReleaser) {
      await storeAsWaiting(pending, parked);
      return sent;
    }
    if (!how.hasTime()) return sent;
    const claim =
      fromMs > Date.now() ? undefined : await saveDelivery(head, claimed(head, randomUUID(), Date.now()));
    // Another invocation has changed the delivery, or the pause ended early: the lane is read again.
    if (claim === undefined) {
      pending = [];
      continue;
    }
    const { isDone, durationMs } = await sendOne(claim, webhook, work, how);
    sent.sent += 1;
    sent.slowestMs = Math.max(sent.slowestMs, durationMs);
    if (work.isProbe) return sent;
    pending = isDone ? followers : [];
  }
}

/** Returns true after a short pause; false if the pause would be too long. */
async function waitUntil(instantMs: number, how: Delivering): Promise<boolean> {
  const pauseMs = instantMs - Date.now();
  if (pauseMs > how.waitsMs || !how.hasTime()) return false;
  await sleep(pauseMs);
  return true;
}

/** `isDone`: the next event of the lane may be sent. */
async function sendOne(
  claim: DeliveryItem,
  webhook: WebhookItem,
  { isProbe = false, isReleased = false }: Work,
  how: Delivering,
): Promise<{ isDone: boolean; durationMs: number }> {
  const { merchantId, eventId, webhookId, lane, sentBy = '', lastTryAt = '' } = claim;
  const event = await loadEvent(merchantId, eventId);
  if (event === undefined || !isKept(event, Date.now())) {
    const labels = { merchantId, webhookId, eventId };
    if (event === undefined) log('error', 'event of a delivery not found', labels);
    else log('warn', 'event of a delivery is too old', labels);
    return { isDone: (await saveDelivery(claim, undelivered(claim))) !== undefined, durationMs: 0 };
  }
  const { allowsLocalhost } = how;
  const calling = sendMessage(webhook, { id: eventId, body: how.bodyOf(event) }, { allowsLocalhost });
  const posted = isProbe ? await calling : await notingSlow(calling, () => noteSlow(webhook, isReleased));
  const after = await noteOutcome(webhook, posted, isProbe);
  const next = stateAfter(claim, posted, after);
  const shown = tryOf(posted, { webhookId, lane, at: lastTryAt });
  const tryWrite = writeTry({ merchantId, eventId, by: sentBy }, shown);
  const isRecorded = (await commit([writeDelivery(claim, next), tryWrite])).kind === 'committed';
  // Otherwise the claim had ended, and another invocation sends the event: only the try is stored.
  if (!isRecorded) await commit([tryWrite]);
  const isGivenUp = isRecorded && next.state === 'Undelivered' && after !== undefined;
  measureTry(claim, posted, isGivenUp);
  const isDone = isRecorded && (next.state === 'Delivered' || next.state === 'Undelivered');
  return { isDone, durationMs: posted.durationMs };
}

/** Four ticks in place of one timer: a process that Lambda froze counts one, and has not waited so long. */
const STEPS = 4;

/** Calls `note` once if the call is slow, and returns after both have ended. */
async function notingSlow(calling: Promise<Posted>, note: () => Promise<void>): Promise<Posted> {
  let noting: Promise<void> | undefined;
  let steps = 0;
  const timer = setInterval(() => {
    steps += 1;
    if (steps === STEPS) noting = note();
  }, SLOW_MS / STEPS);
  try {
    return await calling;
  } finally {
    clearInterval(timer);
    await noting;
  }
}

function measureTry(claim: DeliveryItem, posted: Posted, isGivenUp: boolean): void {
  const { merchantId, webhookId, eventId } = claim;
  const { durationMs } = posted;
  const outcome = posted.kind === 'answered' ? { status: posted.status } : { reason: posted.error };
  measure(
    { DeliveriesFailed: isAccepted(posted) ? 0 : 1, ...(isGivenUp && { DeliveriesGivenUp: 1 }) },
    { merchantId, webhookId, eventId, durationMs, ...outcome },
  );
}

function stateAfter(claim: DeliveryItem, posted: Posted, webhook: WebhookItem | undefined): Delivery {
  if (isAccepted(posted)) return delivered(claim, Date.now());
  const wishedMs = posted.kind === 'answered' ? posted.wishedMs : undefined;
  if (webhook === undefined) return undelivered(claim);
  // An event is given up because its receiver refuses it, not because its receiver is down.
  return isHeld(webhook) ? held(claim, Date.now()) : retriedOrDropped(claim, Date.now(), wishedMs);
}

function tryOf(posted: Posted, tried: Pick<DeliveryTry, 'webhookId' | 'lane' | 'at'>): DeliveryTry {
  const { durationMs } = posted;
  const answer = shownAnswer(posted);
  const outcome = posted.kind === 'answered' ? { status: posted.status } : { error: posted.error };
  return { ...tried, durationMs, answer, ...outcome };
}

const isClaimed = (one: DeliveryItem) => one.state === 'Sending' && sendableFromMs(one) > Date.now();

/** Stores the deliveries as waiting, except one that another invocation is sending. */
async function storeAsWaiting(
  pending: readonly DeliveryItem[],
  waiting: (delivery: Delivery) => Delivery,
): Promise<void> {
  for (const one of pending) if (!isClaimed(one) && !isParked(one)) await saveDelivery(one, waiting(one));
}

/** Marks deliveries of a deleted webhook as undelivered. */
async function markUndelivered(pending: readonly DeliveryItem[]): Promise<void> {
  for (const one of pending) if (!isClaimed(one)) await saveDelivery(one, undelivered(one));
}

/**
 * Makes deliveries due when the one before them may be sent, so that no run of a minute finds them earlier.
 */
async function postponeAll(followers: readonly DeliveryItem[], untilMs: number): Promise<void> {
  const until = new Date(untilMs).toISOString();
  for (const one of followers) {
    const isLater = one.nextTryAt !== undefined && one.nextTryAt >= until;
    if (!isClaimed(one) && !isLater) await saveDelivery(one, postponed(one, untilMs));
  }
}
