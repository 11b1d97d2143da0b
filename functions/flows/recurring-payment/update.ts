// Updates a running recurring payment in one transaction: another stored card, other terms, other names of
// the merchant. With another card the open period is tried at once (recurring-payments.md R13, R32, R36).

import { type KnownConsent, requireMandate, requirePast } from '#domain/card/mandate.ts';
import { replaceCard } from '#domain/recurring-payment/card-renewal.ts';
import { requireChargeableCard, requireUnlockedCard } from '#domain/recurring-payment/chargeable-card.ts';
import { type CommandOutcome, changeLabels, type LabelChange } from '#domain/recurring-payment/command.ts';
import { type ChangeRequest, changePlan } from '#domain/recurring-payment/period/plan-change.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { loadCard, type StoredCardItem, writeCardRelease, writeCardUse } from '#store/card/card.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeCardReplacement,
  writeLiveStep,
} from '#store/recurring-payment/recurring-payment.ts';
import type { Write } from '#store/table/commit.ts';
import { log } from '#telemetry/log.ts';
import type { MerchantCall } from '../merchant-call.ts';
import { scheduleNextCharge } from './charge-schedule.ts';
import { makeRequestedChange } from './command.ts';

type PlanUpdate = {
  /** The new card: stored, permanent, and verified if it must be. */
  cardStorageId?: string | undefined;
  /** Days and local times are in the time zone of the plan. */
  change: (timeZone: string) => ChangeRequest;
  labels: LabelChange;
  /** The merchant's digest key, base64url. */
  digestKey: string;
  /** Throws if the caller named another record. */
  requireRecord(item: RecurringPaymentItem): void;
};
type RecurringPaymentUpdate<Answer> = PlanUpdate & {
  answerOf(item: RecurringPaymentItem, consent: KnownConsent): Answer;
};

/**
 * An attempt in flight ends with the card and the terms that were sent.
 * @throws Rejection RECURRING_PAYMENT_NOT_FOUND, RECURRING_PAYMENT_INVALID_STATE, LIMIT_UNREACHABLE,
 * TOO_MANY_PLAN_CHANGES, CONCURRENT_UPDATE, CARD_LOCKED, MANDATE_REQUIRED and those
 * of `requireChargeableCard`
 */
export async function updateRecurringPayment<Answer>(
  call: MerchantCall<Answer>,
  update: RecurringPaymentUpdate<Answer>,
): Promise<Answer> {
  const { caller, path, now } = call;
  const { merchantId } = caller;
  const { id = '' } = path;
  const { answerOf } = update;
  return await makeRequestedChange(call, {
    load: () => loadForUpdate(call, update),
    decide: ({ item, found, merchant }) => {
      const changed = changeOf({ item, found, merchant }, update, now);
      if (changed === undefined) return { answer: answerOf(item, 'known') };
      const { writes, updated, consent } = changed;
      return {
        writes,
        answer: answerOf(updated, consent),
        updateSchedule: () => scheduleNextCharge(updated, now),
      };
    },
    report: () => log('info', 'recurring payment updated', { merchantId, recurringPaymentId: id }),
  });
}

type UpdateCall = Pick<MerchantCall<unknown>, 'caller' | 'path' | 'now'>;
type UpdateRecords = {
  item: RecurringPaymentItem;
  found: StoredCardItem | undefined;
  merchant: MerchantItem | undefined;
};

async function loadForUpdate(
  { caller: { merchantId }, path: { id = '' }, now }: UpdateCall,
  { cardStorageId }: PlanUpdate,
): Promise<UpdateRecords | undefined> {
  const [item, found, merchant] = await Promise.all([
    loadRecurringPayment(merchantId, id),
    ...(cardStorageId === undefined
      ? []
      : ([loadCard(merchantId, cardStorageId, now), loadMerchant(merchantId)] as const)),
  ]);
  return item && { item, found, merchant };
}

/** The recurring payment as the update would leave it. Throws what the update throws. */
export async function previewUpdate(call: UpdateCall, update: PlanUpdate): Promise<RecurringPayment> {
  const loaded = await loadForUpdate(call, update);
  if (loaded === undefined) throw new Rejection('RECURRING_PAYMENT_NOT_FOUND');
  return (changeOf(loaded, update, call.now)?.updated ?? loaded.item).record;
}

/** Undefined if nothing differs. */
function changeOf(
  { item, found, merchant }: UpdateRecords,
  { cardStorageId = item.record.cardStorageId, change, labels, digestKey, requireRecord }: PlanUpdate,
  now: Date,
): { writes: Write[]; updated: RecurringPaymentItem; consent: KnownConsent } | undefined {
  requireRecord(item);
  const { olderCardMandate } = merchant ?? {};
  const { merchantId, record: before } = item;
  const { id } = before;
  const nowMs = now.getTime();
  if (labels.mandate) requirePast(labels.mandate, now);
  const { maskedCardNumber = before.maskedCardNumber } = found ?? {};
  const replaced = after(before, replaceCard(before, { cardStorageId, maskedCardNumber }, nowMs));
  const next = changeLabels(
    after(replaced, changePlan(replaced, change(before.plan.timeZone), nowMs)),
    labels,
  );
  if (next === before) return undefined;
  const record = { ...next, version: before.version + 1 };
  const step = { record, closedPeriods: [] };
  if (replaced === before) {
    return { writes: writeLiveStep(item, step), updated: { ...item, record }, consent: 'known' };
  }
  const by = { customerId: record.customerId, timeZone: record.plan.timeZone, digestKey };
  const card = requireUnlockedCard(requireChargeableCard(found, by, now));
  const consent = requireMandate(
    card,
    { recurringPaymentId: id, mandate: record.mandate, olderCardMandate },
    now,
  );
  return {
    writes: [
      ...writeCardReplacement(item, step, card.fingerprint),
      writeCardUse(card, id),
      writeCardRelease({ merchantId, id: before.cardStorageId }, id, nowMs),
    ],
    updated: { ...item, record, cardFingerprint: card.fingerprint },
    consent,
  };
}

const after = (record: RecurringPayment, outcome: CommandOutcome): RecurringPayment =>
  outcome.kind === 'changed' ? outcome.step.record : record;
