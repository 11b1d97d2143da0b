// Predicts the result of a history from the rules (the model), the list of triggers and the times of the
// sweep, independently of the product: when charges are made, what the bank receives, and the outcomes. The
// merchant's actions change the oracle's state; everything else follows when it advances in time.
import {
  chargeRequestModel,
  recordAnyAnswer,
} from '../domain/recurring-payment/random-walk/changes-model.ts';
import {
  type BankAnswer,
  cardUpdatedModel,
  chargeModel,
  isDue,
  isReleased,
  isTerminal,
  modelOf,
  openPeriod,
  untouched,
} from '../domain/recurring-payment/random-walk/recurring-payment-model.ts';
import { type Answer, afterOutage, cardExpiry, type History, OUTAGES, START_MS } from './history.ts';
import { allowedFrom, isUsable, type Key, type Oracle, type PendingSale } from './oracle-state.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NEVER = Number.POSITIVE_INFINITY;
/** No history has more due dates than this. */
const HORIZON = 90;
const SWEEP_INTERVAL = 5 * MINUTE;
/** The sweep charges plans that are overdue by at least this time. */
const GRACE = 3 * MINUTE;
/** The delays of the sweep's inquiries about an attempt, each from the inquiry before. */
const INQUIRIES = [1, 5, 5, 5, 5, 5, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE);
/** The bank’s five minutes, and the four minutes in which a function can still send. */
const LANDING_TIME = 9 * MINUTE;
export function oracleOf(history: History): Oracle {
  const oracle: Oracle = {
    history,
    model: modelOf(history.plan, HORIZON),
    attempts: [],
    sales: [],
    nowMs: START_MS,
    customerIsActive: true,
    card: { endsAtMs: cardExpiry(history).endsAtMs, isBlocked: false, version: 1 },
    triggersLostUntilMs: 0,
    isUndetermined: false,
    triggers: [],
    sweptAtMs: 0,
    pendingSale: undefined,
    declinedAtMs: [],
    answers: [...history.answers],
  };
  scheduleTrigger(oracle);
  return oracle;
}

/** Returns whether the bounds allow a first charge and a regular one. */
export function isPossible({ model }: Oracle): boolean {
  const firstRegular = model.periods.find(({ number }) => number === 1);
  return model.status !== 'Completed' && firstRegular?.isAllowed === true;
}

/** Schedules the triggers of the next planned charge and of the requested one, in a second if overdue. */
export function scheduleTrigger(oracle: Oracle): void {
  const { planned, requested } = oracle.model;
  const [next] = requested;
  if (next) {
    const atMs = Math.max(next.atMs, oracle.nowMs + SECOND);
    oracle.triggers.push({ period: next.period.number, attempt: next.period.attempts + 1, atMs });
  }
  if (planned) {
    const atMs = Math.max(planned.atMs, oracle.nowMs + SECOND);
    oracle.triggers.push({ period: planned.period.number, attempt: planned.attempt, atMs });
  }
  oracle.triggers.sort((a, b) => a.atMs - b.atMs);
}

export function renewCard(oracle: Oracle): void {
  // Another expiry: tries with the previous one no longer count (recurring-payments.md R12).
  if (oracle.card.endsAtMs !== Number.POSITIVE_INFINITY) oracle.declinedAtMs = [];
  oracle.card = { endsAtMs: Number.POSITIVE_INFINITY, isBlocked: false, version: oracle.card.version + 1 };
  if (!isTerminal(oracle.model) && cardUpdatedModel(oracle.model, oracle.nowMs) === 'changed')
    scheduleTrigger(oracle);
}

