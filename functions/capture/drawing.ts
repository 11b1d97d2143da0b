// The events that follow from one change. The domain decides which ones. An event shows the object as the
// API's GET shows the row before and after the change.
import { showCard } from '#contract/card-answer.ts';
import { showCustomer } from '#contract/customer-answer.ts';
import { showApiKey } from '#contract/event/api-key.ts';
import { showCardTesting } from '#contract/event/card-testing.ts';
import { showWebhook } from '#contract/event/webhook-answer.ts';
import { showTable } from '#contract/installment/table.ts';
import { showListedPage } from '#contract/page/hosted-page-answer.ts';
import { showPayment } from '#contract/payment.ts';
import { showAttempt, showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { showRefund } from '#contract/refund-answer.ts';
import { showSettlement } from '#contract/settlement.ts';
import { defined } from '#domain/defined.ts';
import {
  eventsOfApiKey,
  eventsOfSettlement,
  eventsOfWebhook,
  replacedTable,
} from '#domain/event/account-events.ts';
import { eventsOfCard, eventsOfCustomer } from '#domain/event/customer-events.ts';
import { type Event, eventId, fittingData, previousOf, type ShownObject } from '#domain/event/event.ts';
import type { EventObjectType } from '#domain/event/event-type.ts';
import type { Happening } from '#domain/event/happening.ts';
import { eventsOfHostedPage, eventsOfPayment } from '#domain/event/payment-events.ts';
import { eventsOfRecurringPayment } from '#domain/event/recurring-payment-events.ts';
import { eventsOfRefund } from '#domain/event/refund-events.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { ShapeError } from '#domain/shape.ts';
import { CARD } from '#store/card/card.ts';
import { CUSTOMER } from '#store/customer.ts';
import { INSTALLMENT_TABLE } from '#store/installment/table.ts';
import { API_KEY } from '#store/merchant/api-key.ts';
import { CARD_TESTING } from '#store/payment/card-testing.ts';
import { HOSTED_PAGE } from '#store/payment/hosted-page.ts';
import { loadPayment, PAYMENT } from '#store/payment/payment.ts';
import { loadAttempt } from '#store/recurring-payment/attempt.ts';
import { RECURRING_PAYMENT, type RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import { SETTLEMENT } from '#store/settlement/settlement.ts';
import { type Item, tableName } from '#store/table/table.ts';
import { WEBHOOK } from '#store/webhook/webhook.ts';
import type { CapturedMerchant } from './captured-merchant.ts';
import type { RowChange } from './image.ts';

/**
 * `show` returns the object before (undefined if new) and after the change; called only if there are events.
 */
type EventDrawing = {
  objectType: EventObjectType;
  objectId: string;
  happenings: Happening[];
  show(): Promise<[before: ShownObject | undefined, after: ShownObject]>;
  /** Returns the attempt for the events of a charge; undefined if there is no such attempt. */
  showAttempt?(attempt: NonNullable<Happening['attempt']>): Promise<ShownObject | undefined>;
};

/** The events of one change, in order. Throws if a row does not fit. */
export async function eventsOfChange(change: RowChange, merchant: CapturedMerchant): Promise<Event[]> {
  const { objectType, objectId, happenings, show, showAttempt: showOne } = drawingOf(change, merchant);
  if (happenings.length === 0) return [];
  const { version: sequence } = change.after;
  if (typeof sequence !== 'number') throw new ShapeError(`${change.after.sk}.version`, 'is missing');
  const [before, object] = await show();
  const previous = previousOf(object, before);
  const events: Event[] = [];
  for (const { type, at = change.at.toISOString(), attempt: numbers } of happenings) {
    const attempt = numbers && (await showOne?.(numbers));
    if (type === 'recurring_payment.charge_failed' && attempt === undefined) continue;
    const data = fittingData({ object, previous, ...defined({ attempt }) });
    events.push({
      id: eventId({ objectId, sequence, type }, tableName()),
      merchantId: change.merchantId,
      type,
      objectType,
      objectId,
      sequence,
      ordinal: events.length,
      mode: merchant.mode,
      createdAt: at,
      data,
    });
  }
  return events;
}

function drawingOf(change: RowChange, merchant: CapturedMerchant): EventDrawing {
  switch (change.after.sk) {
    case 'PAYMENT':
      return ofPayment(change);
    case 'PAGE':
      return ofHostedPage(change);
    case 'REFUND':
      return ofRefund(change);
    case 'RECURRING':
      return ofRecurringPayment(change);
    case 'CUSTOMER':
      return ofCustomer(change);
    case 'CARD':
      return ofCard(change, merchant);
    case 'KEY':
      return ofApiKey(change);
    case 'CARD_TESTING':
      return ofCardTesting(change);
    case 'INSTALLMENTS':
      return ofInstallmentTable(change, merchant);
    case 'SETTLEMENT':
      return ofSettlement(change, merchant);
    default:
      return ofWebhook(change);
  }
}

const both = <Value>(
  before: Value | undefined,
  after: Value,
  show: (value: Value) => ShownObject,
): [ShownObject | undefined, ShownObject] => [before && show(before), show(after)];

function ofPayment({ before: old, after: now, at }: RowChange): EventDrawing {
  const [before, after] = [PAYMENT.find(old), PAYMENT.read(now)];
  return {
    objectType: 'Payment',
    objectId: after.paymentReferenceNumber,
    happenings: eventsOfPayment(before, after),
    show: async () => both(before, after, (payment) => showPayment(payment, at)),
  };
}

/** The events do not contain the page's address, which is the right to pay: the table has only its digest. */
function ofHostedPage({ merchantId, before: old, after: now, at }: RowChange): EventDrawing {
  const [before, after] = [HOSTED_PAGE.find(old), HOSTED_PAGE.find(now)];
  const objectId = pageMark(String(now['tokenDigest']));
  const nothing = { objectType: 'HostedPage', objectId, happenings: [] } as const;
  if (after === undefined) return { ...nothing, happenings: [], show: async () => [undefined, {}] };
  return {
    ...nothing,
    happenings: eventsOfHostedPage(before, after),
    show: async () => {
      const [shownBefore, shown] = both(before, after, (page) => showListedPage(page, at));
      const reference = after.paymentReferenceNumber;
      const paid = reference === undefined ? undefined : await loadPayment(merchantId, reference);
      const payment = paid ? showPayment(paid, at) : null;
      return [shownBefore && { ...shownBefore, payment }, { ...shown, payment }];
    },
  };
}

function ofRefund({ before: old, after: now, at }: RowChange): EventDrawing {
  const [before, after] = [old && readRefund(old).refund, readRefund(now).refund];
  return {
    objectType: 'Refund',
    objectId: after.refundId,
    happenings: eventsOfRefund(before, after),
    show: async () => both(before, after, (refund) => showRefund(refund, at)),
  };
}

function ofRecurringPayment({ merchantId, before: old, after: now, at }: RowChange): EventDrawing {
  const [before, after] = [RECURRING_PAYMENT.find(old), RECURRING_PAYMENT.read(now)];
  const { record } = after;
  return {
    objectType: 'RecurringPayment',
    objectId: record.id,
    happenings: eventsOfRecurringPayment(before?.record, record),
    show: async () => both<RecurringPaymentItem>(before, after, (one) => showRecurringPayment(one, at)),
    showAttempt: async (numbers) => {
      const row = await loadAttempt(merchantId, record.id, numbers);
      if (row === undefined) return undefined;
      const { result } = row.attempt;
      const isRetryable = result.status === 'Failed' && result.declineCategory === 'Soft';
      return { ...showAttempt(row, after, at), retryable: isRetryable };
    },
  };
}

const erasedAt = (item: Item, name: 'erasedAt' | 'deletedAt') => {
  const at = item[name];
  return { at: typeof at === 'string' ? at : undefined };
};
const gone = (id: string) => ({ id, deleted: true });

/** The event of an erased customer contains only the id: neither the object before nor the object after. */
function ofCustomer({ before: old, after: now }: RowChange): EventDrawing {
  const [before, after] = [CUSTOMER.find(old), CUSTOMER.find(now)];
  const objectId = String(now['id']);
  return {
    objectType: 'Customer',
    objectId,
    happenings: eventsOfCustomer(before, after, erasedAt(now, 'erasedAt')),
    show: async () => (after === undefined ? [undefined, gone(objectId)] : both(before, after, showCustomer)),
  };
}

function ofCard(
  { before: old, after: now, at }: RowChange,
  { timeZone, digestKeyOf }: CapturedMerchant,
): EventDrawing {
  const [before, after] = [CARD.find(old), CARD.find(now)];
  const objectId = String(now['id']);
  return {
    objectType: 'Card',
    objectId,
    happenings: eventsOfCard(before, after, erasedAt(now, 'deletedAt')),
    show: async () => {
      if (after === undefined) return [undefined, gone(objectId)];
      const reader = { timeZone, digestKey: await digestKeyOf() };
      return both(before, after, (card) => showCard(card, reader, at));
    },
  };
}

function ofApiKey({ before: old, after: now }: RowChange): EventDrawing {
  const [before, after] = [API_KEY.find(old), API_KEY.read(now)];
  return {
    objectType: 'ApiKey',
    objectId: after.keyId,
    happenings: eventsOfApiKey(before, after),
    show: async () => both(before, after, showApiKey),
  };
}

/** Each time is an object of its own, in the place of the last one. */
function ofCardTesting({ before: old, after: now }: RowChange): EventDrawing {
  const [before, after] = [CARD_TESTING.find(old), CARD_TESTING.read(now)];
  const isNew = before?.id !== after.id;
  return {
    objectType: 'CardTesting',
    objectId: after.id,
    happenings: isNew ? [{ type: 'card_testing.started', at: after.startedAt }] : [],
    show: async () => [undefined, showCardTesting(after)],
  };
}

function ofInstallmentTable(
  { before: old, after: now, merchantId }: RowChange,
  { bankOf }: CapturedMerchant,
): EventDrawing {
  const [before, after] = [INSTALLMENT_TABLE.find(old), INSTALLMENT_TABLE.read(now)];
  const replaced = replacedTable(before?.tables ?? [], after.tables);
  const objectId = replaced?.after.posId ?? merchantId;
  const bankCode = bankOf(objectId);
  return {
    objectType: 'InstallmentTable',
    objectId,
    happenings: replaced ? [{ type: 'installment_table.updated', at: replaced.after.updatedAt }] : [],
    show: async () => [
      replaced?.before && showTable({ bankCode, table: replaced.before }),
      showTable({ bankCode, table: replaced?.after }),
    ],
  };
}

function ofSettlement({ before: old, after: now }: RowChange, { bankOf }: CapturedMerchant): EventDrawing {
  const [before, after] = [SETTLEMENT.find(old), SETTLEMENT.read(now)];
  return {
    objectType: 'Settlement',
    objectId: after.id,
    happenings: eventsOfSettlement(before, after),
    show: async () => both(before, after, (one) => showSettlement(one, bankOf(one.posId))),
  };
}

/** A replaced secret changes no field that a GET shows but the key that has replaced it. */
function ofWebhook({ before: old, after: now }: RowChange): EventDrawing {
  const [before, after] = [WEBHOOK.find(old), WEBHOOK.find(now)];
  const objectId = String(now['id']);
  return {
    objectType: 'Webhook',
    objectId,
    happenings: eventsOfWebhook(before, after, erasedAt(now, 'deletedAt')),
    show: async () =>
      after === undefined ? [undefined, gone(objectId)] : both(before, after, (one) => showWebhook(one)),
  };
}
