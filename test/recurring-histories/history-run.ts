// Runs one random history in the running service. After each action, the table, the attempts and the bank's
// ledger must equal the oracle's prediction.
import { deepStrictEqual, ok } from 'node:assert/strict';
import { attemptOrderId } from '#domain/recurring-payment/attempt-name.ts';
import type { AttemptItem } from '#store/recurring-payment/attempt.ts';
import { RECURRING_PAYMENT } from '#store/recurring-payment/recurring-payment.ts';
import { entityKey } from '#store/table/keys.ts';
import { queryChildren } from '#store/table/table.ts';
import type { LedgerOperation } from '../../lib/bank/books.ts';
import { summaryOf, summaryOfModel } from '../domain/recurring-payment/random-walk/random-history.ts';
import { isTerminal } from '../domain/recurring-payment/random-walk/recurring-payment-model.ts';
import { checkBooks, newCardNumber, recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import type { Harness } from '../harness/harness.ts';
import { performAction } from './actions.ts';
import { BANK_SCRIPTS, cardExpiry, type History, requestOf, waitMs } from './history.ts';
import { advance, isPossible, oracleOf } from './oracle.ts';
import type { Oracle } from './oracle-state.ts';

const MINUTE = 60_000;
/** The quiet time after the last action, in which every lost answer is recovered, outages included. */
const QUIET_MS = 14 * 86_400_000;

export type HistoryRun = {
  readonly history: History;
  readonly oracle: Oracle;
  readonly id: string;
  readonly customerId: string;
  readonly cardNumber: string;
  cardId: string;
  stepsTaken: number;
  cardIsGone: boolean;
};
export type Environment = Harness & {
  /** The sales of the recurring payment in the bank's ledger, oldest first. */
  salesOf(id: string): readonly LedgerOperation[];
};

/** Returns undefined if the bounds allow no charge, which the service must reject. */
export async function startHistory(
  environment: Environment,
  history: History,
): Promise<HistoryRun | undefined> {
  const driver = recurringPaymentDriver(environment);
  const cardNumber = newCardNumber();
  environment.service.bank.script(
    history.answers.map((answer) => BANK_SCRIPTS[answer]),
    cardNumber,
  );
  const { expiryMonth, expiryYear } = cardExpiry(history);
  const customerId = await driver.customer();
  const cardStorageId = await driver.card(cardNumber, { expiryMonth, expiryYear });
  const answer = await driver.post(await driver.body({ customerId, cardStorageId, ...requestOf(history) }));
  const oracle = oracleOf(history);
  if (!isPossible(oracle)) {
    deepStrictEqual([answer.status, answer.json.errorCode], [422, 'LIMIT_UNREACHABLE']);
    return undefined;
  }
  deepStrictEqual(answer.status, 201, answer.text);
  const { id } = answer.json.data;
  const card = { cardNumber, cardId: cardStorageId, cardIsGone: false };
  return { history, oracle, id, customerId, ...card, stepsTaken: 0 };
}

/** Returns when the next step is due, or undefined after the last one. */
export function nextStepMs({ history, oracle, stepsTaken }: HistoryRun): number | undefined {
  const { nowMs, model } = oracle;
  const step = history.steps[stepsTaken];
  if (oracle.isUndetermined || stepsTaken > history.steps.length) return undefined;
  if (step === undefined) return nowMs + QUIET_MS;
  if (step.wait.for !== 'charge') return nowMs + waitMs(step.wait, history.plan);
  const chargeMs = Math.max(model.planned?.atMs ?? nowMs, nowMs);
  return Math.floor(chargeMs / MINUTE) * MINUTE + 1.5 * MINUTE;
}

/** Performs the next action. After the last one it compares the books. */
export async function takeStep(environment: Environment, run: HistoryRun): Promise<void> {
  const { oracle, history } = run;
  const step = history.steps[run.stepsTaken];
  run.stepsTaken += 1;
  advance(oracle, environment.now().getTime());
  if (oracle.isUndetermined) return;
  if (step) await performAction(environment, run, step.action);
  await expectAsPredicted(environment, run);
  if (step === undefined) await compareBooks(environment, run);
}

async function compareBooks(environment: Environment, { id, oracle }: HistoryRun): Promise<void> {
  const driver = recurringPaymentDriver(environment);
  const isQuiet = oracle.pendingSale === undefined;
  checkBooks(await driver.show(id), await driver.attempts(id), [...environment.salesOf(id)], isQuiet);
  if (!isTerminal(oracle.model)) await driver.cancel(id);
}

async function expectAsPredicted(
  environment: Environment,
  { id, oracle, history }: HistoryRun,
): Promise<void> {
  const partition = entityKey(environment.merchant.merchantId, 'RECURRING', id).pk;
  const { items } = await queryChildren({ partition, limit: 1000 });
  const item = RECURRING_PAYMENT.find(items.find((one) => 'record' in one));
  ok(item, 'the recurring payment is stored');
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
  for (const { sk, ...row } of items) {
    if (sk.startsWith('ENDED#') && 'waivedAtMs' in row) outcomes.set(Number(sk.slice(6)), 'Waived');
  }
  const inOrder = [...oracle.attempts].sort((a, b) => a.period - b.period || a.attempt - b.attempt);
  deepStrictEqual(summaryOf(item.record, outcomes), summaryOfModel(oracle.model));
  deepStrictEqual(
    attempts.map((one) => [one.periodNumber, one.attemptNumber, iso(one.attemptedAtMs), one.result.status]),
    inOrder.map((one) => [one.period, one.attempt, iso(one.atMs), one.status]),
  );
  deepStrictEqual(
    environment.salesOf(id).map((one) => [one.orderId, one.at, one.outcome, one.amount, one.currency]),
    oracle.sales.map((one) => [
      attemptOrderId(id, { periodNumber: one.period, attemptNumber: one.attempt }),
      iso(one.atMs),
      one.outcome,
      one.amountMinor / 100,
      history.currency,
    ]),
  );
}

type ClosedRow = { sk: string; outcome: string; firstPeriodNumber: number; lastPeriodNumber: number };
const iso = (instantMs: number) => new Date(instantMs).toISOString();
