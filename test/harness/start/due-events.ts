// Derives the events that are due for the changes of rows: the table of types a second time, from the rows
// and not from the rules of the domain. Each entry into a state is one event; so is each further part of a
// refund, each attempt that ends, and each change in the GET of a customer, a card or the terms of a plan.
import { isDeepStrictEqual } from 'node:util';
import { showCard } from '#contract/card-answer.ts';
import { showCustomer } from '#contract/customer-answer.ts';
import { showWebhook } from '#contract/event/webhook-answer.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import type { EventType } from '#domain/event/event-type.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { CARD } from '#store/card/card.ts';
import { CUSTOMER } from '#store/customer.ts';
import { INSTALLMENT_TABLE } from '#store/installment/table.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { RECURRING_PAYMENT } from '#store/recurring-payment/recurring-payment.ts';
import type { Item } from '#store/table/table.ts';
import { WEBHOOK } from '#store/webhook/webhook.ts';
import type { RowChange } from './stream-changes.ts';

export type Due = { pk: string; objectId: string; type: EventType; sequence: number };
/** `isSpare`: due only if the change has no other event. */
type Ranked = Due & { rank: number; isSpare?: boolean };

const WITH_EVENTS: ReadonlySet<string> = new Set([
  'PAGE',
  'PAYMENT',
  'REFUND',
  'RECURRING',
  'CARD',
  'CUSTOMER',
  'KEY',
  'CARD_TESTING',
  'INSTALLMENTS',
  'SETTLEMENT',
]);
/** Returns whether a row has events. */
export const hasEvents = (pk: string, sk: string): boolean =>
  WITH_EVENTS.has(sk) || isAttempt(sk) || isWebhook(pk, sk);
const isWebhook = (pk: string, sk: string) => pk.endsWith('#WEBHOOKS') && /^[0-9a-f-]{36}$/.test(sk);
const isAttempt = (sk: string) => sk.startsWith('ATTEMPT#');

type Types = Readonly<Record<string, EventType | undefined>>;
const OF_PAYMENT: Types = {
  Authorized: 'payment.authorized',
  Released: 'payment.released',
  Successful: 'payment.succeeded',
  Failed: 'payment.failed',
  Cancelled: 'payment.cancelled',
  PartiallyRefunded: 'payment.partially_refunded',
  FullyRefunded: 'payment.refunded',
};
const OF_REFUND: Types = {
  Pending: 'refund.requested',
  Processing: 'refund.processing',
  Completed: 'refund.completed',
  Failed: 'refund.failed',
  Rejected: 'refund.rejected',
  Expired: 'refund.expired',
};
const OF_PAGE: Types = { Paid: 'hosted_page.paid', Failed: 'hosted_page.failed' };
const OF_PLAN: Types = {
  PastDue: 'recurring_payment.past_due',
  Unpaid: 'recurring_payment.unpaid',
  Paused: 'recurring_payment.paused',
  Cancelled: 'recurring_payment.cancelled',
  Completed: 'recurring_payment.completed',
};
const OF_ATTEMPT: Types = {
  Succeeded: 'recurring_payment.charged',
  Failed: 'recurring_payment.charge_failed',
};

/** The events of each object in order; of one change the attempt is first, then the new status. */
export function dueEvents(rows: readonly RowChange[], now: Date): Due[] {
  /** A plan is written before its attempt, in the same transaction. */
  const plans = new Map<string, Item>();
  const all = rows.flatMap(({ pk, sk, before, after }): Ranked[] => {
    if (sk === 'RECURRING') plans.set(pk, after);
    const row = isAttempt(sk) ? plans.get(pk) : after;
    if (row === undefined) return [];
    const types = isAttempt(sk) ? ofAttempt(before, after) : typesOf(sk, before, after, now);
    const own = { pk, objectId: objectIdOf(row), sequence: Number(row['version']) };
    const events = types.map((type) => ({ ...own, type, rank: isAttempt(sk) ? 0 : 1 }));
    const isPlan = sk === 'RECURRING' && before !== undefined;
    return [...events, ...(isPlan ? ofTerms(before, after, now) : []).map((one) => ({ ...own, ...one }))];
  });
  const changeOf = ({ pk, sequence }: Due) => `${sequence} ${pk}`;
  const changes = new Set(all.flatMap((one) => (one.isSpare ? [] : [changeOf(one)])));
  const due = all.filter((one) => !(one.isSpare && changes.has(changeOf(one))));
  return due.sort((one, other) => one.sequence - other.sequence || one.rank - other.rank);
}

