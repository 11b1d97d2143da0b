// The capture and release of an amount that is only reserved, in requests and answers (payments.md 13).
import type { SentStep } from '#domain/payment/authorization.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Answer } from './answer.ts';
import { amount, fields, optional } from './field/field.ts';
import { showPayment } from './payment.ts';
import { CAPTURE_WORDS } from './words/charge-words.ts';

export const captureBody = () => fields({ amount: optional(amount()) }, CAPTURE_WORDS);
export const releaseBody = () => fields({});

const DONE = {
  Capture: { tr: 'Ayrılan tutar çekildi.', en: 'The reserved amount was captured.' },
  Release: { tr: 'Ayrılan tutar serbest bırakıldı.', en: 'The reserved amount was released.' },
};
const UNDER_WAY = {
  tr: 'Banka henüz yanıt vermedi; sonucu `GET /api/payment/{paymentReferenceNumber}` gösterir.',
  en: 'The bank has not answered yet; `GET /api/payment/{paymentReferenceNumber}` shows the outcome.',
};

/** The payment after a capture or release, which may still be under way. */
export const stepAnswer = (kind: SentStep['kind'], payment: Payment, now: Date): Answer => {
  const isUnderWay = payment.authorization?.sent !== undefined;
  const told = isUnderWay ? UNDER_WAY : DONE[kind];
  return { status: isUnderWay ? 202 : 200, message: told, data: showPayment(payment, now) };
};
