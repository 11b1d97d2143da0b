// A webhook: an address of the merchant that receives events. An endpoint that fails three times in a row is
// left alone but for one probe at a time, so that it costs other webhooks no time.
import { MINUTE_MS, SECOND_MS } from '../time/duration.ts';
import { GIVEN_UP_AFTER_MS, pauseAfter } from './timetable.ts';

export const WEBHOOK_STATES = ['Active', 'Failing', 'Disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
/** The merchant switched it off; it answered 410; it did not answer once in five days. */
export const DISABLED_REASONS = ['ByMerchant', 'Gone', 'FiveDays'] as const;
type DisabledReason = (typeof DISABLED_REASONS)[number];

/** At most so many of one merchant. */
export const MOST_WEBHOOKS = 16;

/** Encrypted. One that was replaced has an end (ISO), until which it signs too. */
type SealedSecret = { sealed: Uint8Array; validUntil?: string };

export type Webhook = {
  id: string;
  merchantId: string;
  url: string;
  /** `refund.completed`, `refund.*` or `*`. */
  eventTypes: string[];
  description?: string;
  state: WebhookState;
  /** The newest first. */
  secrets: SealedSecret[];
  createdAt: string;
  /** Failed tries since the last success. */
  failures: number;
  lastFailureAt?: string;
  lastSuccessAt?: string;
  /** Of the first of these failures. */
  failingSince?: string;
  /** The next probe of an endpoint that is failing. */
  nextProbeAt?: string;
  disabledAt?: string;
  disabledReason?: DisabledReason;
  /** What waits is looked for until then, and at `workAt` next. */
  releasingUntil?: string;
  workAt?: string;
  /** Calls have waited long for its answer: until it is quick again, one caller sends all that happens. */
  slowSince?: string;
  /** Enabled again: what happened since `from` is being found, and nothing is sent before it is. */
  catchUp?: Missed & { cursor?: string };
};

/** ISO instants. */
export type Missed = {
  /** When the first and the last of these events happened. */
  from: string;
  to: string;
  /** Only what was recorded since then; absent: everything of that span. */
  recordedFrom?: string;
};

const FAILURES_TO_OPEN = 3;
/** Longer than any invocation of capture or delivery takes, which may still act on what it has read. */
const RELEASE_MS = 10 * MINUTE_MS;
/** Longer than one call and the writes around it. */
const LEASE_MS = MINUTE_MS;
const IDLE_PROBE_MS = MINUTE_MS;

const instant = (ms: number) => new Date(ms).toISOString();

/** False if it gets no deliveries at all: what happens meanwhile is found when it is enabled. */
export const takesDeliveries = ({ state }: Webhook): boolean => state !== 'Disabled';
/** True if deliveries are stored for later instead of being sent. */
export const isHeld = ({ state, catchUp }: Webhook): boolean => state !== 'Active' || catchUp !== undefined;
/** True if they are stored for the one caller that sends all. */
export const isSlow = ({ slowSince }: Webhook): boolean => slowSince !== undefined;

/** Of the types that the webhook asks for, one is this type or begins it. */
export const wants = ({ eventTypes }: Pick<Webhook, 'eventTypes'>, type: string): boolean =>
  eventTypes.some(
    (one) => one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
  );

/** Without the attributes of failures and holds. */
function withoutFailures({ slowSince, disabledAt, disabledReason, ...webhook }: Webhook): Webhook {
  const { failingSince: _, nextProbeAt: __, workAt: ___, ...rest } = webhook;
  return { ...rest, failures: 0 };
}

/** Undefined if the row need not change: a success of an endpoint that works is noted once a minute. */
export function afterSuccess(webhook: Webhook, nowMs: number): Webhook | undefined {
  const { state, failures, lastSuccessAt = '' } = webhook;
  if (state === 'Disabled') return undefined;
  if (state === 'Active' && failures === 0 && lastSuccessAt > instant(nowMs - MINUTE_MS)) return undefined;
  const { workAt, releasingUntil, slowSince } = webhook;
  const working = { ...withoutFailures(webhook), lastSuccessAt: instant(nowMs) };
  if (state === 'Failing') return released({ ...working, state: 'Active' }, nowMs);
  return {
    ...working,
    ...(workAt !== undefined && { workAt }),
    ...(releasingUntil !== undefined && { releasingUntil }),
    ...(slowSince !== undefined && { slowSince }),
  };
}

/** Releases waiting deliveries, also those that other containers store as waiting for a moment. */
export const released = (webhook: Webhook, nowMs: number): Webhook => ({
  ...webhook,
  releasingUntil: instant(nowMs + RELEASE_MS),
  workAt: instant(nowMs),
});

/** A call that takes longer keeps a place that the events of others need. */
export const SLOW_MS = 2 * SECOND_MS;
/** A call that began before the endpoint was known to be slow has ended after so long. */
const CALL_MS = 20 * SECOND_MS;

/** Undefined if the row need not change. `isReleased`: by the caller that sends all; no other is invoked. */
export function slowed(webhook: Webhook, nowMs: number, isReleased: boolean): Webhook | undefined {
  if (isHeld(webhook) || isSlow(webhook)) return undefined;
  const slow = { ...released(webhook, nowMs), slowSince: instant(nowMs) };
  return isReleased && webhook.workAt !== undefined ? { ...slow, workAt: webhook.workAt } : slow;
}

/** `sent`: in one look at what waits; `slowestMs`: its longest call; `idleMs`: since something was sent. */
type Look = { sent: number; slowestMs: number; idleMs: number };

/** Undefined if it is not slow, or still is. */
export function quickAgain(
  { slowSince, ...webhook }: Webhook,
  nowMs: number,
  { sent, slowestMs, idleMs }: Look,
): Webhook | undefined {
  const isQuick = sent > 0 ? slowestMs < SLOW_MS : idleMs > CALL_MS;
  if (slowSince === undefined || !isQuick) return undefined;
  return { ...webhook, releasingUntil: instant(nowMs + RELEASE_MS) };
}

type Failure = {
  answeredAtMs?: number | undefined;
  wishedMs?: number | undefined;
  isProbe?: boolean;
};

/**
 * `answeredAtMs`: when the endpoint last took an event from this caller. A success since the last failure
 * means that counting begins again. `wishedMs`: what its `Retry-After` asked for.
 */
export function afterFailure(
  webhook: Webhook,
  nowMs: number,
  { answeredAtMs, wishedMs, isProbe = false }: Failure = {},
): Webhook {
  const { state, lastFailureAt } = webhook;
  // A call that began before the endpoint was left alone tells nothing new.
  if (state === 'Disabled' || (state === 'Failing' && !isProbe)) return webhook;
  const lastMs = lastFailureAt === undefined ? 0 : Date.parse(lastFailureAt);
  const isNew = state === 'Active' && answeredAtMs !== undefined && answeredAtMs >= lastMs;
  const failures = isNew ? 1 : webhook.failures + 1;
  const since = isNew ? nowMs : Date.parse(webhook.failingSince ?? instant(nowMs));
  const counted = { ...webhook, failures, lastFailureAt: instant(nowMs), failingSince: instant(since) };
  if (failures < FAILURES_TO_OPEN) return counted;
  const endsMs = since + GIVEN_UP_AFTER_MS;
  if (nowMs >= endsMs) return disabled(counted, 'FiveDays', nowMs);
  const pauseMs = pauseAfter(failures - FAILURES_TO_OPEN + 1, wishedMs);
  // The last probe is made when five days are over.
  const nextProbeAt = instant(Math.min(nowMs + pauseMs, endsMs));
  const { slowSince: _, ...failing } = counted;
  return { ...failing, state: 'Failing', nextProbeAt, workAt: nextProbeAt };
}

export function disabled(webhook: Webhook, disabledReason: DisabledReason, nowMs: number): Webhook {
  if (webhook.state === 'Disabled') return webhook;
  const { nextProbeAt: _, workAt: __, releasingUntil: ___, slowSince, ...rest } = webhook;
  return { ...rest, state: 'Disabled', disabledReason, disabledAt: instant(nowMs) };
}

/** Longer than capture records events for a webhook that it has read. */
const CAPTURE_MS = 10 * MINUTE_MS;
/** So long the table's stream keeps a change for capture, which may have been down meanwhile. */
const LATEST_CAPTURE_MS = 24 * 60 * MINUTE_MS;

/**
 * Nothing is sent until everything since `fromMs` is found; by default what was recorded since it was
 * disabled, however late, and a little before, because what exists already is not made twice.
 */
export function enabled(webhook: Webhook, nowMs: number, fromMs?: number): Webhook {
  if (webhook.state !== 'Disabled') return webhook;
  const { catchUp: before } = webhook;
  const { cursor: _, ...missed } = before ?? missedSince(webhook);
  const since = fromMs === undefined ? missed : { from: instant(fromMs) };
  const to = instant(nowMs + MINUTE_MS);
  return { ...withoutFailures(webhook), state: 'Active', catchUp: { ...since, to }, workAt: to };
}

function missedSince({
  createdAt,
  disabledAt = createdAt,
}: Webhook): Omit<Missed, 'to'> & { cursor?: string } {
  const recordedMs = Date.parse(disabledAt) - CAPTURE_MS;
  const recordedFrom = instant(Math.max(Date.parse(createdAt), recordedMs));
  return { from: instant(recordedMs - LATEST_CAPTURE_MS), recordedFrom };
}

/** One caller takes the work. Another one follows once this one must have crashed. */
export const taken = (webhook: Webhook, nowMs: number): Webhook => ({
  ...webhook,
  workAt: instant(nowMs + LEASE_MS),
});
/** Its merchant has changed its address or says that it works: a failing one is tried at once. */
export const probedNow = (webhook: Webhook, nowMs: number): Webhook =>
  webhook.state === 'Failing' ? { ...webhook, nextProbeAt: instant(nowMs), workAt: instant(nowMs) } : webhook;
/** Nothing waits that a probe could send. */
export const unprobed = (webhook: Webhook, nowMs: number): Webhook => {
  const nextProbeAt = instant(nowMs + IDLE_PROBE_MS);
  return { ...webhook, nextProbeAt, workAt: nextProbeAt };
};

/** The secrets that sign at this instant. */
export const signingSecrets = ({ secrets }: Webhook, nowMs: number): Uint8Array[] =>
  secrets
    .filter(({ validUntil }) => validUntil === undefined || validUntil > instant(nowMs))
    .map(({ sealed }) => sealed);

const BOTH_SIGN_MS = 24 * 60 * MINUTE_MS;

/** The new secret signs at once, the present one for 24 hours more; an older one no longer. */
export function rotated(webhook: Webhook, sealed: Uint8Array, nowMs: number): Webhook {
  const [present] = webhook.secrets;
  const replaced = present === undefined ? [] : [{ ...present, validUntil: instant(nowMs + BOTH_SIGN_MS) }];
  return { ...webhook, secrets: [{ sealed }, ...replaced] };
}
