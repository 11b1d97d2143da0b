// What must become of a life, worked out by a clerk who has the rules (the model), a calendar of alarms and
// the habits of the sweep before him, and nothing of the product: when what is tried, what the bank is asked,
// how it ends. Deeds of the merchant are told to him; all else he finds by letting time pass.
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
import { type Answer, afterOutage, cardExpiry, type Life, OUTAGES, WORLD_BEGINS_MS } from './history.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** No life sees more due dates than this. */
const HORIZON = 90;
const BEAT = 5 * MINUTE;
/** The sweep leaves an alarm this long. */
const GRACE = 3 * MINUTE;
/** When the sweep asks what became of an attempt, each counted from the time before. */
const INQUIRIES = [1, 5, 5, 5, 5, 5, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE);
/** Before that the bank's "never heard of it" is not believed. */
const LANDING = 5 * MINUTE;
/** Rule 12. */
const CAPS = [
  { tries: 10, withinMs: DAY },
  { tries: 15, withinMs: 30 * DAY },
];

type Key = { period: number; attempt: number };
type ExpectedAttempt = Key & { atMs: number; status: 'Processing' | 'Succeeded' | 'Failed' };
type ExpectedSale = Key & { atMs: number; outcome: 'approved' | 'declined'; amountMinor: number };
type Flight = {
  sale: Key & { amountMinor: number };
  sentAtMs: number;
  inquiries: number;
  inquiryAtMs: number | undefined;
  hasArrived: boolean;
  /** Which of the card's expiries it carries. */
  cardVersion: number;
};

export type Clerk = {
  readonly life: Life;
  readonly model: Model;
  readonly attempts: ExpectedAttempt[];
  readonly sales: ExpectedSale[];
  nowMs: number;
  customerIsActive: boolean;
  card: { endsAtMs: number; isRefused: boolean; version: number };
  /** Alarms that ring until then are lost. */
  deafUntilMs: number;
  /** Whether alarm or sweep comes first when all begins again after an outage is nobody's promise. */
  isAtALoss: boolean;
  alarms: (Key & { atMs: number })[];
  sweptAtMs: number;
  flight: Flight | undefined;
  /** Of tries that the bank declined since it last approved one. */
  declinedAtMs: number[];
  readonly answers: Answer[];
};

export function clerkOf(life: Life): Clerk {
  const clerk: Clerk = {
    life,
    model: modelOf(life.plan, HORIZON),
    attempts: [],
    sales: [],
    nowMs: WORLD_BEGINS_MS,
    customerIsActive: true,
    card: { endsAtMs: cardExpiry(life).endsAtMs, isRefused: false, version: 1 },
    deafUntilMs: 0,
    isAtALoss: false,
    alarms: [],
    sweptAtMs: 0,
    flight: undefined,
    declinedAtMs: [],
    answers: [...life.answers],
  };
  replan(clerk);
  return clerk;
}

/** Whether the bounds leave a first charge, and a regular one. */
export function isPossible({ model }: Clerk): boolean {
  const firstRegular = model.periods.find(({ number }) => number === 1);
  return model.status !== 'Completed' && firstRegular?.isAllowed === true;
}

/** After every deed that changed the model: the next try gets its alarm, which rings soon if it is late. */
export function replan(clerk: Clerk): void {
  const { planned } = clerk.model;
  if (planned === undefined) return;
  const atMs = Math.max(planned.atMs, clerk.nowMs + SECOND);
  clerk.alarms.push({ period: planned.period.number, attempt: planned.attempt, atMs });
  clerk.alarms.sort((a, b) => a.atMs - b.atMs);
}

export function renewCard(clerk: Clerk): void {
  clerk.card = { endsAtMs: Number.POSITIVE_INFINITY, isRefused: false, version: clerk.card.version + 1 };
  if (!isTerminal(clerk.model) && cardUpdatedModel(clerk.model, clerk.nowMs) === 'changed') replan(clerk);
}

/** Lets alarms ring and sweeps come, each in its turn. */
export function advance(clerk: Clerk, toMs: number): void {
  for (;;) {
    const alarm = clerk.alarms[0];
    const alarmMs = alarm ? afterOutage(alarm.atMs) : Number.POSITIVE_INFINITY;
    const sweepMs = nextSweepMs(clerk);
    const nextMs = Math.min(alarmMs, sweepMs);
    if (nextMs > toMs) break;
    if (alarmMs === sweepMs && clerk.flight && OUTAGES.some((one) => one.toMs === nextMs)) {
      clerk.isAtALoss = true;
    }
    clerk.nowMs = Math.max(clerk.nowMs, nextMs);
    if (alarm && alarmMs <= sweepMs) {
      clerk.alarms.shift();
      if (clerk.nowMs >= clerk.deafUntilMs) hear(clerk, alarm);
    } else sweep(clerk);
  }
  clerk.nowMs = toMs;
}

const beatFrom = (instantMs: number) => Math.ceil(instantMs / BEAT) * BEAT;

/** The first beat that finds something; an outage ends with one. */
function nextSweepMs({ model, flight, nowMs, sweptAtMs }: Clerk): number {
  const dueAtMs = flight ? flight.inquiryAtMs : model.planned && model.planned.atMs + GRACE;
  if (dueAtMs === undefined) return Number.POSITIVE_INFINITY;
  const beatMs = afterOutage(beatFrom(Math.max(dueAtMs, sweptAtMs + 1)));
  return beatMs >= nowMs ? beatMs : beatFrom(nowMs);
}

