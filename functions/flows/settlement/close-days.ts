// Closes the banks' days that have ended, each night. Every movement is made again from the rows of payments
// and refunds, and what the book lacks or has otherwise is put right. Days that were closed lately are counted
// again with them: what changes one of those is counted as a difference (settlements.md 3).
import { isDeepStrictEqual } from 'node:util';
import { omit } from '#domain/defined.ts';
import { PAID_STATUSES, type Payment } from '#domain/payment/payment.ts';
import { comparableUntil, firstDay } from '#domain/reconciliation/span.ts';
import type { Agreement } from '#domain/settlement/agreement.ts';
import {
  type Movement,
  type MovementFacts,
  movementOfPayment,
  movementOfRefund,
  priced,
} from '#domain/settlement/movement.ts';
import { closedWith, settlementId, sumsOf } from '#domain/settlement/settlement.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import { loadPayment, PAYMENT } from '#store/payment/payment.ts';
import { type ProgressItem, saveProgress } from '#store/reconciliation.ts';
import { loadRefund, readRefund } from '#store/refund/refund.ts';
import { loadAgreements } from '#store/settlement/agreement.ts';
import { enterMovement, factsOfCard } from '#store/settlement/enter-movement.ts';
import { loadMovements, type MovementItem, recordMovement } from '#store/settlement/movement.ts';
import { loadSettlement, SETTLEMENT, saveSettlement } from '#store/settlement/settlement.ts';
import { listPartition, statusPartition } from '#store/table/keys.ts';
import { listPages } from '#store/table/list.ts';
import { bankOf } from '#store/virtual-pos.ts';
import { log } from '#telemetry/log.ts';

/** Days that have ended are counted again for so long. */
const RECOUNTED_DAYS = 4;

export const areDaysClosed = (progress: ProgressItem | undefined, now: Date): boolean =>
  (progress?.bookedTo ?? '') >= comparableUntil(now);

export type Night = {
  now: Date;
  hasTime(): boolean;
  /** `rewritten`: movements that the book of a closed day lacked or had otherwise. */
  tally: { rewritten: number };
};

type Recount = {
  merchant: MerchantItem;
  agreements: readonly Agreement[];
  /** By the id of the day's book, then by that of the movement. */
  days: Map<string, Map<string, RecountedMovement>>;
};
type RecountedMovement = { facts: MovementFacts; payment: Payment };

/** Returns the progress as it is stored then; unchanged if the time is over. */
export async function closeDays(
  merchantId: string,
  before: ProgressItem | undefined,
  night: Night,
): Promise<ProgressItem | undefined> {
  if (areDaysClosed(before, night.now)) return before;
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) return before;
  const until = comparableUntil(night.now);
  const [lately, sinceLast] = [daysBefore(until, RECOUNTED_DAYS), daysBefore(before?.bookedTo ?? until, 1)];
  const span = { from: lately < sinceLast ? lately : sinceLast, until };
  const agreements = await loadAgreements(merchantId);
  const recount: Recount = { merchant, agreements, days: new Map() };
  if ((await recountSince(recount, span.from, night)) === 'stopped') return before;
  for (const id of new Set([...(await endedDays(merchantId, span)), ...endedIn(recount, span)])) {
    if (!night.hasTime()) return before;
    await closeDay(id, recount, night);
  }
  const progress = before ?? { merchantId, comparedTo: firstDay(night.now) };
  return (await saveProgress(before, { ...progress, bookedTo: until })) ?? before;
}

const daysBefore = (instant: string, days: number) =>
  new Date(Date.parse(instant) - days * DAY_MS).toISOString();

type BookSpan = { from: string; until: string };
/** `dayFrom`: the first instant of a bank's day. */
const hasEndedIn = (dayFrom: string, { from, until }: BookSpan) =>
  dayFrom >= from && Date.parse(dayFrom) + DAY_MS <= Date.parse(until);

async function endedDays(merchantId: string, span: BookSpan): Promise<string[]> {
  const pages = listPages({
    index: 'list',
    partition: (month) => listPartition(merchantId, 'SETTLEMENT', month),
    from: span.from,
    to: span.until,
    read: SETTLEMENT.find,
  });
  const days = (await Array.fromAsync(pages)).flat();
  return days.filter(({ dayFrom }) => hasEndedIn(dayFrom, span)).map(({ id }) => id);
}

