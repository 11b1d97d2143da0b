// One life on its way through the running service: each deed is done over HTTP, and after it the table, the
// attempts and the bank's own books must say what the clerk worked out.
import { deepStrictEqual } from 'node:assert/strict';
import { attemptOrderId } from '#domain/recurring-payment/recurring-payment.ts';
import type { AttemptItem, RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { entityKey } from '#store/table/keys.ts';
import { queryChildren } from '#store/table/table.ts';
import type { LedgerOperation } from '../../lib/bank/books.ts';
import { summaryOf, summaryOfModel } from '../domain/recurring-payment/random-walk/random-history.ts';
import { isTerminal } from '../domain/recurring-payment/random-walk/recurring-payment-model.ts';
import { checkBooks, newCardNumber, recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import type { Harness } from '../harness/harness.ts';
import { doDeed } from './actions.ts';
import { cardExpiry, type Life, requestOf, SCRIPTED, waitMs } from './history.ts';
import { advance, type Clerk, clerkOf, isPossible } from './oracle.ts';

const MINUTE = 60_000;
/** A life ends when whatever was lost has been found out, outages included. */
const QUIET_MS = 14 * 86_400_000;

export type Walker = {
  readonly life: Life;
  readonly clerk: Clerk;
  readonly id: string;
  readonly customerId: string;
  readonly cardId: string;
  stepsTaken: number;
  cardIsGone: boolean;
};
export type Surroundings = Harness & {
  /** What the bank was asked for it, in its own books, oldest first. */
  salesOf(id: string): readonly LedgerOperation[];
};

/** Undefined where the bounds leave no charge, which the service must say too. */
export async function beBorn(around: Surroundings, life: Life): Promise<Walker | undefined> {
  const desk = recurringPaymentDriver(around);
  const cardNumber = newCardNumber();
  around.service.bank.script(
    life.answers.map((answer) => SCRIPTED[answer]),
    cardNumber,
  );
  const { expiryMonth, expiryYear } = cardExpiry(life);
  const customerId = await desk.customer();
  const cardStorageId = await desk.card(cardNumber, { expiryMonth, expiryYear });
  const answer = await desk.post(await desk.body({ customerId, cardStorageId, ...requestOf(life) }));
  const clerk = clerkOf(life);
  if (!isPossible(clerk)) {
    deepStrictEqual([answer.status, answer.json.errorCode], [422, 'LIMIT_UNREACHABLE']);
    return undefined;
  }
  deepStrictEqual(answer.status, 201, answer.text);
  const { id } = answer.json.data;
  return { life, clerk, id, customerId, cardId: cardStorageId, stepsTaken: 0, cardIsGone: false };
}

/** When it acts next; undefined when its life is over. */
export function nextStepMs({ life, clerk, stepsTaken }: Walker): number | undefined {
  const { nowMs, model } = clerk;
  const step = life.steps[stepsTaken];
  if (clerk.isAtALoss || stepsTaken > life.steps.length) return undefined;
  if (step === undefined) return nowMs + QUIET_MS;
  if (step.wait.for !== 'charge') return nowMs + waitMs(step.wait, life.plan);
  const chargeMs = Math.max(model.planned?.atMs ?? nowMs, nowMs);
  return Math.floor(chargeMs / MINUTE) * MINUTE + 1.5 * MINUTE;
}

/** The next deed, at the moment that has come; after the last one its books are closed. */
export async function takeStep(around: Surroundings, walker: Walker): Promise<void> {
  const { clerk, life } = walker;
  const step = life.steps[walker.stepsTaken];
  walker.stepsTaken += 1;
  advance(clerk, around.now().getTime());
  if (clerk.isAtALoss) return;
  if (step) await doDeed(around, walker, step.deed);
  await expectAsWorkedOut(around, walker);
  if (step === undefined) await closeBooks(around, walker);
}

async function closeBooks(around: Surroundings, { id, clerk }: Walker): Promise<void> {
  const desk = recurringPaymentDriver(around);
  const isQuiet = clerk.flight === undefined;
  checkBooks(await desk.show(id), await desk.attempts(id), [...around.salesOf(id)], isQuiet);
  if (!isTerminal(clerk.model)) await desk.cancel(id);
}

async function expectAsWorkedOut(around: Surroundings, { id, clerk, life }: Walker): Promise<void> {
  const partition = entityKey(around.merchant.merchantId, 'RECURRING', id).pk;
  const { items } = await queryChildren({ partition, from: '!', to: '~', limit: 1000 });
  const item = items.find((one) => 'record' in one) as RecurringPaymentItem;
  const attempts = items
    .filter(({ sk }) => sk.startsWith('ATTEMPT#'))
    .map((one) => (one as AttemptItem).attempt)
    .reverse();
  const outcomes = new Map<number, string>();
  for (const row of items as unknown as ClosedRow[]) {
    if (!row.sk.startsWith('PERIODS#')) continue;
    for (let at = row.firstPeriodNumber; at <= row.lastPeriodNumber; at += 1) outcomes.set(at, row.outcome);
  }
  for (const { periodNumber, result } of attempts) {
    if (result.status === 'Succeeded') outcomes.set(periodNumber, 'Paid');
  }
  deepStrictEqual(summaryOf(item.record, outcomes), summaryOfModel(clerk.model));
  deepStrictEqual(
    attempts.map((one) => [one.periodNumber, one.attemptNumber, iso(one.attemptedAtMs), one.result.status]),
    clerk.attempts.map((one) => [one.period, one.attempt, iso(one.atMs), one.status]),
  );
  deepStrictEqual(
    around.salesOf(id).map((one) => [one.orderId, one.at, one.outcome, one.amount, one.currency]),
    clerk.sales.map((one) => [
      attemptOrderId(id, { periodNumber: one.period, attemptNumber: one.attempt }),
      iso(one.atMs),
      one.outcome,
      one.amountMinor / 100,
      life.currency,
    ]),
  );
}

type ClosedRow = { sk: string; outcome: string; firstPeriodNumber: number; lastPeriodNumber: number };
const iso = (instantMs: number) => new Date(instantMs).toISOString();
