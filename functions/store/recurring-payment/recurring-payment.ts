// Recurring payments: one row with the record, and in its partition one row per attempt and per run of
// periods that were not paid. A step of the domain becomes the writes of one transaction.
import { reviewFields } from '#domain/bank/waiting.ts';
import { defined } from '#domain/defined.ts';
import { isUuid } from '#domain/id.ts';
import type { Currency } from '#domain/money.ts';
import type { ChargeHold, HoldScope } from '#domain/recurring-payment/charge-hold.ts';
import { SWEEP_GRACE_MS } from '#domain/recurring-payment/charge-waiting.ts';
import { limitedSinceMs } from '#domain/recurring-payment/period/card-limit.ts';
import { isLive, type RecurringPayment, type Step } from '#domain/recurring-payment/recurring-payment.ts';
import { integer, natural, object, optional, text, uuid, type ValueOf, yes } from '#domain/shape.ts';
import { writeCardRelease, writeCardUse } from '../card/card.ts';
import { writeCustomerRelease, writeCustomerUse } from '../customer-writes.ts';
import { create, replace, type Write } from '../table/commit.ts';
import { brokenIn, type Invariants, requireSound, reviewOf } from '../table/invariants.ts';
import {
  dueAttributes,
  duePartition,
  entityKey,
  heldChargeSort,
  heldChargesPartition,
  limitedChargesPartition,
  listPartition,
  monthOf,
  recurringPaymentsOfCustomer,
  reviewAttributes,
  shortTimeSort,
  statusPartition,
  timeSort,
} from '../table/keys.ts';
import { byTime, dueEntry, type Kind, listEntry, reviewEntry, statusEntry } from '../table/kind.ts';
import { loadRow, moneyRow, newItem, type Stored } from '../table/row.ts';
import type { Item } from '../table/table.ts';
import { type AttemptDetails, writeAttempt } from './attempt.ts';
import { writeClosedPeriods } from './closed-periods.ts';
import { recordShape } from './record.ts';

/** The sale of the attempt in flight. */
const saleFields = () => ({
  /** When the sale was last claimed for the bank, ISO. */
  sentAt: text,
  /** A random id of the claim: two sweeps may make it in one millisecond. */
  sentBy: optional(uuid),
  /** The number of inquiries so far. */
  inquiries: natural,
  /** The version of the sealed row that was sent: a renewed expiry raises it. */
  sealVersion: integer,
  /** The fingerprint of the card that was sent, if another card has replaced it since. */
  cardFingerprint: optional(text),
  /** The virtual POS that it was sent to; absent: the merchant's first. */
  posId: optional(uuid),
  /** When the next inquiry is made, ISO. Absent if a person must decide. */
  inquiryAt: optional(text),
  /** Set while a person must decide. */
  review: optional(object(reviewFields())),
  /** The bank was certainly not reached: there is nothing to inquire about. */
  unsent: optional(yes),
  /** A request of the sale was not found, so that it was sent again: the first one may still arrive. */
  mayArrive: optional(yes),
});
export type PendingSale = ValueOf<typeof saleFields>;

export type RecurringPaymentItem = Stored & StoredRecurringPayment;

const INVARIANTS: Invariants<StoredRecurringPayment & Partial<Stored>> = {
  version: ({ version, record }) => version === undefined || version === record.version,
  sale: ({ pendingSale, record }) => pendingSale === undefined || record.openAttempt !== undefined,
};

const fields = () => ({
  merchantId: text,
  /** The fingerprint of the card, by which the tries of all recurring payments are counted. */
  cardFingerprint: text,
  /** The value of the domain, stored as one attribute. */
  record: recordShape(),
  pendingSale: optional(object(saleFields())),
  /** The id of the request that created it; all later steps are logged with this id. */
  correlationId: optional(text),
  /** The id of the API key that created it, for operators. */
  createdBy: optional(uuid),
});
type StoredRecurringPayment = ValueOf<typeof fields>;

const WHAT = 'recurring-payment';
export const RECURRING_PAYMENT = /* @__PURE__ */ moneyRow<StoredRecurringPayment>(WHAT, INVARIANTS, fields);

