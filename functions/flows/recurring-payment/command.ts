// What a merchant orders: pause, resume, cancel; and what a renewed card sets off. The row decides; alarms
// follow from it afterwards.

import { showRecurringPayment } from '#contract/recurring-payment.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';
import { type CommandOutcome, cardUpdated } from '#domain/recurring-payment/command.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Answer, Call } from '#http/endpoint.ts';
import type { Sentence } from '#http/envelope.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeStep,
} from '#store/recurring-payment/recurring-payment.ts';
import type { Write } from '#store/table/commit.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { waitAfterContention } from '../../store/table/commit-retry.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

type CommandCall = Pick<Call<unknown, unknown>, 'caller' | 'path' | 'now' | 'commit'>;

/** What the order means for the alarm: what goes on is planned, what was given up is dropped. */
type UpdateSchedule = (before: RecurringPaymentItem, after: RecurringPayment, now: Date) => Promise<void>;

/** A charge may win the race for the row once or twice while it claims and settles. */
const MAX_COMMIT_TRIES = 5;

/**
 * Carries out an order on what is there now, again where a charge came in between; the answer is the record.
 * Throws RECURRING_PAYMENT_NOT_FOUND, RECURRING_PAYMENT_INVALID_STATE, CONCURRENT_UPDATE.
 */
export async function commandRecurringPayment(
  { caller, path, now, commit }: CommandCall,
  says: Sentence,
  decide: (record: RecurringPayment, nowMs: number) => CommandOutcome,
  updateSchedule: UpdateSchedule,
): Promise<Answer> {
  for (let tries = 1; tries <= MAX_COMMIT_TRIES; tries += 1) {
    const item = await loadRecurringPayment(caller.merchantId, path['id'] ?? '');
    if (item === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
    correlateWith(item.correlationId);
    const outcome = decide(item.record, now.getTime());
    if (outcome.kind === 'unchanged') return { says, data: showRecurringPayment(item.record) };
    const { step } = outcome;
    const answer = { says, data: showRecurringPayment(step.record) };
    // Together, because the merchant waits for both: an alarm too many rings for nothing, and for one too few
    // there is the sweep.
    const [result] = await Promise.all([
      commit(writeStep(item, step), answer),
      updateSchedule(item, step.record, now),
    ]);
    if (result.kind === 'committed') return answer;
    await waitAfterContention(tries);
  }
  throw new Rejection('CONCURRENT_UPDATE');
}

/** One transaction takes a hundred writes; nobody owes on more recurring payments with one card. */
const MAX_TRIED_AT_ONCE = 90;

type CardUpdateEffect = {
  /** Belong in the transaction that renews the card: what is tried at once must not hang on a second one. */
  writes: Write[];
  /** To be called when that has committed. */
  plan(): Promise<void>;
};

/** A card has a new expiry: what waits for its money is tried at once (recurring-payments.md R13). */
export async function onCardUpdated(
  { merchantId, usedBy = new Set() }: Pick<StoredCard, 'merchantId' | 'usedBy'>,
  now: Date,
): Promise<CardUpdateEffect> {
  const items = await Promise.all([...usedBy].map((id) => loadRecurringPayment(merchantId, id)));
  const changes = items.flatMap((item) => {
    if (item === undefined) return [];
    const outcome = cardUpdated(item.record, now.getTime());
    return outcome.kind === 'changed' ? [{ item, step: outcome.step }] : [];
  });
  const tried = changes.slice(0, MAX_TRIED_AT_ONCE);
  return {
    writes: tried.flatMap(({ item, step }) => writeStep(item, step)),
    plan: async () => {
      await Promise.all(
        tried.map(({ item, step }) => scheduleNextCharge({ ...item, record: step.record }, now)),
      );
    },
  };
}
