// One movement of money at a bank, as it follows from a payment or a refund alone: whoever makes it again, from
// a change of the row or from the row itself, makes the same one.
import { CURRENCIES } from '../money.ts';
import { isPaidStatus, orderMinorOf, type Payment, posOf, saleBeganMs } from '../payment/payment.ts';
import type { Refund } from '../refund/refund.ts';
import { ADJUSTMENTS } from '../refund/refund-words.ts';
import { integer, natural, oneOf, optional, text, type ValueOf } from '../shape.ts';
import type { Day } from '../time/business-day.ts';
import { DAY_MS } from '../time/duration.ts';
import {
  type Agreement,
  agreementOn,
  bankDayOf,
  type CardFacts,
  commissionMinor,
  rateOf,
  valueDateOf,
} from './agreement.ts';

export const MOVEMENTS = [
  'Sale',
  'Charge',
  'LateSale',
  'Void',
  'Refund',
  'LateSaleReturn',
  'Adjustment',
] as const;
/** `LateSale`: made after its payment had failed; `LateSaleReturn` gives it back. `Charge`: without a buyer. */
export type MovementKind = (typeof MOVEMENTS)[number];

/** What follows from the rows of payment and refund. */
export const movementFields = () => ({
  /** The reference of the payment, or the id of the refund. */
  id: text,
  kind: oneOf(MOVEMENTS),
  merchantId: text,
  posId: text,
  day: text,
  /** The first instant of the bank's day (ISO). */
  dayFrom: text,
  /** ISO. */
  at: text,
  paymentReferenceNumber: text,
  orderNumber: text,
  /** Of the bank; absent: of a void, which has that of its sale. */
  bankReferenceNumber: optional(text),
  currency: oneOf(CURRENCIES),
  /** What the card pays; below zero if it goes back. */
  grossMinor: integer,
  /** Of it: the surcharge. */
  surchargeMinor: integer,
  count: natural,
  /** Of an adjustment: what the bank did. */
  adjustment: optional(oneOf(ADJUSTMENTS)),
  /** Of the sale, also of what goes back: by both a bank's statement names it. */
  authorizationCode: optional(text),
  lastFour: optional(text),
  /** The bank's day of the sale, if it is another one: its rate is that of what goes back. */
  saleDay: optional(text),
});
export type MovementFacts = ValueOf<typeof movementFields>;
/** With what the list of card ranges told when the movement was recorded. */
export type Movement = MovementFacts & CardFacts;

/** An outcome that was known later than that stands on the day on which it became known. */
const LATE_MS = 2 * DAY_MS;

/** When the bank has made the sale, as well as it is known; undefined if it took nothing. */
function soldAt(payment: Payment): string | undefined {
  const { status, paidAt, failedAt, recheck, capture, authorization } = payment;
  if (status === 'Failed') return capture === 'manual' ? undefined : recheck?.foundAt;
  if (!isPaidStatus(status) || paidAt === undefined) return undefined;
  const beganMs = authorization ? Date.parse(authorization.ended?.sentAt ?? paidAt) : saleBeganMs(payment);
  const afterMs = Date.parse(paidAt) - beganMs;
  // It counted as failed before, the bank itself has told the time, or a person has decided.
  const isAsTold = failedAt !== undefined || afterMs < 0 || afterMs > LATE_MS;
  return isAsTold ? paidAt : new Date(beganMs).toISOString();
}

/** Undefined while no money was taken. */
export function movementOfPayment(
  agreements: readonly Agreement[],
  payment: Payment,
): MovementFacts | undefined {
  const at = soldAt(payment);
  if (at === undefined) return undefined;
  const { merchantId, paymentReferenceNumber, orderNumber, chargedMinor, recheck, source } = payment;
  const posId = posOf(payment);
  const { day, from } = bankDayOf(agreements, posId, at);
  const { authorizationCode, maskedCardNumber } = payment;
  const bankReferenceNumber = payment.bankReferenceNumber ?? recheck?.bankReferenceNumber;
  const isLate = payment.status === 'Failed';
  return {
    id: paymentReferenceNumber,
    kind: isLate ? 'LateSale' : source === 'HostedPage' ? 'Sale' : 'Charge',
    merchantId,
    posId,
    day,
    dayFrom: from,
    at,
    paymentReferenceNumber,
    orderNumber,
    ...(bankReferenceNumber !== undefined && { bankReferenceNumber }),
    currency: payment.currency,
    grossMinor: chargedMinor,
    surchargeMinor: chargedMinor - orderMinorOf(payment),
    count: payment.installment,
    ...(authorizationCode !== undefined && { authorizationCode }),
    lastFour: maskedCardNumber.slice(-4),
  };
}

/** Undefined unless the bank has given the money back. */
export function movementOfRefund(
  agreements: readonly Agreement[],
  refund: Refund,
  payment: Payment,
): MovementFacts | undefined {
  const { status, completedAt, sent, adjustment, isOfLateSale, amountMinor } = refund;
  const sale = movementOfPayment(agreements, payment);
  if (status !== 'Completed' || completedAt === undefined || sale === undefined) return undefined;
  const sentAt = sent?.at ?? completedAt;
  const at = Date.parse(completedAt) - Date.parse(sentAt) > LATE_MS ? completedAt : sentAt;
  const isVoid = refund.processedAs === 'Void' && adjustment === undefined;
  // A bank voids within the day of the sale only.
  const own = isVoid ? { day: sale.day, from: sale.dayFrom } : bankDayOf(agreements, sale.posId, at);
  const { bankReferenceNumber: _, ...ofSale } = sale;
  return {
    ...ofSale,
    id: refund.refundId,
    kind: adjustment ? 'Adjustment' : isOfLateSale ? 'LateSaleReturn' : isVoid ? 'Void' : 'Refund',
    day: own.day,
    dayFrom: own.from,
    at,
    ...(refund.bankReferenceNumber !== undefined && { bankReferenceNumber: refund.bankReferenceNumber }),
    grossMinor: 0 - amountMinor,
    surchargeMinor: 0 - (refund.surchargeMinor ?? 0),
    ...(adjustment !== undefined && { adjustment }),
    ...(own.day !== sale.day && { saleDay: sale.day }),
  };
}

/** Without a rate the commission is not known; without known holidays the day of payment is not. */
export type PricedMovement = Movement & {
  ratePpm?: number;
  commissionMinor?: number;
  netMinor?: number;
  valueDate?: Day;
};

export function priced(agreements: readonly Agreement[], movement: Movement): PricedMovement {
  const { posId, day, saleDay = day, grossMinor } = movement;
  const agreement = agreementOn(agreements, posId, saleDay);
  const rate = agreement && rateOf(agreement, movement);
  if (rate === undefined) return movement;
  const commission = commissionMinor(grossMinor, rate.ratePpm);
  // What goes back on a later day is taken at once; of the same day it is not paid in the first place.
  const valueDate = valueDateOf(day, saleDay === day ? rate.blockedDays : 0);
  return {
    ...movement,
    ratePpm: rate.ratePpm,
    commissionMinor: commission,
    netMinor: grossMinor - commission,
    ...(valueDate !== undefined && { valueDate }),
  };
}
