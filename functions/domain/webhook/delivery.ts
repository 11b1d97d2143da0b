// The delivery of one event to one webhook: claimed, sent and recorded. A claim ends by itself, so that an
// event whose function crashed becomes due again.
import { omit } from '../defined.ts';
import { bytes, listOf, natural, object, oneOf, optional, text, type ValueOf } from '../shape.ts';
import { isoOf, MINUTE_MS } from '../time/duration.ts';
import { nextTryMs } from './timetable.ts';
import { isHeld, isSlow, type Webhook } from './webhook.ts';

const DELIVERY_STATES = ['Due', 'Sending', 'Waiting', 'Delivered', 'Undelivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const tryFields = () => ({
  /** ISO: the beginning of the try. */
  at: text,
  durationMs: natural,
  /** Absent if there was no answer. */
  status: optional(natural),
  error: optional(text),
  /** The first characters of the answer. */
  answer: text,
});
export type DeliveryTry = ValueOf<typeof tryFields>;

export const deliveryFields = () => ({
  merchantId: text,
  webhookId: text,
  eventId: text,
  type: text,
  /** An object, or an object in a replay: deliveries of one lane are sent one after the other. */
  lane: text,
  /** With `ordinal`, the position in the lane. */
  sequence: natural,
  ordinal: natural,
  state: oneOf(DELIVERY_STATES),
  createdAt: text,
  /** Number of tries that were begun. */
  tries: natural,
  /** The days of tries begin here: at the first try, moved by the time of any hold (`heldAt`). */
  firstTryAt: optional(text),
  lastTryAt: optional(text),
  /** Absent while the delivery waits for its webhook. */
  nextTryAt: optional(text),
  leaseUntil: optional(text),
  /** Random id of the claim. */
  sentBy: optional(text),
  /** Since when a tried delivery waits for a failing or disabled webhook. */
  heldAt: optional(text),
  deliveredAt: optional(text),
  /** Present in the one message to the address that the webhook had before; removed when the message ends. */
  former: optional(object({ url: text, sealed: listOf(bytes) })),
  /** Absent if it has a row of its own, as all others have. */
  firstTry: optional(object(tryFields())),
});
export type Delivery = ValueOf<typeof deliveryFields>;

/** A claim ends after this. It is longer than one call and the writes around it. */
const LEASE_MS = MINUTE_MS;
/** A new delivery is queued at once. If its message was lost, the delivery becomes due after this. */
const UNQUEUED_MS = 2 * MINUTE_MS;

export const isPending = ({ state }: Pick<Delivery, 'state'>) =>
  state !== 'Delivered' && state !== 'Undelivered';
/** True if the delivery is pending and is not being sent. */
export const waits = ({ state }: Pick<Delivery, 'state'>) => state === 'Due' || state === 'Waiting';
/** True if the delivery waits for its webhook, and only the webhook makes it due again. */
export const isParked = ({ state, nextTryAt }: Pick<Delivery, 'state' | 'nextTryAt'>) =>
  state === 'Waiting' && nextTryAt === undefined;

/** The instant from which the run of each minute finds the delivery; undefined if it does not. */
export function dueAtOf({ state, createdAt, nextTryAt, leaseUntil }: Delivery): string | undefined {
  switch (state) {
    case 'Due':
      return nextTryAt ?? isoOf(Date.parse(createdAt) + UNQUEUED_MS);
    case 'Sending':
      return leaseUntil;
    case 'Waiting':
      return nextTryAt;
    case 'Delivered':
    case 'Undelivered':
      return undefined;
  }
}

/** Since when a due delivery waits for this service, not for the receiver. */
export const waitsSince = (delivery: Delivery): string | undefined =>
  delivery.state === 'Due' && delivery.nextTryAt === undefined ? delivery.createdAt : dueAtOf(delivery);

/** When the first pending delivery of a lane may be sent: at once (0), or from that instant on. */
function sendableFromMs({ state, nextTryAt, leaseUntil }: Delivery): number {
  if (state === 'Sending') return Date.parse(leaseUntil ?? '');
  return state === 'Waiting' && nextTryAt !== undefined ? Date.parse(nextTryAt) : 0;
}

/** The start of the tries, later by the time of a hold: an outage does not count, only refusals do. */
function countedFromMs({ firstTryAt, heldAt }: Delivery, nowMs: number): number {
  if (firstTryAt === undefined) return nowMs;
  const heldMs = heldAt === undefined ? 0 : Math.max(0, nowMs - Date.parse(heldAt));
  return Date.parse(firstTryAt) + heldMs;
}

