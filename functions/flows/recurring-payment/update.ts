// Updates a running recurring payment in one transaction: another stored card, other terms, other names of
// the merchant. With another card the open period is tried at once (recurring-payments.md R13, R32, R36).
import { requireChargeableCard, requireUnlockedCard } from '#domain/recurring-payment/chargeable-card.ts';
import {
  type CommandOutcome,
  changeLabels,
  type LabelChange,
  replaceCard,
} from '#domain/recurring-payment/command.ts';
import { type ChangeRequest, changePlan } from '#domain/recurring-payment/period/plan-change.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { loadCard, type StoredCardItem, writeCardRelease, writeCardUse } from '#store/card/card.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeCardReplacement,
  writeLiveStep,
} from '#store/recurring-payment/recurring-payment.ts';
import type { Committed, Write } from '#store/table/commit.ts';
import { MAX_CONTENTION_TRIES, waitAfterContention } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { scheduleNextCharge } from './charge-schedule.ts';

type Update = {
  merchantId: string;
  /** The id of the recurring payment. */
  id: string;
  /** The new card: stored, permanent, and verified if it must be. */
  cardStorageId?: string | undefined;
  /** Days and local times are in the time zone of the plan. */
  change: (timeZone: string) => ChangeRequest;
  labels: LabelChange;
  /** The merchant's digest key, base64url. */
  digestKey: string;
  now: Date;
  /** Throws if the caller named another record. */
  requireRecord(item: RecurringPaymentItem): void;
  /** Commits these writes with the answer. */
  commit(writes: readonly Write[], updated: RecurringPaymentItem): Promise<Committed>;
};

/**
 * Returns the recurring payment as it is afterwards; unchanged if nothing differs. A concurrent charge causes
 * a retry on the changed record: an attempt in flight ends with the card and the terms that were sent.
 * @throws Rejection RECURRING_PAYMENT_NOT_FOUND, RECURRING_PAYMENT_INVALID_STATE, LIMIT_UNREACHABLE,
 * TOO_MANY_PLAN_CHANGES, CONCURRENT_UPDATE, CARD_LOCKED and those of `requireChargeableCard`
 */
export async function updateRecurringPayment(update: Update): Promise<RecurringPaymentItem> {
  const { merchantId, id, cardStorageId, now, commit } = update;
  for (let tries = 1; tries <= MAX_CONTENTION_TRIES; tries += 1) {
    const [item, found] = await Promise.all([
      loadRecurringPayment(merchantId, id),
      cardStorageId === undefined ? undefined : loadCard(merchantId, cardStorageId, now),
    ]);
    if (item === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
    correlateWith(item.correlationId);
    update.requireRecord(item);
    const changed = changeOf(item, found, update);
    if (changed === undefined) return item;
    // The commit and the schedule run at once, because the caller waits for both. A superfluous schedule
    // triggers nothing, and the sweep makes up for a missing one.
    const [result] = await Promise.all([
      commit(changed.writes, changed.updated),
      scheduleNextCharge(changed.updated, now),
    ]);
    if (result.kind === 'committed') {
      log('info', 'recurring payment updated', { merchantId, recurringPaymentId: id });
      return changed.updated;
    }
    await waitAfterContention(tries);
  }
  throw new Rejection('CONCURRENT_UPDATE');
}

/** Undefined if nothing differs. */
function changeOf(
  item: RecurringPaymentItem,
  found: StoredCardItem | undefined,
  { merchantId, id, cardStorageId = item.record.cardStorageId, change, labels, digestKey, now }: Update,
): { writes: Write[]; updated: RecurringPaymentItem } | undefined {
  const { record: before } = item;
  const nowMs = now.getTime();
  const { maskedCardNumber = before.maskedCardNumber } = found ?? {};
  const replaced = after(before, replaceCard(before, { cardStorageId, maskedCardNumber }, nowMs));
  const next = changeLabels(
    after(replaced, changePlan(replaced, change(before.plan.timeZone), nowMs)),
    labels,
  );
  if (next === before) return undefined;
  const record = { ...next, version: before.version + 1 };
  const step = { record, closedPeriods: [] };
  if (replaced === before) return { writes: writeLiveStep(item, step), updated: { ...item, record } };
  const by = { customerId: record.customerId, timeZone: record.plan.timeZone, digestKey };
  const card = requireUnlockedCard(requireChargeableCard(found, by, now));
  return {
    writes: [
      ...writeCardReplacement(item, step, card.fingerprint),
      writeCardUse(card, id),
      writeCardRelease({ merchantId, id: before.cardStorageId }, id, nowMs),
    ],
    updated: { ...item, record, cardFingerprint: card.fingerprint },
  };
}

const after = (record: RecurringPayment, outcome: CommandOutcome): RecurringPayment =>
  outcome.kind === 'changed' ? outcome.step.record : record;