const endedIn = ({ days }: Recount, span: BookSpan): string[] =>
  [...days].flatMap(([id, movements]) => {
    const [first] = movements.values();
    return first && hasEndedIn(first.facts.dayFrom, span) ? [id] : [];
  });

/** What the rows say of all that was paid or given back since. */
async function recountSince(
  recount: Recount,
  from: string,
  { now, hasTime }: Night,
): Promise<'done' | 'stopped'> {
  const { merchantId } = recount.merchant;
  const span = { index: 'status' as const, from, to: now.toISOString() };
  const ofStatus = (noun: 'PAYMENT' | 'REFUND', statuses: readonly string[]) => (month: string) =>
    statuses.map((status) => statusPartition(merchantId, { noun, status, month }));
  const payments = listPages({ ...span, partition: ofStatus('PAYMENT', PAID_STATUSES), read: PAYMENT.find });
  const refunds = listPages({
    ...span,
    partition: ofStatus('REFUND', ['Completed']),
    read: (item) => readRefund(item).refund,
  });
  for await (const page of payments) {
    if (!hasTime()) return 'stopped';
    for (const payment of page) enter(recount, payment, movementOfPayment(recount.agreements, payment));
  }
  for await (const page of refunds) {
    if (!hasTime()) return 'stopped';
    const loaded = await Promise.all(page.map((one) => loadPayment(merchantId, one.transactionId)));
    for (const [at, refund] of page.entries()) {
      const payment = loaded[at];
      if (payment === undefined) continue;
      if (refund.isOfLateSale) enter(recount, payment, movementOfPayment(recount.agreements, payment));
      enter(recount, payment, movementOfRefund(recount.agreements, refund, payment));
    }
  }
  return 'done';
}

function enter({ days }: Recount, payment: Payment, facts: MovementFacts | undefined): void {
  if (facts === undefined) return;
  const id = settlementId(facts);
  days.set(id, (days.get(id) ?? new Map<string, RecountedMovement>()).set(facts.id, { facts, payment }));
}

async function closeDay(id: string, { merchant, agreements, days }: Recount, night: Night): Promise<void> {
  const { merchantId } = merchant;
  const missing = new Map(days.get(id));
  const movements: Movement[] = [];
  const wrong: MovementItem[] = [];
  for (const known of await loadMovements({ merchantId, id })) {
    const facts = missing.get(known.id)?.facts ?? (await factsNow(known, agreements));
    const isRight = isDeepStrictEqual(factsIn(known), facts);
    if (isRight) missing.delete(known.id);
    (isRight ? movements : wrong).push(known);
  }
  for (const known of wrong) await recordMovement({ ...known, removedAt: night.now.toISOString() });
  for (const { facts, payment } of missing.values()) {
    const card = await factsOfCard(payment, bankOf(merchant, facts.posId));
    await enterMovement(facts, card);
    movements.push({ ...facts, ...card });
  }
  const settlement = await loadSettlement(merchantId, id);
  if (settlement === undefined) return;
  const found = wrong.length + missing.size;
  // Before a day is closed, the stream may only be late.
  if (found > 0 && settlement.closedAt !== undefined) {
    log('error', 'a closed day’s book was not what the rows say', { merchantId, settlementId: id, found });
    night.tally.rewritten += found;
  }
  const sums = sumsOf(movements.map((one) => priced(agreements, one)));
  const next = closedWith(settlement, sums, night.now);
  if (next && !(await saveSettlement(settlement, next))) throw new Error('Another run closes the day.');
}

const factsIn = (movement: MovementItem): MovementFacts =>
  omit(movement, 'issuer', 'type', 'pk', 'sk', 'version');

/** What the rows say of one movement that no list has shown: lists may miss a row that changes meanwhile. */
async function factsNow(
  { id, merchantId, paymentReferenceNumber }: Movement,
  agreements: readonly Agreement[],
): Promise<MovementFacts | undefined> {
  const payment = await loadPayment(merchantId, paymentReferenceNumber);
  if (payment === undefined) return undefined;
  if (id === paymentReferenceNumber) return movementOfPayment(agreements, payment);
  const stored = await loadRefund(merchantId, id);
  return stored && movementOfRefund(agreements, stored.refund, payment);
}
