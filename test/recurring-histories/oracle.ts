// Predicts the result of a history from the rules (the model), the list of triggers and the times of the
// sweep, independently of the product: when charges are made, what the bank receives, and the outcomes. The
// merchant's actions change the oracle's state; everything else follows when it advances in time.
import {
  type BankAnswer,
  cardUpdatedModel,
  chargeModel,
  isDue,
  isReleased,
  isTerminal,
  type Model,
  modelOf,
  openPeriod,
  recordAnswerInModel,
  untouched,
} from '../domain/recurring-payment/random-walk/recurring-payment-model.ts';
import { type Answer, afterOutage, cardExpiry, type History, OUTAGES, START_MS } from './history.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** No history has more due dates than this. */
const HORIZON = 90;
const SWEEP_INTERVAL = 5 * MINUTE;
/** The sweep charges what is overdue by this long. */
const GRACE = 3 * MINUTE;
/** The delays of the sweep's inquiries about an attempt, each from the inquiry before. */
const INQUIRIES = [1, 5, 5, 5, 5, 5, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE);
/** Before it ends, a sale that the bank does not know may still arrive. */
/** The bank’s five minutes, and the four in which a function can still send. */
const LANDING_TIME = 9 * MINUTE;
/** The caps on tries of a card (recurring-payments.md R12). */
const CAPS = [
  { tries: 10, withinMs: DAY },
  { tries: 15, withinMs: 30 * DAY },
];

type Key = { period: number; attempt: number };
type ExpectedAttempt = Key & { atMs: number; status: 'Processing' | 'Succeeded' | 'Failed' };
type ExpectedSale = Key & { atMs: number; outcome: 'approved' | 'declined'; amountMinor: number };
type PendingSale = {
  sale: Key & { amountMinor: number };
  sentAtMs: number;
  inquiries: number;
  inquiryAtMs: number | undefined;
  hasArrived: boolean;
  /** The version of the card that the sale used. */
  cardVersion: number;
};

export type Oracle = {
  readonly history: History;
  readonly model: Model;
  readonly attempts: ExpectedAttempt[];
  readonly sales: ExpectedSale[];
  nowMs: number;
  customerIsActive: boolean;
  card: { endsAtMs: number; isBlocked: boolean; version: number };
  /** Triggers until then are lost. */
  triggersLostUntilMs: number;
  /** The order of trigger and sweep after an outage is not specified, and the result depends on it. */
  isUndetermined: boolean;
  triggers: (Key & { atMs: number })[];
  sweptAtMs: number;
  pendingSale: PendingSale | undefined;
  /** The times of declined tries since the last approved one. */
  declinedAtMs: number[];
  readonly answers: Answer[];
};

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

/** Schedules the trigger of the next planned charge, in a second if it is overdue. */
export function scheduleTrigger(oracle: Oracle): void {
  const { planned } = oracle.model;
  if (planned === undefined) return;
  const atMs = Math.max(planned.atMs, oracle.nowMs + SECOND);
  oracle.triggers.push({ period: planned.period.number, attempt: planned.attempt, atMs });
  oracle.triggers.sort((a, b) => a.atMs - b.atMs);
}

export function renewCard(oracle: Oracle): void {
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

/** The first sweep that finds something due. An outage ends with a sweep. */
function nextSweepMs({ model, pendingSale, nowMs, sweptAtMs }: Oracle): number {
  const dueAtMs = pendingSale ? pendingSale.inquiryAtMs : model.planned && model.planned.atMs + GRACE;
  if (dueAtMs === undefined) return Number.POSITIVE_INFINITY;
  const sweepMs = afterOutage(nextSweepFrom(Math.max(dueAtMs, sweptAtMs + 1)));
  return sweepMs >= nowMs ? sweepMs : nextSweepFrom(nowMs);
}

function handleTrigger(oracle: Oracle, trigger: Key & { atMs: number }): void {
  const { planned } = oracle.model;
  const isMeant = planned?.period.number === trigger.period && planned.attempt === trigger.attempt;
  if (isMeant && oracle.nowMs >= planned.atMs - MINUTE) charge(oracle);
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
  const key = { period: sale.periodNumber, attempt: sale.attemptNumber };
  oracle.attempts.push({ ...key, atMs: nowMs, status: 'Processing' });
  oracle.pendingSale = {
    sale: { ...key, amountMinor: sale.amountMinor },
    sentAtMs: nowMs,
    inquiries: 0,
    inquiryAtMs: nowMs + MINUTE,
    hasArrived: false,
    cardVersion: oracle.card.version,
  };
  send(oracle, oracle.pendingSale);
}

const isUsable = ({ card, nowMs }: Oracle): boolean => !card.isBlocked && nowMs < card.endsAtMs;

function allowedFrom({ declinedAtMs, nowMs }: Oracle): number {
  const free = CAPS.map(({ tries, withinMs }) => (declinedAtMs.at(-tries) ?? -withinMs) + withinMs);
  return Math.max(nowMs, ...free);
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
  recordAnswerInModel(oracle.model, MODEL_ANSWERS[answer], nowMs);
  scheduleTrigger(oracle);
}

function sweep(oracle: Oracle): void {
  const { pendingSale } = oracle;
  oracle.sweptAtMs = oracle.nowMs;
  if (pendingSale === undefined) charge(oracle);
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
    // The sale is sent again with the card as it is now, which replaces the attempt after a renewal.
    Object.assign(pendingSale, { sentAtMs: nowMs, inquiryAtMs: againMs, cardVersion: oracle.card.version });
    if (oracle.model.inFlight) oracle.model.inFlight.cardIsRenewed = false;
    send(oracle, pendingSale);
  }
}

function maySendAgain(oracle: Oracle): boolean {
  const { model, nowMs, customerIsActive } = oracle;
  const [next] = untouched(model);
  const nextIsHere = next !== undefined && isDue(next, nowMs);
  return !isReleased(model) && !nextIsHere && customerIsActive && isUsable(oracle);
}
