// Requests of a merchant for a recurring payment: loaded, decided and committed together with the answer of
// the call; and the charges that a renewed card triggers. The stored row is the truth; charge schedules
// follow from it.
import type { StoredCard } from '#domain/card/stored-card.ts';
import { cardUpdated } from '#domain/recurring-payment/card-renewal.ts';
import type { CommandOutcome } from '#domain/recurring-payment/command.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { loadCardTries, writeCardTriesEnd } from '#store/card/card-tries.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeStep,
} from '#store/recurring-payment/recurring-payment.ts';
import type { CommitConflict, Write } from '#store/table/commit.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import type { MerchantCall } from '../merchant-call.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

type RequestOutcome<Answer> = {
  answer: Answer;
  /** Absent if nothing is to be changed. */
  writes?: readonly Write[];
  /** Creates or deletes charge schedules. */
  updateSchedule?: () => Promise<void>;
  /** Returns the rejection for a conflict that no further try can remove. */
  refusalOf?: (conflicted: CommitConflict) => Rejection | undefined;
};

type RequestHandling<Read, Answer> = {
  load: () => Promise<Read | undefined>;
  decide: (read: Read) => RequestOutcome<Answer>;
  /** Called once, if something was written. */
  report?: () => void;
};

/**
 * A concurrent charge causes a further try on the changed record.
 * @throws Rejection RECURRING_PAYMENT_NOT_FOUND, CONCURRENT_UPDATE and those of `decide`
 */
export async function makeRequestedChange<Read extends { item: RecurringPaymentItem }, Answer>(
  call: MerchantCall<Answer>,
  { load, decide, report }: RequestHandling<Read, Answer>,
): Promise<Answer> {
  const { answer } = await untilCommitted({
    load: async () => found(await load()),
    decide: (read) => {
      const { writes, ...result } = decide(read);
      return { result, ...(writes && { writes }) };
    },
    commit: async (writes, { answer, updateSchedule, refusalOf }) => {
      // The commit and the schedules run at once, because the merchant waits for both. A superfluous schedule
      // triggers nothing, and the sweep makes up for a missing one.
      const [result] = await Promise.all([call.commit(writes, answer), updateSchedule?.()]);
      const refusal = result.kind === 'conflict' && refusalOf?.(result);
      if (refusal) throw refusal;
      if (result.kind === 'committed') report?.();
      return result;
    },
  });
  return answer;
}

function found<Read extends { item: RecurringPaymentItem }>(read: Read | undefined): Read {
  if (read === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
  correlateWith(read.item.correlationId);
  return read;
}

/** Throws RECURRING_PAYMENT_NOT_FOUND. */
export async function requireRecurringPayment(merchantId: string, id: string): Promise<RecurringPaymentItem> {
  const item = await loadRecurringPayment(merchantId, id);
  return found(item && { item }).item;
}

type Command<Answer> = {
  /** The rule of the domain for the change. `note`: the reason that the merchant gave. */
  decide: (record: RecurringPayment, nowMs: number, note?: string) => CommandOutcome;
  /** Creates or deletes the charge schedule. */
  updateSchedule: (before: RecurringPaymentItem, after: RecurringPayment, now: Date) => Promise<void>;
  /** Makes the call's answer from the recurring payment as it is stored afterwards. */
  answerOf: (item: Pick<RecurringPaymentItem, 'record' | 'pendingSale'>) => Answer;
};

/**
 * Pauses, resumes or cancels a recurring payment.
 * @throws Rejection RECURRING_PAYMENT_NOT_FOUND, RECURRING_PAYMENT_INVALID_STATE, CONCURRENT_UPDATE
 */
export async function commandRecurringPayment<Answer>(
  call: MerchantCall<Answer> & { body: { reason?: string | undefined } },
  { decide, updateSchedule, answerOf }: Command<Answer>,
): Promise<Answer> {
  const { caller, path, now, body } = call;
  return await makeRequestedChange(call, {
    load: async () => {
      const item = await loadRecurringPayment(caller.merchantId, path['id'] ?? '');
      return item && { item };
    },
    decide: ({ item }) => {
      const outcome = decide(item.record, now.getTime(), body.reason);
      if (outcome.kind === 'unchanged') return { answer: answerOf(item) };
      const { step } = outcome;
      return {
        answer: answerOf({ ...item, record: step.record }),
        writes: writeStep(item, step),
        updateSchedule: () => updateSchedule(item, step.record, now),
      };
    },
  });
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