function objectIdOf(row: Item): string {
  switch (row.sk) {
    case 'PAYMENT':
      return String(row['paymentReferenceNumber']);
    case 'REFUND':
      return String(row['refundId']);
    case 'PAGE':
      return pageMark(String(row['tokenDigest']));
    case 'RECURRING':
      return String((row['record'] as { id: unknown }).id);
    case 'KEY':
      return String(row['keyId']);
    case 'CARD_TESTING':
      return String(row['id']);
    case 'INSTALLMENTS':
      return lastTable(row)?.posId ?? '';
    default:
      return String(row['id']);
  }
}

/** A write puts the table that it replaces at the end. */
const lastTable = (row: Item) => INSTALLMENT_TABLE.read(row).tables.at(-1);
function ofTable(before: Item | undefined, after: Item): EventType[] {
  const is = lastTable(after);
  const was = INSTALLMENT_TABLE.find(before)?.tables.find(({ posId }) => posId === is?.posId);
  return was?.updatedAt === is?.updatedAt ? [] : ['installment_table.updated'];
}

const ofBook = (before: Item | undefined, after: Item): EventType[] => {
  if (isDeepStrictEqual(before?.['sums'], after['sums'])) return [];
  return [before?.['sums'] === undefined ? 'settlement.closed' : 'settlement.differs'];
};

const entered = (types: Types, was: unknown, is: unknown): EventType[] =>
  was === is ? [] : [types[String(is)] ?? []].flat();

const ofPayment = (before: Item | undefined, after: Item): EventType[] =>
  before?.['status'] === 'PartiallyRefunded' && after['status'] === 'PartiallyRefunded'
    ? entered(
        { ...OF_PAYMENT, [String(after['refundedMinor'])]: 'payment.partially_refunded' },
        before['refundedMinor'],
        after['refundedMinor'],
      )
    : entered(OF_PAYMENT, before?.['status'], after['status']);

const ofDifference = (before: Item | undefined, after: Item): EventType[] =>
  isDeepStrictEqual(before?.['difference'], after['difference']) ? [] : ['payment.difference'];

function typesOf(sk: string, before: Item | undefined, after: Item, now: Date): EventType[] {
  switch (sk) {
    case 'PAYMENT':
      return [...ofPayment(before, after), ...ofHold(before, after), ...ofDifference(before, after)];
    case 'REFUND':
      return entered(OF_REFUND, before?.['status'], after['status']);
    case 'PAGE':
      // The page of a card is no hosted page.
      return after['purpose'] === undefined ? entered(OF_PAGE, before?.['state'], after['state']) : [];
    case 'CARD_TESTING':
      return before?.['id'] === after['id'] ? [] : ['card_testing.started'];
    case 'RECURRING':
      return ofPlan(before, after);
    case 'CUSTOMER':
      return ofStored('customer', shownCustomer(before), shownCustomer(after));
    case 'CARD':
      return before?.['lockedAt'] === undefined && after['lockedAt'] !== undefined
        ? ['card.locked']
        : ofStored('card', shownCard(before, now), shownCard(after, now));
    case 'KEY':
      if (after['isSession'] === true) return [];
      if (before === undefined) return ['api_key.created'];
      return before['revokedAt'] === after['revokedAt'] ? [] : ['api_key.revoked'];
    case 'INSTALLMENTS':
      return ofTable(before, after);
    case 'SETTLEMENT':
      return ofBook(before, after);
    default:
      return isWebhook(after.pk, sk) ? ofWebhook(before, after) : [];
  }
}

/** A capture that failed is told only if its outcome had to be asked. */
function ofHold(before: Item | undefined, after: Item): EventType[] {
  const [was, is] = [PAYMENT.find(before), PAYMENT.find(after)];
  if (was?.status !== 'Authorized' || is?.status !== 'Authorized') return [];
  if (was.authorization?.isEndTold !== is.authorization?.isEndTold) return ['payment.authorization_expiring'];
  const isUndone = was.authorization?.sent?.kind === 'Capture' && is.authorization?.sent === undefined;
  return isUndone && is.inquiries > 0 ? ['payment.capture_failed'] : [];
}

const shownCustomer = (row: Item | undefined): unknown => {
  const customer = CUSTOMER.find(row);
  return customer && showCustomer(customer);
};
/** The tag of the expiry replaces its status, which also changes with the clock. */
const shownCard = (row: Item | undefined, now: Date): unknown => {
  const card = CARD.find(row);
  return (
    card && { ...showCard(card, { digestKey: 'none', timeZone: 'UTC' }, now), expiryStatus: card.expiryTag }
  );
};