export function claimed(delivery: Delivery, sentBy: string, nowMs: number): Delivery {
  const { nextTryAt: _, heldAt: __, ...rest } = delivery;
  return {
    ...rest,
    state: 'Sending',
    tries: delivery.tries + 1,
    firstTryAt: isoOf(countedFromMs(delivery, nowMs)),
    lastTryAt: isoOf(nowMs),
    leaseUntil: isoOf(nowMs + LEASE_MS),
    sentBy,
  };
}

/** The message has ended: nothing more is sent, so no secret is needed. */
function ended(delivery: Delivery): Delivery {
  const { former: _, ...rest } = freed(delivery);
  return rest;
}

/** Removes claim, next try and hold. */
const freed = (delivery: Delivery): Delivery => omit(delivery, 'leaseUntil', 'sentBy', 'nextTryAt', 'heldAt');

export const delivered = (sent: Delivery, nowMs: number): Delivery => ({
  ...ended(sent),
  state: 'Delivered',
  deliveredAt: isoOf(nowMs),
});
export const undelivered = (delivery: Delivery): Delivery => ({ ...ended(delivery), state: 'Undelivered' });

/** Plans the next try by the timetable, or gives the event up. */
export function retriedOrDropped(sent: Delivery, failedAtMs: number, wishedMs?: number): Delivery {
  const { firstTryAt = isoOf(failedAtMs), tries } = sent;
  const nextMs = nextTryMs({ firstTryMs: Date.parse(firstTryAt), failures: tries, failedAtMs, wishedMs });
  return nextMs === undefined
    ? undelivered(sent)
    : { ...freed(sent), state: 'Waiting', nextTryAt: isoOf(nextMs) };
}

/** Makes the delivery wait for its webhook. */
const parked = (delivery: Delivery): Delivery => ({ ...freed(delivery), state: 'Waiting' });
/** The same for a webhook that fails or is disabled: the time of the hold is no part of these days. */
export const held = (delivery: Delivery, nowMs: number): Delivery =>
  delivery.tries === 0 ? parked(delivery) : { ...parked(delivery), heldAt: isoOf(nowMs) };
/** Makes the delivery due when the delivery before it may be sent. */
const postponed = (delivery: Delivery, untilMs: number): Delivery => ({
  ...delivery,
  nextTryAt: isoOf(untilMs),
});

/**
 * Why a delivery is sent, unless it is due. `probe`: one event is sent although the webhook is failing.
 * `release`: all waiting deliveries are sent, also if the webhook is slow. `trial`: it is the only one that
 * is sent, until its call is quick.
 */
export type Reason = 'probe' | 'release' | 'trial';

/** The next state of a delivery; undefined if it keeps its own. */
type NextState = (one: Delivery) => Delivery | undefined;
type LaneStep<One, Hook> =
  | { kind: 'send'; webhook: Hook; pauseMs: number }
  | { kind: 'putOff'; these: readonly One[]; as: NextState };

/**
 * What to do with a lane now: its first delivery is sent, maybe after a short pause, or they are put off,
 * except one that another invocation is sending. `mostPauseMs`: the longest pause that this one waits for.
 */
export function laneStep<One extends Delivery, Hook extends Webhook>(
  [head, ...followers]: readonly [One, ...One[]],
  webhook: Hook | undefined,
  { reason, mostPauseMs }: { reason: Reason | undefined; mostPauseMs: number },
  nowMs: number,
): LaneStep<One, Hook> {
  const putOff = (these: readonly One[], as: NextState) => {
    const isClaimed = (one: Delivery) => one.state === 'Sending' && sendableFromMs(one) > nowMs;
    return { kind: 'putOff', these, as: (one: Delivery) => (isClaimed(one) ? undefined : as(one)) } as const;
  };
  const all = [head, ...followers];
  if (webhook === undefined) return putOff(all, undelivered);
  if (isHeld(webhook) && reason !== 'probe') {
    return putOff(all, (one) => (isParked(one) ? undefined : held(one, nowMs)));
  }
  const isReleasers = isSlow(webhook) && reason === undefined;
  const fromMs = sendableFromMs(head);
  const pauseMs = fromMs - nowMs;
  if (pauseMs <= mostPauseMs && !isReleasers) return { kind: 'send', webhook, pauseMs };
  // So that no run of a minute finds the others before the delivery that they follow may be sent.
  if (pauseMs > 0) return putOff(followers, (one) => later(one, fromMs));
  return putOff(all, (one) => (isParked(one) ? undefined : parked(one)));
}

const later = (one: Delivery, untilMs: number): Delivery | undefined =>
  one.nextTryAt !== undefined && one.nextTryAt >= isoOf(untilMs) ? undefined : postponed(one, untilMs);
