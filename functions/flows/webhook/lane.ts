// Sends what is pending in a lane, one event after the other: claim, call, record. A crash after the claim
// leaves the event due when the claim ends, and its receiver may get it twice with the same id.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Event, isKept } from '#domain/event/event.ts';
import {
  claimed,
  type Delivery,
  delivered,
  held,
  isParked,
  notDelivered,
  parked,
  postponed,
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
import { isTaken, noteOutcome, noteSlow } from './health.ts';
import type { InTurn } from './pool.ts';
import { sendMessage, shownAnswer } from './send.ts';

export type Delivering = {
  /** False if a call that begins now might not be recorded. */
  hasTime(): boolean;
  /** The message of an event. */
  bodyOf(event: Event): string;
  /** In the local service. */
  allowsLocalhost: boolean;
  /** A first failed try is repeated after so long by the same invocation; 0: when it is due. */
  waitsMs: number;
  /** Bounds the lanes of an invocation that are worked on at once, and with them the open calls. */
  inTurn: InTurn;
};

type Work = Lane & {
  /** The sort key of the delivery that was announced. */
  named?: string;
  /** One event is sent although the webhook is failing. */
  isProbe?: boolean;
  /** By the caller that sends all that waits for the webhook, also if it is slow. */
  isReleased?: boolean;
};

/** `slowestMs`: the longest call. */
export type Sent = { sent: number; slowestMs: number };

export const workLane = (work: Work, how: Delivering): Promise<Sent> =>
  how.inTurn(() => workInTurn(work, how));

async function workInTurn(work: Work, how: Delivering): Promise<Sent> {
  const sent = { sent: 0, slowestMs: 0 };
  let pending: DeliveryItem[] = [];
  for (;;) {
    if (pending.length === 0) pending = await loadPending(work, work.named);
    const [head, ...followers] = pending;
    if (head === undefined) return sent;
    const webhook = await loadWebhook(work.merchantId, work.webhookId);
    if (webhook === undefined || (isHeld(webhook) && !work.isProbe)) {
      if (webhook === undefined) await endAll(pending);
      else await putAside(pending, (one) => held(one, Date.now()));
      return sent;
    }
    const isLeft = isSlow(webhook) && !work.isProbe && !work.isReleased;
    const fromMs = sendableFromMs(head);
    if (fromMs > Date.now() && (isLeft || !(await waitsFor(fromMs, how)))) {
      await postponeAll(followers, fromMs);
      return sent;
    }
    if (isLeft) {
      await putAside(pending, parked);
      return sent;
    }
    if (!how.hasTime()) return sent;
    const claim =
      fromMs > Date.now() ? undefined : await saveDelivery(head, claimed(head, randomUUID(), Date.now()));
    // Another function was faster, or this one has waited: the lane is read again.
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

/** True after a short pause; false if the time is too long to wait. */
async function waitsFor(instantMs: number, how: Delivering): Promise<boolean> {
  const pauseMs = instantMs - Date.now();
  if (pauseMs > how.waitsMs || !how.hasTime()) return false;
  await sleep(pauseMs);
  return true;
}

/** `isDone`: the next event of the lane may go. */
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
  const calling = sendMessage(webhook, { id: eventId, body: how.bodyOf(event) }, how.allowsLocalhost);
  const posted = isProbe ? await calling : await notingSlow(calling, () => noteSlow(webhook, isReleased));
  const after = await noteOutcome(webhook, posted, isProbe);
  const next = stateAfter(claim, posted, after);
  const shown = tryOf(posted, { webhookId, lane, at: lastTryAt });
  const wrote = writeTry({ merchantId, eventId, by: sentBy }, shown);
  const isRecorded = (await commit([writeDelivery(claim, next), wrote])).kind === 'committed';
  // Otherwise the claim had ended, and another function sends the event: this try is only told of.
  if (!isRecorded) await commit([wrote]);
  const isGivenUp = isRecorded && next.state === 'Undelivered' && after !== undefined;
  measureTry(claim, posted, isGivenUp);
  const isDone = isRecorded && (next.state === 'Delivered' || next.state === 'Undelivered');
  return { isDone, durationMs: posted.durationMs };
}

/** A process that stands still counts one step, however long: then the answer may be there already. */
const STEPS = 4;

/** `note`: made while the call goes on, and ended with it. Never throws of itself. */
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
    { DeliveriesFailed: isTaken(posted) ? 0 : 1, ...(isGivenUp && { DeliveriesGivenUp: 1 }) },
    { merchantId, webhookId, eventId, durationMs, ...outcome },
  );
}

function stateAfter(claim: DeliveryItem, posted: Posted, webhook: WebhookItem | undefined): Delivery {
  if (isTaken(posted)) return delivered(claim, Date.now());
  const wishedMs = posted.kind === 'answered' ? posted.wishedMs : undefined;
  if (webhook === undefined) return undelivered(claim);
  // An event is given up if its receiver refuses it, not because its receiver is down.
  return isHeld(webhook) ? held(claim, Date.now()) : notDelivered(claim, Date.now(), wishedMs);
}

function tryOf(posted: Posted, tried: Pick<DeliveryTry, 'webhookId' | 'lane' | 'at'>): DeliveryTry {
  const { durationMs } = posted;
  const answer = shownAnswer(posted);
  const outcome = posted.kind === 'answered' ? { status: posted.status } : { error: posted.error };
  return { ...tried, durationMs, answer, ...outcome };
}

const isClaimed = (one: DeliveryItem) => one.state === 'Sending' && sendableFromMs(one) > Date.now();

/** A delivery that another function is sending is left to it. */
async function putAside(
  pending: readonly DeliveryItem[],
  aside: (delivery: Delivery) => Delivery,
): Promise<void> {
  for (const one of pending) if (!isClaimed(one) && !isParked(one)) await saveDelivery(one, aside(one));
}

/** Its webhook was deleted. */
async function endAll(pending: readonly DeliveryItem[]): Promise<void> {
  for (const one of pending) if (!isClaimed(one)) await saveDelivery(one, undelivered(one));
}

/** They are due again when the one before them may be sent, and not each minute until then. */
async function postponeAll(followers: readonly DeliveryItem[], untilMs: number): Promise<void> {
  const until = new Date(untilMs).toISOString();
  for (const one of followers) {
    const isLater = one.nextTryAt !== undefined && one.nextTryAt >= until;
    if (!isClaimed(one) && !isLater) await saveDelivery(one, postponed(one, untilMs));
  }
}
