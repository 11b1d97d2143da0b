// The delivery of one event to one webhook: claimed, sent and recorded. A claim has an end, so that a
// function that crashed leaves the event due.
import { MINUTE_MS } from '../time/duration.ts';
import { nextTryMs } from './timetable.ts';

export const DELIVERY_STATES = ['Due', 'Sending', 'Waiting', 'Delivered', 'Undelivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type Delivery = {
  merchantId: string;
  webhookId: string;
  eventId: string;
  type: string;
  /** Deliveries of a lane are sent one after the other: those of an object, or of an object in a replay. */
  lane: string;
  /** The place in the lane. */
  sequence: number;
  ordinal: number;
  state: DeliveryState;
  createdAt: string;
  /** Tries that were begun. */
  tries: number;
  /** Of the first try, or later: see `heldAt`. */
  firstTryAt?: string;
  lastTryAt?: string;
  /** Absent while it waits for its webhook. */
  nextTryAt?: string;
  leaseUntil?: string;
  /** A random id of the function that sends it. */
  sentBy?: string;
  /** It was tried, and since then waits for a webhook that fails or is disabled. */
  heldAt?: string;
  deliveredAt?: string;
};

/** Longer than one call and the writes around it. */
const LEASE_MS = MINUTE_MS;
/** A new delivery is announced at once; one whose announcement was lost is found after so long. */
const UNANNOUNCED_MS = 2 * MINUTE_MS;

const instant = (ms: number) => new Date(ms).toISOString();

export const isPending = ({ state }: Pick<Delivery, 'state'>) =>
  state !== 'Delivered' && state !== 'Undelivered';
/** It is pending, and is not being sent. */
export const waits = ({ state }: Pick<Delivery, 'state'>) => state === 'Due' || state === 'Waiting';
/** It waits for its webhook, and nothing brings it back but that webhook. */
export const isParked = ({ state, nextTryAt }: Pick<Delivery, 'state' | 'nextTryAt'>) =>
  state === 'Waiting' && nextTryAt === undefined;

/** When the run of each minute must find it; undefined if it need not. */
export function dueAtOf({ state, createdAt, nextTryAt, leaseUntil }: Delivery): string | undefined {
  switch (state) {
    case 'Due':
      return nextTryAt ?? instant(Date.parse(createdAt) + UNANNOUNCED_MS);
    case 'Sending':
      return leaseUntil;
    case 'Waiting':
      return nextTryAt;
    case 'Delivered':
    case 'Undelivered':
      return undefined;
  }
}

/** Since when a delivery that is due waits for this service alone. */
export const waitsSince = (delivery: Delivery): string | undefined =>
  delivery.state === 'Due' && delivery.nextTryAt === undefined ? delivery.createdAt : dueAtOf(delivery);

/** When the first pending delivery of a lane may be sent: at once (0), or from that instant on. */
export function sendableFromMs({ state, nextTryAt, leaseUntil }: Delivery): number {
  if (state === 'Sending') return Date.parse(leaseUntil ?? '');
  return state === 'Waiting' && nextTryAt !== undefined ? Date.parse(nextTryAt) : 0;
}

/** Later by the time in which the webhook was held: an event is given up for refusals, not for an outage. */
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
    firstTryAt: instant(countedFromMs(delivery, nowMs)),
    lastTryAt: instant(nowMs),
    leaseUntil: instant(nowMs + LEASE_MS),
    sentBy,
  };
}

/** Without claim and plan. */
function loose(delivery: Delivery): Delivery {
  const { leaseUntil: _, sentBy: __, nextTryAt: ___, heldAt: ____, ...rest } = delivery;
  return rest;
}

export const delivered = (sent: Delivery, nowMs: number): Delivery => ({
  ...loose(sent),
  state: 'Delivered',
  deliveredAt: instant(nowMs),
});
export const undelivered = (delivery: Delivery): Delivery => ({ ...loose(delivery), state: 'Undelivered' });

/** Sent again by the timetable, or given up. */
export function notDelivered(sent: Delivery, failedAtMs: number, wishedMs?: number): Delivery {
  const { firstTryAt = instant(failedAtMs), tries } = sent;
  const nextMs = nextTryMs({ firstTryMs: Date.parse(firstTryAt), failures: tries, failedAtMs, wishedMs });
  return nextMs === undefined
    ? undelivered(sent)
    : { ...loose(sent), state: 'Waiting', nextTryAt: instant(nextMs) };
}

/** It waits for its webhook. */
export const parked = (delivery: Delivery): Delivery => ({ ...loose(delivery), state: 'Waiting' });
/** The same, for one that fails or is disabled: this time is no part of the five days. */
export const held = (delivery: Delivery, nowMs: number): Delivery =>
  delivery.tries === 0 ? parked(delivery) : { ...parked(delivery), heldAt: instant(nowMs) };
/** It is looked at again when the delivery before it may be sent. */
export const postponed = (delivery: Delivery, untilMs: number): Delivery => ({
  ...delivery,
  nextTryAt: instant(untilMs),
});