function hear(clerk: Clerk, alarm: Key & { atMs: number }): void {
  const { planned } = clerk.model;
  const isMeant = planned?.period.number === alarm.period && planned.attempt === alarm.attempt;
  if (isMeant && clerk.nowMs >= planned.atMs - MINUTE) ring(clerk);
}

/** A try, if there is anything to try. */
function ring(clerk: Clerk): void {
  const { model, nowMs, customerIsActive } = clerk;
  if (model.inFlight) return;
  const before = openPeriod(model);
  const triesBefore = before?.attempts;
  const card = { cardIsUsable: isUsable(clerk), allowedFromMs: allowedFrom(clerk) };
  const sale = chargeModel(model, { nowMs, customerIsActive, ...card });
  if (sale === undefined) {
    const open = openPeriod(model);
    const isTried = open !== undefined && (open !== before || open.attempts !== triesBefore);
    if (isTried) {
      const key = { period: open.number, attempt: open.attempts };
      clerk.attempts.push({ ...key, atMs: nowMs, status: 'Failed' });
    }
    replan(clerk);
    return;
  }
  const key = { period: sale.periodNumber, attempt: sale.attemptNumber };
  clerk.attempts.push({ ...key, atMs: nowMs, status: 'Processing' });
  clerk.flight = {
    sale: { ...key, amountMinor: sale.amountMinor },
    sentAtMs: nowMs,
    inquiries: 0,
    inquiryAtMs: nowMs + MINUTE,
    hasArrived: false,
    cardVersion: clerk.card.version,
  };
  send(clerk, clerk.flight);
}

const isUsable = ({ card, nowMs }: Clerk): boolean => !card.isRefused && nowMs < card.endsAtMs;

function allowedFrom({ declinedAtMs, nowMs }: Clerk): number {
  const free = CAPS.map(({ tries, withinMs }) => (declinedAtMs.at(-tries) ?? -withinMs) + withinMs);
  return Math.max(nowMs, ...free);
}

function send(clerk: Clerk, flight: Flight): void {
  const answer = clerk.answers.shift() ?? 'approve';
  if (answer === 'lostBefore') return;
  const isApproved = answer === 'approve' || answer === 'lostAfter';
  const outcome = isApproved ? 'approved' : 'declined';
  clerk.sales.push({ ...flight.sale, atMs: clerk.nowMs, outcome });
  flight.hasArrived = true;
  if (answer !== 'lostAfter') land(clerk, flight, answer);
}

type Landing = Exclude<Answer, 'lostBefore' | 'lostAfter'> | 'notSent';
const TO_THE_MODEL: Record<Landing, BankAnswer> = {
  approve: 'approved',
  soft: 'soft',
  hard: 'hard',
  atFault: 'hard',
  withdrawn: 'revoked',
  notSent: 'soft',
};

function land(clerk: Clerk, { sale, cardVersion }: Flight, answer: Landing): void {
  const { card, nowMs } = clerk;
  const attempt = clerk.attempts.find((one) => one.period === sale.period && one.attempt === sale.attempt);
  if (attempt === undefined) throw new Error('Nothing was claimed.');
  attempt.status = answer === 'approve' ? 'Succeeded' : 'Failed';
  if (answer === 'approve') clerk.declinedAtMs = [];
  else if (answer !== 'notSent') clerk.declinedAtMs.push(attempt.atMs);
  // The card that was refused is not the one that was put in its place meanwhile.
  if (answer === 'hard' && card.version === cardVersion) card.isRefused = true;
  clerk.flight = undefined;
  recordAnswerInModel(clerk.model, TO_THE_MODEL[answer], nowMs);
  replan(clerk);
}

function sweep(clerk: Clerk): void {
  const { flight } = clerk;
  clerk.sweptAtMs = clerk.nowMs;
  if (flight === undefined) ring(clerk);
  else if (flight.hasArrived) land(clerk, flight, 'approve');
  else inquire(clerk, flight);
}

/** The bank has never heard of it. */
function inquire(clerk: Clerk, flight: Flight): void {
  const { nowMs } = clerk;
  flight.inquiries += 1;
  const delayMs = INQUIRIES[flight.inquiries];
  const believedAtMs = flight.sentAtMs + LANDING;
  const againMs = delayMs === undefined ? undefined : nowMs + delayMs;
  if (nowMs < believedAtMs) flight.inquiryAtMs = Math.min(againMs ?? believedAtMs, believedAtMs);
  else if (againMs === undefined || !maySendAgain(clerk)) land(clerk, flight, 'notSent');
  else {
    // With the card as it is now: what was to be tried next is tried by this.
    Object.assign(flight, { sentAtMs: nowMs, inquiryAtMs: againMs, cardVersion: clerk.card.version });
    if (clerk.model.inFlight) clerk.model.inFlight.cardIsRenewed = false;
    send(clerk, flight);
  }
}

function maySendAgain(clerk: Clerk): boolean {
  const { model, nowMs, customerIsActive } = clerk;
  const [next] = untouched(model);
  const nextIsHere = next !== undefined && isDue(next, nowMs);
  return !isReleased(model) && !nextIsHere && customerIsActive && isUsable(clerk);
}
