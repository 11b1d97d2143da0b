// The writes of a payment whose amount is reserved: a step is stored before it is sent, and its outcome once. Each
// write conflicts if another request or sweep was faster.
import { type Authorization, nextLookAt, type SentStep, unsent } from '#domain/payment/authorization.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Condition, Write } from '../table/commit.ts';
import { orReview, requireSound } from '../table/invariants.ts';
import { dueAttributes } from '../table/keys.ts';
import { type PlannedInquiry, plannedUpdate } from './inquiry.ts';
import { PAYMENT, paymentStatusIndex } from './payment.ts';
import { updateOf } from './payment-writes.ts';

/** A payment whose amount is reserved. */
export type AuthorizedPayment = Payment & { authorization: Authorization };
/** One of which a step is under way. */
export type SteppedPayment = AuthorizedPayment & { authorization: { sent: SentStep } };

const STATUS = { ':authorized': 'Authorized' };
const nothingSent: Condition = {
  expression: '#status = :authorized AND attribute_not_exists(#authorization.#sent)',
  values: STATUS,
};

/** A conflict too if a person has resolved the payment since it was read: then that is read first. */
const stillSent = ({ authorization: { sent }, resolution }: SteppedPayment): Condition => ({
  expression:
    '#status = :authorized AND #authorization.#sent.#at = :sentAt' +
    (resolution === undefined ? ' AND attribute_not_exists(#resolution)' : ''),
  values: { ...STATUS, ':sentAt': sent.at },
});

/** Stores the step that is about to be sent; the sweep asks the bank about it at `inquiryAt` (ISO). */
export function writeStep(payment: AuthorizedPayment, sent: SentStep, inquiryAt: string): Write {
  const { paymentReferenceNumber: id, authorization } = payment;
  const update = updateOf(payment);
  requireSound(PAYMENT, payment, update.key);
  return {
    ...update,
    set: {
      ...PAYMENT.attributes({ authorization: { ...authorization, sent }, inquiries: 0, inquiryAt }),
      ...dueAttributes('PAYMENT', id, inquiryAt),
    },
    condition: nothingSent,
  };
}

/** The step that was under way is sent once more: it is certain that it never arrived. `again`: as it is then. */
export function writeStepAgain(payment: SteppedPayment, again: SteppedPayment, inquiryAt: string): Write {
  const { authorization, inquiries } = again;
  return {
    ...updateOf(payment),
    set: {
      ...PAYMENT.attributes({ authorization, inquiries, inquiryAt }),
      ...dueAttributes('PAYMENT', payment.paymentReferenceNumber, inquiryAt),
    },
    remove: ['review'],
    condition: stillSent(payment),
  };
}

/** The bank did nothing: the amount stays reserved. `inquiries`: those that it took to know. */
export function writeStepUndone(payment: SteppedPayment, inquiries: number): Write {
  const authorization = unsent(payment.authorization);
  return {
    ...updateOf(payment),
    set: {
      ...PAYMENT.attributes({ authorization, inquiries }),
      ...dueAttributes('PAYMENT', payment.paymentReferenceNumber, nextLookAt(authorization)),
    },
    remove: ['inquiryAt', 'review', 'resolution'],
    condition: stillSent(payment),
  };
}

/** What is known once the bank has taken the amount, or released it. */
export type StepEnd = Partial<Payment> & { status: 'Successful' | 'Released'; authorization: Authorization };

export const writeStepEnd = (payment: SteppedPayment, end: StepEnd): Write =>
  orReview(
    PAYMENT,
    { ...payment, ...end },
    {
      ...updateOf(payment),
      set: { ...PAYMENT.attributes(end), ...paymentStatusIndex({ ...payment, ...end }, end.status) },
      remove: ['duePk', 'dueSk', 'inquiryAt', 'review'],
      condition: stillSent(payment),
    },
  );

/** The next inquiry about the step, or the review after the last. */
export const writeStepInquiry = (payment: SteppedPayment, planned: PlannedInquiry): Write => ({
  ...plannedUpdate(payment, planned),
  condition: stillSent(payment),
});

/** Tells that the end is near, and makes the payment due at it. */
export const writeEndTold = (payment: AuthorizedPayment): Write => {
  const authorization = { ...payment.authorization, isEndTold: true as const };
  return {
    ...updateOf(payment),
    set: {
      ...PAYMENT.attributes({ authorization }),
      ...dueAttributes('PAYMENT', payment.paymentReferenceNumber, nextLookAt(authorization)),
    },
    condition: nothingSent,
  };
};