/** Deliveries change the state too, but not these fields, nor the secrets. */
const decided = (row: Item | undefined): unknown => {
  const webhook = WEBHOOK.find(row);
  if (webhook === undefined) return undefined;
  const { url, eventTypes, description, disabledReason } = showWebhook(webhook);
  return { url, eventTypes, description, disabledReason, secrets: webhook.secrets };
};
function ofWebhook(before: Item | undefined, after: Item): EventType[] {
  const isGivenUp = ['Gone', 'FiveDays'].includes(String(after['disabledReason']));
  if (isGivenUp && before?.['disabledReason'] === undefined) return ['webhook.disabled'];
  if (after['state'] === 'Failing' && before?.['state'] === 'Active') return ['webhook.failing'];
  return ofStored('webhook', decided(before), decided(after));
}

function ofStored(noun: 'customer' | 'card' | 'webhook', before: unknown, after: unknown): EventType[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (after === undefined) return [`${noun}.deleted`];
  return [before === undefined ? `${noun}.created` : `${noun}.updated`];
}

type Plan = { state: { status: string }; totalCollectedMinor: number };
const planOf = (row: Item) => row['record'] as Plan;
/** A successful charge also reactivates a plan; that is a separate event. */
function ofPlan(before: Item | undefined, after: Item): EventType[] {
  if (before === undefined) return ['recurring_payment.created'];
  const [was, is] = [planOf(before), planOf(after)];
  const isOn = ['Trialing', 'Active'].includes(is.state.status);
  const wasStopped = ['Paused', 'Unpaid'].includes(was.state.status);
  if (isOn && wasStopped && was.totalCollectedMinor === is.totalCollectedMinor)
    return ['recurring_payment.resumed'];
  return entered(OF_PLAN, was.state.status, is.state.status);
}

/**
 * What a charge, a command or the time changes, with an event of its own or none; `planChanges` shows the
 * request of planned terms. Any other field is a term, a card or a label, so a new one too.
 */
const NO_TERMS: ReadonlySet<string> = new Set([
  ...['status', 'statusReason', 'pausedAt', 'cancelledAt', 'completedAt', 'trialEndDate'],
  ...['nextPaymentDate', 'lastPaymentDate', 'currentPeriodNumber', 'remainingPaymentCount'],
  ...['successfulPaymentCount', 'totalCollectedAmount', 'uncollectedAmount', 'failedAttemptCount'],
  ...['waitingFor', 'waitingSince', 'waitingCode', 'nextCheckAt'],
  ...['amount', 'endDate', 'maxPaymentCount', 'totalAmountLimit', 'maxRetryAttempts', 'retryIntervalHours'],
]);
const termsIn = (shown: object) =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => !NO_TERMS.has(name)));
type Limited = { plannedAtMs?: number; periodNumber?: number };
type Waiting = {
  openAttempt?: { periodNumber: number };
  held?: unknown;
  uncollectedMinor?: number;
  nextAction?: Limited;
  requestedCharges?: Limited[];
};
/** Since when the plan, or what was requested, waits for the limits on the card. */
const limitOf = ({ nextAction, requestedCharges = [] }: Waiting) =>
  nextAction?.plannedAtMs ?? requestedCharges[0]?.plannedAtMs;
function ofTerms(before: Item, after: Item, now: Date): Pick<Ranked, 'type' | 'rank' | 'isSpare'>[] {
  const updated = { type: 'recurring_payment.updated', rank: 2 } as const;
  const [was, is] = [before, after].map((row) => showRecurringPayment(RECURRING_PAYMENT.read(row), now));
  if (!isDeepStrictEqual(termsIn(was ?? {}), termsIn(is ?? {}))) return [updated];
  const records = [before, after].map((row) => row['record'] as Waiting);
  const [owed, owes] = records.map(({ uncollectedMinor = 0 }) => uncollectedMinor);
  const isWaiting = records.some(
    ({ openAttempt, held, nextAction }) => (openAttempt ?? held ?? nextAction?.plannedAtMs) !== undefined,
  );
  const [wasLimited, isLimited] = records.map((record) => limitOf(record) !== undefined);
  const [planned, plans] = records.map((one) => (one.nextAction ?? one.openAttempt)?.periodNumber);
  const isGivenUp = records[0]?.nextAction?.plannedAtMs !== undefined && planned !== plans;
  const isMoved =
    owed !== owes ||
    isGivenUp ||
    (!wasLimited && isLimited) ||
    (!isWaiting && was?.nextPaymentDate !== is?.nextPaymentDate);
  return isMoved ? [{ ...updated, isSpare: true }] : [];
}

/** An attempt that is taken back has no event. */
function ofAttempt(before: Item | undefined, after: Item): EventType[] {
  const statusOf = (row: Item | undefined) =>
    row?.['isHeld']
      ? undefined
      : (row?.['attempt'] as { result: { status: string } } | undefined)?.result.status;
  return entered(OF_ATTEMPT, statusOf(before), statusOf(after));
}