export const recurringPaymentKind = () =>
  ({
    keys: [entityKey('{m}', 'RECURRING', '{id}')],
    readBy: 'charge, sweep, merchant',
    indexes: {
      list: [listEntry('RECURRING')],
      status: [statusEntry('RECURRING')],
      lookup: [byTime(recurringPaymentsOfCustomer('{m}', '{id}'))],
      second: [
        [heldChargesPartition('{m}'), heldChargeSort('{hold}', '{asks}#{at}', '{id}')],
        byTime(limitedChargesPartition('{m}', '{fingerprint}')),
      ],
      due: [dueEntry('RECURRING'), reviewEntry('RECURRING')],
    },
    grants: { 'recurring-payment': 'recurring payments, their attempts and periods' },
    indexGrants: {
      'due-charge': [duePartition('{shard}'), 'what the sweep must look at', keyOf('{m}', '{id}').pk],
    },
    events: 'own',
    read: RECURRING_PAYMENT.find,
    brokenIn: brokenIn(RECURRING_PAYMENT),
  }) satisfies Kind;

const keyOf = (merchantId: string, id: string) => entityKey(merchantId, 'RECURRING', id);

/** The merchant's recurring payment; undefined if there is none, or if `id` is malformed. */
export async function loadRecurringPayment(
  merchantId: string,
  id: string,
): Promise<RecurringPaymentItem | undefined> {
  return isUuid(id) ? await loadRow(RECURRING_PAYMENT, keyOf(merchantId, id)) : undefined;
}

function itemOf(filed: StoredRecurringPayment): Item {
  const { merchantId, record, pendingSale } = filed;
  const { id, customerId, state, createdAtMs, version } = record;
  const createdAt = new Date(createdAtMs).toISOString();
  const key = keyOf(merchantId, id);
  const month = monthOf(createdAt);
  const short = shortTimeSort(createdAt, id);
  const dueAt = sweepAt(record, pendingSale);
  const attributes = {
    ...RECURRING_PAYMENT.attributes(filed),
    listPk: listPartition(merchantId, 'RECURRING', month),
    listSk: timeSort(createdAt, id),
    statusPk: statusPartition(merchantId, { noun: 'RECURRING', status: state.status, month }),
    statusSk: short,
    lookupPk: recurringPaymentsOfCustomer(merchantId, customerId),
    lookupSk: short,
    ...(dueAt !== undefined && dueAttributes('RECURRING', id, dueAt, record.openAttempt !== undefined)),
    ...(heldAttributes(merchantId, record) ?? limitedAttributes(filed)),
    ...(isInReview(filed) && reviewAttributes('RECURRING', id, filed.pendingSale.review?.askAt)),
    ...reviewOf(RECURRING_PAYMENT, { ...filed, version }, key),
  };
  return newItem(key, attributes, version);
}

/** In the index only while the next action is held: for each hold, charges with the fewest refusals first. */
function heldAttributes(merchantId: string, record: RecurringPayment) {
  const { id, held, nextAction, openAttempt, plan } = record;
  if (held === undefined || nextAction === undefined || openAttempt !== undefined) return undefined;
  const asked = String(nextAction.asks ?? 0).padStart(6, '0');
  const since = `${asked}#${new Date(held.sinceMs).toISOString()}`;
  const secondSk = heldChargeSort(holdScopeOf(held, plan.currency), since, id);
  return { secondPk: heldChargesPartition(merchantId), secondSk };
}

/** In the index only while a charge waits for the limits on its card: the oldest first. */
function limitedAttributes({ merchantId, cardFingerprint, record }: StoredRecurringPayment) {
  const sinceMs = limitedSinceMs(record);
  if (sinceMs === undefined) return {};
  const secondSk = timeSort(new Date(sinceMs).toISOString(), record.id);
  return { secondPk: limitedChargesPartition(merchantId, cardFingerprint), secondSk };
}

const holdScopeOf = ({ scope }: ChargeHold, currency: Currency): HoldScope =>
  scope === 'Merchant' ? currency : 'CHARGES';

