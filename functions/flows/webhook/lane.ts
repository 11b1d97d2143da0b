// Sends the pending deliveries of a lane one after the other: load, claim, call, record. After a crash
// between claim and record the delivery is due when the claim ends, and its receiver may get the event twice
// with the same id.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '#domain/defined.ts';
import { isErasable } from '#domain/event/erasure.ts';
import { type Event, isKept } from '#domain/event/event.ts';
import {
  claimed,
  type Delivery,
  delivered,
  held,
  isPending,
  laneStep,
  type Reason,
  retriedOrDropped,
  undelivered,
} from '#domain/webhook/delivery.ts';
import { atFormerAddress } from '#domain/webhook/revoked.ts';
import { isHeld, onTrial } from '#domain/webhook/webhook.ts';
import { loadEvent } from '#store/event/event.ts';
import { commit } from '#store/table/commit.ts';
import {
  type DeliveryItem,
  eventIdIn,
  type Lane,
  loadPending,
  saveDelivery,
  saveEach,
  writeDelivery,
} from '#store/webhook/delivery.ts';
import { writeTry } from '#store/webhook/delivery-try.ts';
import { loadWebhook, saveWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import type { PostResult } from '#webhook/post.ts';
import { isFencedOff } from '../lease.ts';
import type { Limiter } from '../pool.ts';
import {
  type CallRecord,
  callNoting,
  isAccepted,
  type SendOptions,
  sendMessage,
  shownAnswer,
} from './call.ts';

export type LaneOptions = {
  /** False if a call that begins now might not be recorded. */
  hasTime(): boolean;
  /** Returns the body of the message for an event. */
  bodyOf(event: Event): string;
  sending: SendOptions;
  /** The longest pause before a try that the invocation waits for; with 0 it does not wait. */
  waitsMs: number;
  /** Limits the lanes that an invocation works on at a time, and with them its open calls. */
  limited: Limiter;
};

type LaneWork = Lane & {
  /** The sort key of the delivery that triggered the work. */
  named?: string;
  /** Absent for a delivery that is due. */
  reason?: Reason;
};

/** `slowestMs`: the duration of the longest call. */
export type Calls = { sent: number; slowestMs: number };

export const workLane = (work: LaneWork, options: LaneOptions): Promise<Calls> =>
  options.limited(() => sendLane(work, options));

async function sendLane(work: LaneWork, options: LaneOptions): Promise<Calls> {
  const { merchantId, webhookId } = work;
  const sent = { sent: 0, slowestMs: 0 };
  let { named, reason } = work;
  let pending: DeliveryItem[] = [];
  const read = (eventId: string) =>
    Promise.all([loadWebhook(merchantId, webhookId), loadEvent(merchantId, eventId)]);
  // Read beside the lane, of which this delivery is nearly always the first.
  let ofNamed = named === undefined ? undefined : read(eventIdIn(named));
  ofNamed?.catch(() => undefined);
  for (;;) {
    if (pending.length === 0) pending = await loadPending(work, named);
    const [head, ...followers] = pending;
    if (head === undefined) return sent;
    const [present, event] = await ((head.sk === named && ofNamed) || read(head.eventId));
    ofNamed = undefined;
    const addressed = head.former ? atFormerAddress(present, head.former) : present;
    const mostPauseMs = options.hasTime() ? options.waitsMs : 0;
    const step = laneStep([head, ...followers], addressed, { reason, mostPauseMs }, Date.now());
    if (step.kind === 'putOff') {
      await saveEach(step.these, step.as);
      return sent;
    }
    if (step.pauseMs > 0) {
      await sleep(step.pauseMs);
      continue;
    }
    if (!options.hasTime()) return sent;
    pending = [];
    if (event === undefined || !isKept(event, Date.now())) {
      const labels = { merchantId, webhookId, eventId: head.eventId };
      if (event === undefined) log('error', 'event of a delivery not found', labels);
      else log('warn', 'event of a delivery is too old', labels);
      await saveEach([head], undelivered);
      continue;
    }
    if (await isFencedOff()) return sent;
    const isTrial = reason === undefined && step.webhook.isUnproven === true && !head.former;
    const webhook = isTrial
      ? await saveWebhook(step.webhook, onTrial(step.webhook, Date.now()))
      : step.webhook;
    // Another invocation has changed the webhook, maybe for a trial of its own.
    if (webhook === undefined) continue;
    if (isTrial) reason = 'trial';
    const claim = await saveDelivery(head, claimed(head, randomUUID(), Date.now()));
    // Another invocation has changed the delivery: the lane is read again.
    if (claim === undefined) continue;
    const message = { id: event.id, body: options.bodyOf(event) };
    const called = head.former
      ? { posted: await sendMessage(webhook, message, options.sending), after: webhook }
      : await callNoting(webhook, message, reason, options.sending);
    if (await record(claim, called)) {
      pending = followers;
      if (head.sk === named) named = undefined;
    }
    sent.sent += 1;
    sent.slowestMs = Math.max(sent.slowestMs, called.posted.durationMs);
    if (reason === 'probe') return sent;
    // The next delivery is sent as the trial has left the webhook.
    reason = work.reason;
  }
}

/** True if the next event of the lane may be sent. */
async function record(claim: DeliveryItem, { posted, after }: CallRecord): Promise<boolean> {
  const { merchantId, eventId, webhookId, lane, sentBy: by = '', lastTryAt: at = '' } = claim;
  const { durationMs } = posted;
  const { status, error } = outcomeOf(posted);
  // A receiver may repeat what it got: no erasure would find a person in its answer.
  const answer = isErasable(claim.type) ? '' : shownAnswer(posted);
  const tried = { at, durationMs, answer, ...defined({ status, error }) };
  const tryWrite = writeTry({ merchantId, eventId, by }, { webhookId, lane, ...tried });
  const next = stateAfter(claim, posted, after);
  const isFirst = claim.tries === 1 && claim.firstTry === undefined;
  const writes = isFirst
    ? [writeDelivery(claim, { ...next, firstTry: tried })]
    : [writeDelivery(claim, next), tryWrite];
  const isRecorded = (await commit(writes)).kind === 'committed';
  // Otherwise the claim had ended, and another invocation sends the event: only the try is stored.
  if (!isRecorded) await commit([tryWrite]);
  const isGivenUp = isRecorded && next.state === 'Undelivered' && after !== undefined;
  measure(
    { DeliveriesFailed: isAccepted(posted) ? 0 : 1, ...(isGivenUp && { DeliveriesGivenUp: 1 }) },
    { merchantId, webhookId, eventId, durationMs, ...defined({ status, reason: error }) },
  );
  return isRecorded && !isPending(next);
}

const outcomeOf = (posted: PostResult) =>
  posted.kind === 'answered'
    ? { status: posted.status, error: undefined }
    : { status: undefined, error: posted.error };

function stateAfter(claim: DeliveryItem, posted: PostResult, webhook: WebhookItem | undefined): Delivery {
  if (isAccepted(posted)) return delivered(claim, Date.now());
  const wishedMs = posted.kind === 'answered' ? posted.wishedMs : undefined;
  if (webhook === undefined) return undelivered(claim);
  // An event is given up because its receiver refuses it, not because its receiver is down.
  return isHeld(webhook) ? held(claim, Date.now()) : retriedOrDropped(claim, Date.now(), wishedMs);
}
