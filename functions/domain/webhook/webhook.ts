// A webhook: an address of the merchant that receives events. An endpoint that fails three times in a row
// only receives one probe at a time, so that it costs other webhooks no time.

import { defined } from '../defined.ts';
import { isAmong } from '../event/type-pattern.ts';
import { BOTH_SECRETS_HOURS } from '../limits.ts';
import { bytes, flag, listOf, natural, object, oneOf, optional, text, uuid, type ValueOf } from '../shape.ts';
import { HOUR_MS, isoOf, MINUTE_MS, SECOND_MS } from '../time/duration.ts';
import { GIVEN_UP_AFTER_MS, pauseAfter } from './timetable.ts';

const WEBHOOK_STATES = ['Active', 'Failing', 'Disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
/** By its merchant; it answered 410; no call succeeded for `DELIVERY_DAYS`; with the key that created it. */
const DISABLED_REASONS = ['ByMerchant', 'Gone', 'FiveDays', 'KeyRevoked'] as const;
type DisabledReason = (typeof DISABLED_REASONS)[number];

const secretFields = () => ({
  /** Encrypted. */
  sealed: bytes,
  /** A replaced secret also signs until this instant (ISO). */
  validUntil: optional(text),
  /** The id of the API key to which it was shown; absent: the key that created the webhook. */
  setBy: optional(uuid),
});
type SealedSecret = ValueOf<typeof secretFields>;

/** A span that can contain missed events. ISO instants. */
const spanFields = () => ({
  /** The events happened from `from` to `to`. */
  from: text,
  to: text,
  /** Only events recorded since this instant; absent: all events of the span. */
  recordedFrom: optional(text),
});
export type MissedSpan = ValueOf<typeof spanFields>;

export const webhookFields = () => ({
  id: text,
  merchantId: text,
  url: text,
  /** `refund.completed`, `refund.*` or `*`. */
  eventTypes: listOf(text),
  description: optional(text),
  state: oneOf(WEBHOOK_STATES),
  /** The newest first. Only a webhook whose key was revoked may have none. */
  secrets: listOf(object(secretFields())),
  /** The id of the API key that created it. */
  createdBy: optional(uuid),
  /** The key that made the last change that is an event; absent: no change since the creation. */
  changedBy: optional(uuid),
  /** The key that set the present address; absent: the one that created it. */
  urlSetBy: optional(uuid),
  createdAt: text,
  /** Failed tries since the last success. */
  failures: natural,
  lastFailureAt: optional(text),
  lastSuccessAt: optional(text),
  /** Time of the first of these failures. */
  failingSince: optional(text),
  /** The next probe of a failing endpoint. */
  nextProbeAt: optional(text),
  disabledAt: optional(text),
  disabledReason: optional(oneOf(DISABLED_REASONS)),
  /** Waiting deliveries are looked for at least until this instant, next at `workAt`. */
  releasingUntil: optional(text),
  workAt: optional(text),
  /** Since when calls wait long for its answer. Until it is quick again, one caller sends all its events. */
  slowSince: optional(text),
  /**
   * No call was quick since it was created, enabled, or given its address, or since one was slow. The first
   * delivery is then sent alone, as a trial, and the others wait for its end.
   */
  isUnproven: optional(flag),
  /** After it was enabled: missed events are being found, and no event is sent before all are found. */
  catchUp: optional(object({ ...spanFields(), cursor: optional(text) })),
});
export type Webhook = ValueOf<typeof webhookFields>;

const FAILURES_TO_OPEN = 3;
/** Longer than any invocation of capture or deliver, which may still act on an older webhook row. */
const RELEASE_MS = 10 * MINUTE_MS;
/** The claim on a webhook's work ends after this. It is longer than one call and the writes around it. */
const LEASE_MS = MINUTE_MS;
const IDLE_PROBE_MS = MINUTE_MS;

/** False if the webhook gets no deliveries at all: the events that it misses are found when it is enabled. */
export const takesDeliveries = ({ state }: Webhook): boolean => state !== 'Disabled';
/** True if deliveries are stored for later instead of being sent. */
export const isHeld = ({ state, catchUp }: Webhook): boolean => state !== 'Active' || catchUp !== undefined;
/** True if deliveries are stored for the one caller that sends all of them, or wait for a trial. */
export const isSlow = ({ slowSince }: Webhook): boolean => slowSince !== undefined;

/**
 * True if the webhook's types contain the event's type, or a pattern that it matches. A webhook gets no
 * events of itself: whoever has changed its address would get them (events.md 1.8).
 */
export const wants = (
  { id, eventTypes }: Pick<Webhook, 'id' | 'eventTypes'>,
  { type, objectId }: { type: string; objectId: string },
): boolean => objectId !== id && isAmong(eventTypes, type);

/** Resets the count of failures, and removes the attributes of the failing, slow and disabled states. */
function withoutFailures({ slowSince, disabledAt, disabledReason, ...webhook }: Webhook): Webhook {
  const { failingSince: _, nextProbeAt: __, workAt: ___, ...rest } = webhook;
  return { ...rest, failures: 0 };
}

/** Undefined if the row need not change: a success of a working endpoint is stored once a minute. */
export function afterSuccess(webhook: Webhook, nowMs: number): Webhook | undefined {
  const { state, failures, lastSuccessAt = '' } = webhook;
  if (state === 'Disabled') return undefined;
  if (state === 'Active' && failures === 0 && lastSuccessAt > isoOf(nowMs - MINUTE_MS)) return undefined;
  const { workAt, releasingUntil, slowSince } = webhook;
  const working = { ...withoutFailures(webhook), lastSuccessAt: isoOf(nowMs) };
  if (state === 'Failing') return released({ ...working, state: 'Active' }, nowMs);
  return {
    ...working,
    ...defined({ workAt, releasingUntil, slowSince }),
  };
}

/** Releases waiting deliveries, also those that other containers still store as waiting for a while. */
export const released = (webhook: Webhook, nowMs: number): Webhook => ({
  ...webhook,
  releasingUntil: isoOf(nowMs + RELEASE_MS),
  workAt: isoOf(nowMs),
});

/** A longer call makes its webhook slow: it occupies a place that the events of other webhooks need. */
export const SLOW_MS = 2 * SECOND_MS;
/** A call that began before the endpoint was known to be slow has ended after this. */
const CALL_MS = 20 * SECOND_MS;

/**
 * Begins the trial: the other deliveries wait as for a slow webhook, until the trial releases them or, if its
 * sender crashed, its claim on the webhook's work ends.
 */
export const onTrial = (webhook: Webhook, nowMs: number): Webhook => ({
  ...claimedWork(released(webhook, nowMs), nowMs),
  slowSince: isoOf(nowMs),
});

/** The trial was quick, whatever its outcome: the others wait no longer. */
export function proven(webhook: Webhook, nowMs: number): Webhook {
  if (isHeld(webhook)) return webhook;
  const { slowSince: _, isUnproven: __, ...rest } = webhook;
  return released(rest, nowMs);
}

/**
 * Returns undefined if the row need not change. `by`: the caller already sends all events of the webhook, so
 * no other caller is invoked (`release`), or this is its trial, and another one sends the others meanwhile.
 */
export function slowed(
  webhook: Webhook,
  nowMs: number,
  by: 'release' | 'trial' | undefined,
): Webhook | undefined {
  if (isHeld(webhook) || (isSlow(webhook) && by !== 'trial')) return undefined;
  const slow = { ...released(webhook, nowMs), slowSince: isoOf(nowMs), isUnproven: true };
  return by === 'release' && webhook.workAt !== undefined ? { ...slow, workAt: webhook.workAt } : slow;
}

/**
 * One pass through the waiting deliveries. `sent`: number of calls; `slowestMs`: the longest one; `idleMs`:
 * time since the last pass that sent an event.
 */
type DeliveryPass = { sent: number; slowestMs: number; idleMs: number };

/** Undefined if the row need not change. After a pause it is no longer slow, but its next call is a trial. */
export function quickAgain(
  { slowSince, isUnproven, ...webhook }: Webhook,
  nowMs: number,
  { sent, slowestMs, idleMs }: DeliveryPass,
): Webhook | undefined {
  const quick = { ...webhook, releasingUntil: isoOf(nowMs + RELEASE_MS) };
  if (sent > 0) return slowestMs < SLOW_MS && (slowSince ?? isUnproven) !== undefined ? quick : undefined;
  return slowSince !== undefined && idleMs > CALL_MS ? { ...quick, ...defined({ isUnproven }) } : undefined;
}

type DeliveryFailure = {
  answeredAtMs?: number | undefined;
  wishedMs?: number | undefined;
  isProbe?: boolean;
};

/**
 * `answeredAtMs`: when the endpoint last accepted an event from this caller. After a success since the last
 * failure, counting begins again. `wishedMs`: the pause that its `Retry-After` asks for.
 */
export function afterFailure(
  webhook: Webhook,
  nowMs: number,
  { answeredAtMs, wishedMs, isProbe = false }: DeliveryFailure = {},
): Webhook {
  const { state, lastFailureAt } = webhook;
  // A call that began before the webhook failed or was disabled has no further effect.
  if (state === 'Disabled' || (state === 'Failing' && !isProbe)) return webhook;
  const lastMs = lastFailureAt === undefined ? 0 : Date.parse(lastFailureAt);
  const isNew = state === 'Active' && answeredAtMs !== undefined && answeredAtMs >= lastMs;
  const failures = isNew ? 1 : webhook.failures + 1;
  const since = isNew ? nowMs : Date.parse(webhook.failingSince ?? isoOf(nowMs));
  const counted = { ...webhook, failures, lastFailureAt: isoOf(nowMs), failingSince: isoOf(since) };
  if (failures < FAILURES_TO_OPEN) return counted;
  const endsMs = since + GIVEN_UP_AFTER_MS;
  if (nowMs >= endsMs) return disabled(counted, 'FiveDays', nowMs);
  const pauseMs = pauseAfter(failures - FAILURES_TO_OPEN + 1, wishedMs);
  // The last probe is made when these days are over.
  const nextProbeAt = isoOf(Math.min(nowMs + pauseMs, endsMs));
  const { slowSince: _, ...failing } = counted;
  return { ...failing, state: 'Failing', nextProbeAt, workAt: nextProbeAt };
}

export function disabled(webhook: Webhook, disabledReason: DisabledReason, nowMs: number): Webhook {
  if (webhook.state === 'Disabled') return webhook;
  const { nextProbeAt: _, workAt: __, releasingUntil: ___, slowSince, ...rest } = webhook;
  return { ...rest, state: 'Disabled', disabledReason, disabledAt: isoOf(nowMs) };
}

/** Absent: a revoked key knew the secret, and a new one must be made before the webhook is enabled. */
export const presentSecret = ({ secrets }: Webhook): SealedSecret | undefined =>
  secrets.find(({ validUntil }) => validUntil === undefined);

/** Longer than capture uses a webhook row that it has read. */
const CAPTURE_MS = 10 * MINUTE_MS;
/** The table's stream keeps a change for this long, in which capture may be down. */
const LATEST_CAPTURE_MS = 24 * 60 * MINUTE_MS;

/**
 * Nothing is sent until all missed events are found: the events since `fromMs`, or by default all events that
 * were recorded since the webhook was disabled. The search then begins a day before that, because events are
 * recorded late after a fault; a delivery that exists already is not created twice.
 */
export function enabled(webhook: Webhook, nowMs: number, fromMs?: number): Webhook {
  if (webhook.state !== 'Disabled') return webhook;
  const { catchUp: before } = webhook;
  const { cursor: _, ...missed } = before ?? missedSince(webhook);
  const since = fromMs === undefined ? missed : { from: isoOf(fromMs) };
  const to = isoOf(nowMs + MINUTE_MS);
  const catchUp = { ...since, to };
  return { ...withoutFailures(webhook), state: 'Active', isUnproven: true, catchUp, workAt: to };
}

function missedSince({
  createdAt,
  disabledAt = createdAt,
}: Webhook): Omit<MissedSpan, 'to'> & { cursor?: string } {
  const recordedMs = Date.parse(disabledAt) - CAPTURE_MS;
  const recordedFrom = isoOf(Math.max(Date.parse(createdAt), recordedMs));
  return { from: isoOf(recordedMs - LATEST_CAPTURE_MS), recordedFrom };
}

/** Claims the work for one caller. Another caller continues once this one must have crashed. */
export const claimedWork = (webhook: Webhook, nowMs: number): Webhook => ({
  ...webhook,
  workAt: isoOf(nowMs + LEASE_MS),
});
/** Moves the probe of a failing webhook: at once if its merchant has changed its address or enabled it. */
export const retriedAt = (webhook: Webhook, atMs: number): Webhook =>
  webhook.state === 'Failing' ? { ...webhook, nextProbeAt: isoOf(atMs), workAt: isoOf(atMs) } : webhook;
/** The same, but a webhook that is probed before stays as it is. */
export const retriedEarlier = (webhook: Webhook, atMs: number): Webhook =>
  (webhook.nextProbeAt ?? '') > isoOf(atMs) ? retriedAt(webhook, atMs) : webhook;
/** Postpones the probe, because no event waits that it could send. */
export const retriedLater = (webhook: Webhook, nowMs: number): Webhook => {
  const nextProbeAt = isoOf(nowMs + IDLE_PROBE_MS);
  return { ...webhook, nextProbeAt, workAt: nextProbeAt };
};

/** The secrets that sign at this instant. */
export const signingSecrets = ({ secrets }: Webhook, nowMs: number): Uint8Array[] =>
  secrets
    .filter(({ validUntil }) => validUntil === undefined || validUntil > isoOf(nowMs))
    .map(({ sealed }) => sealed);

const BOTH_SIGN_MS = BOTH_SECRETS_HOURS * HOUR_MS;

/** The new secret signs at once, the present one for some hours more; an older one no longer. */
export function rotated(
  webhook: Webhook,
  secret: { sealed: Uint8Array; setBy: string },
  nowMs: number,
): Webhook {
  const present = presentSecret(webhook);
  const replaced = present === undefined ? [] : [{ ...present, validUntil: isoOf(nowMs + BOTH_SIGN_MS) }];
  return { ...webhook, changedBy: secret.setBy, secrets: [secret, ...replaced] };
}