/** The time at which the sweep acts: on the attempt in flight by an inquiry, or else on an overdue charge. */
function sweepAt(
  { openAttempt, nextAction, requestedCharges = [] }: RecurringPayment,
  pendingSale?: PendingSale,
): string | undefined {
  if (openAttempt) return pendingSale?.inquiryAt;
  const times = [nextAction, requestedCharges[0]].flatMap((one) => (one === undefined ? [] : [one.atMs]));
  return times.length === 0 ? undefined : new Date(Math.min(...times) + SWEEP_GRACE_MS).toISOString();
}

/** All inquiries about the attempt in flight were made: a person must decide. */
export function isInReview<One extends StoredRecurringPayment>(
  filed: One,
): filed is One & { pendingSale: PendingSale } {
  const { record, pendingSale } = filed;
  return record.openAttempt !== undefined && pendingSale !== undefined && pendingSale.inquiryAt === undefined;
}

export const writeNewRecurringPayment = (filed: StoredRecurringPayment): Write =>
  create('recurring-payment', itemOf(filed));

type StepDetails = {
  /** The sale of a claim. */
  pendingSale?: PendingSale | undefined;
} & AttemptDetails;

/**
 * The writes of one step of a recurring payment. They conflict if the recurring payment changed since it was
 * read. A step that ends it also removes its id from the rows of its card and customer.
 */
export function writeStep(before: RecurringPaymentItem, step: Step, details: StepDetails = {}): Write[] {
  return [...writeLiveStep(before, step, details), ...writeUse(before, step)];
}

/** The same for a step that does not change whether card and customer are in use. */
export function writeLiveStep(before: RecurringPaymentItem, step: Step, details: StepDetails = {}): Write[] {
  const { pendingSale: sent, ...kept } = before;
  const { record, attempt, closedPeriods } = step;
  const pendingSale = record.openAttempt ? (details.pendingSale ?? sent) : undefined;
  const after = { ...kept, record, ...defined({ pendingSale }) };
  const isClaim = attempt?.result.status === 'Processing';
  if (isClaim) requireSound(RECURRING_PAYMENT, before, before);
  return [
    replace('recurring-payment', before, itemOf(after)),
    ...(attempt ? [writeAttempt(before, attempt, details)] : []),
    ...closedPeriods.flatMap((run) => writeClosedPeriods(before, run, isClaim)),
  ];
}

/**
 * The same for a step that replaces the card. The answer about a sale in flight still counts for the card
 * that was sent.
 */
export function writeCardReplacement(before: RecurringPaymentItem, step: Step, fingerprint: string): Write[] {
  const { cardFingerprint, pendingSale } = before;
  const sent = pendingSale && { cardFingerprint, ...pendingSale };
  return writeLiveStep({ ...before, cardFingerprint: fingerprint }, step, { pendingSale: sent });
}

/** Stores the sale after an inquiry, or before it is sent again; `next`: the record if it changes too. */
export function writePendingSale(
  before: RecurringPaymentItem,
  pendingSale: PendingSale,
  next = before.record,
): Write {
  const record = { ...next, version: before.record.version + 1 };
  const after = { ...before, record, pendingSale };
  if (pendingSale.sentAt !== before.pendingSale?.sentAt) requireSound(RECURRING_PAYMENT, before, before);
  return replace('recurring-payment', before, itemOf(after));
}

/** True while card and customer are in use: the record is live, or completed with a requested charge. */
const usesCard = (record: RecurringPayment): boolean =>
  isLive(record) || (record.state.status === 'Completed' && record.requestedCharges !== undefined);

function writeUse({ merchantId, record: before }: RecurringPaymentItem, { record, attempt }: Step): Write[] {
  const { id, cardStorageId, customerId, state } = record;
  if (usesCard(before) === usesCard(record)) return [];
  const card = { merchantId, id: cardStorageId };
  const customer = { merchantId, id: customerId };
  if (usesCard(record)) return [writeCardUse(card, id), writeCustomerUse(customer, id)];
  const endedAtMs =
    state.status === 'Cancelled'
      ? state.cancelledAtMs
      : state.status === 'Completed'
        ? state.completedAtMs
        : 0;
  const usedAtMs = Math.max(endedAtMs, attempt?.attemptedAtMs ?? 0);
  return [writeCardRelease(card, id, usedAtMs), writeCustomerRelease(customer, id)];
}
