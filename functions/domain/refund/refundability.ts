// What of a payment may be refunded or cancelled, and until when (refunds.md 2).
import { CANCELLATION_HOURS, REFUND_DAYS } from '../limits.ts';
import { toDecimal } from '../money.ts';
import { orderMinorOf, type Payment, refundableMinor } from '../payment/payment.ts';
import { Rejection } from '../rejection.ts';
import { DAY_MS, HOUR_MS } from '../time/duration.ts';
import { notRefundable, REFUNDABLE, type Refund } from './refund.ts';
import { isCreditLeft, limitReached } from './refund-limit.ts';
import type { RefundType } from './refund-words.ts';

export const REFUND_WINDOW_MS = REFUND_DAYS * DAY_MS;
const CANCELLATION_WINDOW_MS = CANCELLATION_HOURS * HOUR_MS;

const ageMs = ({ paidAt, createdAt }: Payment, nowMs: number) => nowMs - Date.parse(paidAt ?? createdAt);

/** True of the order's amount, with which a shop asks for its whole payment back (refunds.md 2.6). */
const isWholeOrder = (payment: Payment, amountMinor: number): boolean =>
  amountMinor === orderMinorOf(payment) && payment.refundedMinor + payment.reservedMinor === 0;

/**
 * Returns type and amount of the refund that this request is.
 * @throws Rejection PAYMENT_NOT_REFUNDABLE, PAYMENT_ALREADY_REFUNDED, REFUND_WINDOW_EXPIRED,
 * REFUND_LIMIT_REACHED, REFUND_AMOUNT_EXCEEDED, REFUND_TYPE_MISMATCH
 */
export function checkRefund(
  payment: Payment,
  request: Pick<Refund, 'amountMinor' | 'origin'> & { refundType?: RefundType | undefined },
  nowMs: number,
): Pick<Refund, 'refundType' | 'amountMinor'> {
  requireMoneyTaken(payment);
  if (ageMs(payment, nowMs) > REFUND_WINDOW_MS)
    throw new Rejection('REFUND_WINDOW_EXPIRED').at('transactionId');
  if (!isCreditLeft(payment)) throw limitReached().at('transactionId');
  const refundable = refundableMinor(payment);
  const facts = {
    refundableAmount: toDecimal(refundable),
    reservedAmount: toDecimal(payment.reservedMinor),
  };
  const { refundType, origin } = request;
  // In one step, what is asked for goes back and no more.
  const isWhole =
    origin === 'Request' && refundType !== 'Partial' && isWholeOrder(payment, request.amountMinor);
  const amountMinor = isWhole ? payment.chargedMinor : request.amountMinor;
  if (amountMinor > refundable)
    throw waitingForOpen(new Rejection('REFUND_AMOUNT_EXCEEDED', facts), payment).at('amount');
  const isAll = amountMinor === refundable;
  if (refundType === 'Full' && !isAll) throw new Rejection('REFUND_TYPE_MISMATCH', facts).at('refundType');
  return { amountMinor, refundType: refundType ?? (isAll ? 'Full' : 'Partial') };
}

const OPEN_REFUNDS = {
  tr:
    'Süren iadeler tutar ayırır: `GET /api/Refund` ile `transactionId` vererek bulun. `Processing` ise' +
    ' sonucunu bekleyin; `Pending` ise `POST /api/Refund/{id}/approve` ile onaylayın veya' +
    ' `POST /api/Refund/{id}/reject` ile reddedip çağrıyı yineleyin.',
  en:
    'Open refunds hold an amount: find them with `GET /api/Refund` by `transactionId`. If `Processing`,' +
    ' wait for the outcome; if `Pending`, approve it with `POST /api/Refund/{id}/approve`, or reject it' +
    ' with `POST /api/Refund/{id}/reject` and repeat the call.',
};

/** The refusal with the way out of the refunds that hold an amount and may yet end without effect. */
const waitingForOpen = (refusal: Rejection, { reservedMinor }: Payment) =>
  reservedMinor > 0 ? refusal.advising(OPEN_REFUNDS) : refusal;

/** The words of a cancellation about what it gives back, which is always the whole payment. */
export type ToldOfCancellation = { amountMinor?: number | undefined; refundType?: RefundType | undefined };

const WHOLE_ONLY = {
  tr:
    '`amount` ve `refundType` alanlarını çıkarın: iptal, ödemenin tamamını geri verir.' +
    ' Bir kısmını `POST /api/Refund/partial` ile iade edin.',
  en:
    'Leave `amount` and `refundType` out: a cancellation gives back the whole payment.' +
    ' Refund a part with `POST /api/Refund/partial`.',
};

/** The field that asks for something else than the whole payment; undefined if none does. */
export function disagreement(payment: Payment, told: ToldOfCancellation) {
  const { amountMinor = payment.chargedMinor, refundType } = told;
  if (amountMinor !== payment.chargedMinor && amountMinor !== orderMinorOf(payment)) return 'amount';
  return refundType === 'Partial' ? 'refundType' : undefined;
}

/**
 * Returns if the whole payment may be cancelled, and the call asks for nothing else.
 * @throws Rejection PAYMENT_NOT_REFUNDABLE, PAYMENT_ALREADY_REFUNDED, PAYMENT_HAS_REFUNDS,
 * CANCELLATION_WINDOW_EXPIRED, REFUND_AMOUNT_EXCEEDED, REFUND_TYPE_MISMATCH
 */
export function checkCancellation(payment: Payment, nowMs: number, told: ToldOfCancellation = {}): void {
  requireMoneyTaken(payment);
  const { chargedMinor, refundedMinor, reservedMinor } = payment;
  const takenMinor = refundedMinor + reservedMinor;
  if (takenMinor > 0) {
    const refusal = new Rejection('PAYMENT_HAS_REFUNDS').at('transactionId');
    const isRestFree = refundedMinor > 0 && takenMinor < chargedMinor;
    throw isRestFree ? refusal : waitingForOpen(refusal, payment);
  }
  if (ageMs(payment, nowMs) > CANCELLATION_WINDOW_MS) {
    throw new Rejection('CANCELLATION_WINDOW_EXPIRED').at('transactionId');
  }
  const field = disagreement(payment, told);
  if (field === undefined) return;
  const isOver = (told.amountMinor ?? 0) > chargedMinor;
  const facts = { refundableAmount: toDecimal(chargedMinor) };
  const code = isOver ? 'REFUND_AMOUNT_EXCEEDED' : 'REFUND_TYPE_MISMATCH';
  throw new Rejection(code, facts).at(field).advising(WHOLE_ONLY);
}

/** Only a successful payment can be refunded or cancelled (refunds.md 2.1). */
function requireMoneyTaken({ status }: Payment): void {
  if (REFUNDABLE.includes(status)) return;
  if (status === 'FullyRefunded')
    throw new Rejection('PAYMENT_ALREADY_REFUNDED', { status }).at('transactionId');
  throw notRefundable({ status }).at('transactionId');
}