/** Delivers triggers and runs sweeps until the instant, in order of time. */
export function advance(oracle: Oracle, toMs: number): void {
  for (;;) {
    const trigger = oracle.triggers[0];
    const triggerMs = trigger ? afterOutage(trigger.atMs) : Number.POSITIVE_INFINITY;
    const sweepMs = nextSweepMs(oracle);
    const nextMs = Math.min(triggerMs, sweepMs);
    if (nextMs > toMs) break;
    if (triggerMs === sweepMs && oracle.pendingSale && OUTAGES.some((one) => one.toMs === nextMs)) {
      oracle.isUndetermined = true;
    }
    oracle.nowMs = Math.max(oracle.nowMs, nextMs);
    if (trigger && triggerMs <= sweepMs) {
      oracle.triggers.shift();
      if (oracle.nowMs >= oracle.triggersLostUntilMs) handleTrigger(oracle, trigger);
    } else sweep(oracle);
  }
  oracle.nowMs = toMs;
}

const nextSweepFrom = (instantMs: number) => Math.ceil(instantMs / SWEEP_INTERVAL) * SWEEP_INTERVAL;

/** The first sweep that finds a due row. An outage ends with a sweep. */
function nextSweepMs({ model, pendingSale, nowMs, sweptAtMs }: Oracle): number {
  const planned = [model.planned, model.requested[0]].map((one) => (one ? one.atMs + GRACE : NEVER));
  const dueAtMs = pendingSale ? (pendingSale.inquiryAtMs ?? NEVER) : Math.min(...planned);
  if (dueAtMs === NEVER) return NEVER;
  const sweepMs = afterOutage(nextSweepFrom(Math.max(dueAtMs, sweptAtMs + 1)));
  return sweepMs >= nowMs ? sweepMs : nextSweepFrom(nowMs);
}

function handleTrigger(oracle: Oracle, trigger: Key & { atMs: number }): void {
  const { planned, requested, inFlight } = oracle.model;
  const [next] = requested;
  const isMeant = planned?.period.number === trigger.period && planned.attempt === trigger.attempt;
  if (isMeant && oracle.nowMs >= planned.atMs - MINUTE) charge(oracle);
  else if (next?.period.number === trigger.period && next.period.attempts + 1 === trigger.attempt) {
    if (!inFlight && oracle.nowMs >= next.atMs - MINUTE) chargeRequested(oracle);
  }
}

/** Makes the charge that the merchant has requested, moves it or drops it. */
function chargeRequested(oracle: Oracle): void {
  const { model, nowMs, customerIsActive } = oracle;
  const [next] = model.requested;
  if (next === undefined) return;
  const { period } = next;
  const card = { cardIsUsable: isUsable(oracle), allowedFromMs: allowedFrom(oracle) };
  const attempts = period.attempts;
  const isSold = chargeRequestModel(model, { nowMs, customerIsActive, ...card }) !== undefined;
  const key = { period: period.number, attempt: period.attempts };
  if (isSold) sellAttempt(oracle, { ...key, amountMinor: period.amountMinor });
  else {
    if (period.attempts > attempts) oracle.attempts.push({ ...key, atMs: nowMs, status: 'Failed' });
    scheduleTrigger(oracle);
  }
}

/** Makes the planned attempt, if there is one. */
function charge(oracle: Oracle): void {
  const { model, nowMs, customerIsActive } = oracle;
  if (model.inFlight) return;
  const before = openPeriod(model);
  const triesBefore = before?.attempts;
  const card = { cardIsUsable: isUsable(oracle), allowedFromMs: allowedFrom(oracle) };
  const sale = chargeModel(model, { nowMs, customerIsActive, ...card });
  if (sale === undefined) {
    const open = openPeriod(model);
    const isTried = open !== undefined && (open !== before || open.attempts !== triesBefore);
    if (isTried) {
      const key = { period: open.number, attempt: open.attempts };
      oracle.attempts.push({ ...key, atMs: nowMs, status: 'Failed' });
    }
    scheduleTrigger(oracle);
    return;
  }
  const { periodNumber: period, attemptNumber: attempt, amountMinor } = sale;
  sellAttempt(oracle, { period, attempt, amountMinor });
}

function sellAttempt(oracle: Oracle, sale: Key & { amountMinor: number }): void {
  const { nowMs } = oracle;
  const { period, attempt } = sale;
  oracle.attempts.push({ period, attempt, atMs: nowMs, status: 'Processing' });
  oracle.pendingSale = {
    sale,
    sentAtMs: nowMs,
    inquiries: 0,
    inquiryAtMs: nowMs + MINUTE,
    hasArrived: false,
    cardVersion: oracle.card.version,
  };
  send(oracle, oracle.pendingSale);
}

