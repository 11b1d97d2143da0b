// Compares one order with its bank's history, and stores the difference. It changes neither the payment nor
// anything at the bank (reconciliation.md 2 and 3).
import { posOf } from '#domain/payment/payment.ts';
import { type Comparison, compareOrder } from '#domain/reconciliation/comparison.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type DifferenceItem, loadDifference, saveDifference } from '#store/difference.ts';
import { loadPayment, type PaymentItem } from '#store/payment/payment.ts';
import { log } from '#telemetry/log.ts';
import { connectBankOf } from '../bank-connection.ts';
import { refusalOf, reportRefusal } from '../merchant-refusal.ts';
import { paymentLabels } from '../payment/payment-labels.ts';
import { newDifference, recordDifference } from './difference.ts';
import type { Pace } from './pace.ts';

export type Run = {
  now: Date;
  pace: Pace;
  /** Virtual POS whose settings the bank has refused in this run: the run sends them no more inquiries. */
  refused: Set<string>;
  /** `waitingRefunds`: those that will end if nobody decides them. */
  tally: { compared: number; postponed: number; found: number; waitingRefunds: number };
  /** True if a refund of ours that waits or is under way explains a difference, which may pass. */
  isPatient(payment: PaymentItem, known: DifferenceItem | undefined): boolean;
  /** False if the function might end during an inquiry that begins now. */
  hasTime(): boolean;
};

const GIVE_UP_MS = 7 * DAY_MS;

/**
 * `stop`: the bank does not answer now, or the time is over. `known`: the row that an earlier reconciliation
 * has stored.
 */
export async function compareWithBank(
  payment: PaymentItem,
  known: DifferenceItem | undefined,
  run: Run,
): Promise<'ended' | 'stop'> {
  try {
    return await compare(payment, known, run);
  } catch (error) {
    log('error', 'order not compared with its bank', paymentLabels(payment), error);
    await postpone(payment, known, run);
    return 'ended';
  }
}

async function compare(
  payment: PaymentItem,
  known: DifferenceItem | undefined,
  run: Run,
): Promise<'ended' | 'stop'> {
  const pos = `${payment.merchantId}#${posOf(payment)}`;
  if (run.refused.has(pos)) return await postpone(payment, known, run);
  const { bank, access } = await connectBankOf(payment);
  if (await access.isShut()) return 'stop';
  // The wait for a place at the bank can take longer than the function has.
  const ask = async () => (run.hasTime() ? await bank.inquire(payment.bankOrderId) : undefined);
  const inquiry = await run.pace(access.address, bank.bookCheck.atOnce, ask);
  if (inquiry === undefined) return 'stop';
  const refusal = refusalOf(inquiry);
  if (refusal) {
    if (!run.refused.has(pos)) reportRefusal(refusal, paymentLabels(payment));
    run.refused.add(pos);
    return await postpone(payment, known, run);
  }
  if (inquiry.kind === 'notSent') return 'stop';
  if (inquiry.kind === 'unknown') {
    return (await access.isShut()) ? 'stop' : await postpone(payment, known, run);
  }
  run.tally.compared += 1;
  const history = inquiry.kind === 'found' ? inquiry.operations : [];
  const compareTo = (one: PaymentItem) => compareOrder(one, history, run.isPatient(one, known));
  const first = compareTo(payment);
  // The list may lag, and the payment may have been changed during the inquiry.
  const result = first.kind === 'agrees' ? first : compareTo(await reload(payment));
  await record(payment, known, result, run);
  return 'ended';
}

const reload = async (payment: PaymentItem): Promise<PaymentItem> =>
  (await loadPayment(payment.merchantId, payment.paymentReferenceNumber)) ?? payment;

async function record(
  payment: PaymentItem,
  known: DifferenceItem | undefined,
  result: Comparison,
  run: Run,
): Promise<void> {
  if (result.kind === 'inMotion') return void (await postpone(payment, known, run));
  if (result.kind === 'agrees') {
    if (known === undefined || known.state === 'Closed') return;
    await saveDifference(known, { ...known, state: 'Closed', closedAt: run.now.toISOString() });
    if (known.state === 'Open') log('info', 'bank and books agree again', paymentLabels(payment));
    return;
  }
  const found = { at: run.now, foundBy: 'comparison', known } as const;
  if (await recordDifference(payment, result, found)) run.tally.found += 1;
}

/**
 * The next reconciliation compares the order again, for a week at most. A difference stays as it is if it is
 * open, or if an operator has closed it.
 */
async function postpone(payment: PaymentItem, known: DifferenceItem | undefined, run: Run): Promise<'ended'> {
  run.tally.postponed += 1;
  const now = run.now.toISOString();
  const before = known ?? (await loadDifference(payment.merchantId, payment.paymentReferenceNumber));
  if (before?.state === 'Open' || before?.closedBy !== undefined) return 'ended';
  const { closedAt: _, ...kept } = before ?? newDifference(payment, now);
  const isOpen = payment.status === 'Processing' || payment.status === 'Authorized';
  const isGivenUp =
    !isOpen && before?.state === 'Postponed' && Date.parse(before.since) + GIVE_UP_MS <= run.now.getTime();
  const since = before?.state === 'Postponed' ? before.since : now;
  const next = { ...kept, since, postponements: kept.postponements + 1 };
  if (isGivenUp) {
    log('error', 'order not compared with its bank for a week', paymentLabels(payment));
    await saveDifference(before, { ...next, state: 'Closed', closedAt: now });
  } else {
    await saveDifference(before, { ...next, state: 'Postponed' });
  }
  return 'ended';
}
