// Commands of a merchant: pause, resume, cancel; and the charges that a renewed card triggers. The stored row
// is the truth; charge schedules follow from it.
import type { StoredCard } from '#domain/card/stored-card.ts';
import { type CommandOutcome, cardUpdated } from '#domain/recurring-payment/command.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { loadCardTries, writeCardTriesEnd } from '#store/card/card-tries.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeStep,
} from '#store/recurring-payment/recurring-payment.ts';
import type { Committed, Write } from '#store/table/commit.ts';
import { waitAfterContention } from '#store/table/commit-retry.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

/** The part of an endpoint's call that a command needs. */
type CommandCall<Answer> = {
  caller: { merchantId: string };
  path: Record<string, string | undefined>;
  now: Date;
  commit(writes: readonly Write[], answer: Answer): Promise<Committed>;
};

/** Makes the call's answer from the recurring payment as it is stored afterwards. */
export type AnswerOf<Answer> = (
  item: Pick<RecurringPaymentItem, 'record' | 'pendingSale'>,
  now: Date,
) => Answer;

type Command<Answer> = {
  /** The rule of the domain for the change. */
  decide: (record: RecurringPayment, nowMs: number) => CommandOutcome;
  /** Creates or deletes the charge schedule. */
  updateSchedule: (before: RecurringPaymentItem, after: RecurringPayment, now: Date) => Promise<void>;
  answerOf: AnswerOf<Answer>;
};

/** A concurrent charge changes the row twice: by its claim and by its finalization. */
const MAX_COMMIT_TRIES = 5;

/**
 * Pauses, resumes or cancels a recurring payment. A concurrent charge causes a retry on the changed record.
 * Throws RECURRING_PAYMENT_NOT_FOUND, RECURRING_PAYMENT_INVALID_STATE, CONCURRENT_UPDATE.
 */
export async function commandRecurringPayment<Answer>(
  { caller, path, now, commit }: CommandCall<Answer>,
  { decide, updateSchedule, answerOf }: Command<Answer>,
): Promise<Answer> {
  for (let tries = 1; tries <= MAX_COMMIT_TRIES; tries += 1) {
    const item = await loadRecurringPayment(caller.merchantId, path['id'] ?? '');
    if (item === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
    correlateWith(item.correlationId);
    const outcome = decide(item.record, now.getTime());
    if (outcome.kind === 'unchanged') return answerOf(item, now);
    const { step } = outcome;
    const answer = answerOf({ ...item, record: step.record }, now);
    // The commit and the schedule run at once, because the merchant waits for both. A superfluous schedule
    // triggers nothing, and the sweep makes up for a missing one.
    const [result] = await Promise.all([
      commit(writeStep(item, step), answer),
      updateSchedule(item, step.record, now),
    ]);
    if (result.kind === 'committed') return answer;
    await waitAfterContention(tries);
  }
  throw new Rejection('CONCURRENT_UPDATE');
}

/** A transaction has 100 writes at most; 90 of them may be retries of recurring payments with this card. */
const MAX_TRIED_AT_ONCE = 90;

type UpdatedCard = Pick<StoredCard, 'id' | 'merchantId' | 'fingerprint' | 'usedBy'>;
type CardUpdateEffect = {
  /** For the transaction that renews the card, so that a crash cannot separate the two. */
  writes: Write[];
  /** Creates the charge schedules; to be called after that transaction has committed. */
  schedule(): Promise<void>;
};

/**
 * Plans an attempt now for each recurring payment with an unpaid open period, or with a charge that waits for
 * the limits on the card, because the card has a new expiry (recurring-payments.md R12 and R13). `isRenewed`:
 * the expiry is another one, so that earlier tries of the card no longer count.
 */
export async function onCardUpdated(
  card: UpdatedCard,
  isRenewed: boolean,
  now: Date,
): Promise<CardUpdateEffect> {
  const { id: cardId, merchantId, fingerprint: cardFingerprint, usedBy = new Set() } = card;
  const tried = { merchantId, cardFingerprint };
  const [tries, ...items] = await Promise.all([
    isRenewed ? loadCardTries(tried) : undefined,
    ...[...usedBy].map((id) => loadRecurringPayment(merchantId, id)),
  ]);
  const changes = items.flatMap((item) => {
    // Another card may have replaced this one since the card was read.
    if (item?.record.cardStorageId !== cardId) return [];
    const outcome = cardUpdated(item.record, now.getTime());
    return outcome.kind === 'changed' ? [{ item, step: outcome.step }] : [];
  });
  const planned = changes.slice(0, MAX_TRIED_AT_ONCE);
  const end = writeCardTriesEnd(tried, tries);
  return {
    writes: [...planned.flatMap(({ item, step }) => writeStep(item, step)), ...(end ? [end] : [])],
    schedule: async () => {
      await Promise.all(
        planned.map(({ item, step }) => scheduleNextCharge({ ...item, record: step.record }, now)),
      );
    },
  };
}