function send(oracle: Oracle, pendingSale: PendingSale): void {
  const answer = oracle.answers.shift() ?? 'approve';
  if (answer === 'lostBefore') return;
  const isApproved = answer === 'approve' || answer === 'lostAfter';
  const outcome = isApproved ? 'approved' : 'declined';
  oracle.sales.push({ ...pendingSale.sale, atMs: oracle.nowMs, outcome });
  pendingSale.hasArrived = true;
  if (answer !== 'lostAfter') recordOutcome(oracle, pendingSale, answer);
}

type Outcome = Exclude<Answer, 'lostBefore' | 'lostAfter'> | 'notSent';
const MODEL_ANSWERS: Record<Outcome, BankAnswer> = {
  approve: 'approved',
  soft: 'soft',
  hard: 'hard',
  withdrawn: 'revoked',
  notSent: 'soft',
};

function recordOutcome(oracle: Oracle, { sale, cardVersion }: PendingSale, answer: Outcome): void {
  const { card, nowMs } = oracle;
  const attempt = oracle.attempts.find((one) => one.period === sale.period && one.attempt === sale.attempt);
  if (attempt === undefined) throw new Error('Nothing was claimed.');
  attempt.status = answer === 'approve' ? 'Succeeded' : 'Failed';
  if (answer === 'approve') oracle.declinedAtMs = [];
  else if (answer !== 'notSent') oracle.declinedAtMs.push(attempt.atMs);
  // A hard decline does not block a card that was renewed after the sale was sent.
  if (answer === 'hard' && card.version === cardVersion) card.isBlocked = true;
  oracle.pendingSale = undefined;
  recordAnyAnswer(oracle.model, MODEL_ANSWERS[answer], nowMs);
  scheduleTrigger(oracle);
}

function sweep(oracle: Oracle): void {
  const { pendingSale } = oracle;
  oracle.sweptAtMs = oracle.nowMs;
  const { planned } = oracle.model;
  const isPlanned = planned !== undefined && planned.atMs - MINUTE <= oracle.nowMs;
  if (pendingSale === undefined && isPlanned) charge(oracle);
  else if (pendingSale === undefined) chargeRequested(oracle);
  else if (pendingSale.hasArrived) recordOutcome(oracle, pendingSale, 'approve');
  else inquire(oracle, pendingSale);
}

/** Inquires about a sale that has not arrived at the bank. */
function inquire(oracle: Oracle, pendingSale: PendingSale): void {
  const { nowMs } = oracle;
  pendingSale.inquiries += 1;
  const delayMs = INQUIRIES[pendingSale.inquiries];
  const landedAtMs = pendingSale.sentAtMs + LANDING_TIME;
  const againMs = delayMs === undefined ? undefined : nowMs + delayMs;
  if (nowMs < landedAtMs) pendingSale.inquiryAtMs = Math.min(againMs ?? landedAtMs, landedAtMs);
  else if (againMs === undefined || !maySendAgain(oracle)) recordOutcome(oracle, pendingSale, 'notSent');
  else {
    // The sale is sent again with the current card, which replaces the attempt after a renewal.
    Object.assign(pendingSale, { sentAtMs: nowMs, inquiryAtMs: againMs, cardVersion: oracle.card.version });
    if (oracle.model.inFlight) oracle.model.inFlight.cardIsRenewed = false;
    send(oracle, pendingSale);
  }
}

function maySendAgain(oracle: Oracle): boolean {
  const { model, nowMs, customerIsActive, pendingSale } = oracle;
  const [next] = untouched(model);
  if (
    model.inFlight?.isRequested ||
    pendingSale?.isCardReplaced ||
    (next !== undefined && isDue(next, nowMs))
  )
    return false;
  return !isReleased(model) && customerIsActive && isUsable(oracle);
}
