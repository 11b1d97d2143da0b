// A single charge of a stored card, in requests and answers (payments.md 10). A decline refuses the call with
// the bank's group as its code.
import type { KnownConsent } from '#domain/card/mandate.ts';
import { defined } from '#domain/defined.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { DeclineCategory } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { BANK_DECLINES, type DeclineCode } from '#domain/rejection-table.ts';
import type { Answer } from './answer.ts';
import { captureField, manualCapture } from './field/capture.ts';
import { amount, currency, fields, id, optional, textOrDigits, transformed } from './field/field.ts';
import { labelFields } from './field/labels.ts';
import { mandate } from './field/mandate.ts';
import { showPayment } from './payment.ts';
import { messageFor } from './recurring-payment-answer.ts';
import { CHARGE_WORDS } from './words/charge-words.ts';

export const chargeBody = (timeZone: string) =>
  transformed(
    fields(
      {
        customerId: id(),
        cardStorageId: id(),
        amount: amount(),
        currency: currency(),
        orderNumber: textOrDigits(1, 64),
        mandate: optional(mandate(timeZone)),
        capture: captureField(),
        ...labelFields(),
      },
      CHARGE_WORDS,
    ),
    ({ amount: amountMinor, mandate, capture, ...same }) => ({
      ...same,
      amountMinor,
      ...defined({ mandate }),
      ...manualCapture(capture),
    }),
  );

const CHARGED = { tr: 'Karttan tahsilat yapıldı.', en: 'The card was charged.' };
const RESERVED = {
  tr: 'Tutar kartta ayrıldı; çekmek için `capture`, vazgeçmek için `release` çağırın.',
  en: 'The amount is reserved on the card: call `capture` to take it, or `release`.',
};
const UNDER_WAY = {
  tr: 'Ödeme işleniyor; sonucu henüz bilinmiyor.',
  en: 'The payment is being processed; its outcome is not known yet.',
};

type ChargeEnd = { consent: KnownConsent; declineCategory: DeclineCategory | undefined };

/** @throws Rejection BANK_UNAVAILABLE if the sale was never received, and the group of a decline */
export function chargeAnswer(payment: Payment, { consent, declineCategory }: ChargeEnd, now: Date): Answer {
  const data = showPayment(payment, now);
  const { status, errorCode } = payment;
  if (status === 'Processing') return { status: 202, message: UNDER_WAY, data };
  if (status !== 'Failed') {
    const done = status === 'Authorized' ? RESERVED : CHARGED;
    return { status: 201, message: messageFor(done, consent), data };
  }
  if (errorCode === 'BANK_UNAVAILABLE') throw new Rejection(errorCode);
  const code = isDecline(errorCode) ? errorCode : 'GENERAL_DECLINE';
  throw new Rejection(
    { code, row: BANK_DECLINES[code] },
    { payment: data, declineCategory: declineCategory ?? null },
  );
}

const isDecline = (code: string | undefined): code is DeclineCode =>
  code !== undefined && code in BANK_DECLINES;
