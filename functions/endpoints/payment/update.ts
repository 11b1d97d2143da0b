// PUT /api/payment/{paymentReferenceNumber}: the note of a payment (payments.md 12). It moves no money, and no
// event tells of it.
import { PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { setOfPayment, showPayment } from '#contract/payment.ts';
import { noteBody } from '#contract/payment-note.ts';
import { Rejection } from '#domain/rejection.ts';
import { isOwn, ownSalesOf } from '#http/caller.ts';
import { endpoint } from '#http/endpoint.ts';
import { noteOf, storedNote } from '#http/payment-note.ts';
import { CUSTOMER_OWNERS, loadCustomer } from '#store/customer.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { writePaymentNote } from '#store/payment/payment-writes.ts';

const UPDATED = { tr: 'Ödeme güncellendi.', en: 'The payment was updated.' };

export const handler = endpoint(
  { scope: 'payments', body: noteBody, answer: PAYMENT_NAMES, owners: CUSTOMER_OWNERS },
  async ({ caller, path, body, now, requireRecord, commit }) => {
    const { merchantId } = caller;
    const payment = await loadPayment(merchantId, path['paymentReferenceNumber'] ?? '');
    if (payment === undefined || !isOwn(ownSalesOf(caller), payment))
      throw new Rejection('PAYMENT_NOT_FOUND');
    const { customerId } = payment;
    const customer = customerId === undefined ? undefined : await loadCustomer(merchantId, customerId);
    requireRecord(setOfPayment(showPayment(payment, now)));
    const secret = customer?.answerSecret;
    const before = noteOf(payment, secret);
    const note = body.note === undefined ? before : body.note;
    const owner = customerId === undefined ? {} : { owner: { id: customerId, secret } };
    const answer = { message: UPDATED, data: showPayment(payment, now, note), ...owner };
    if (note === before) return answer;
    // Nothing would erase a note about an erased customer.
    if (note !== null && customerId !== undefined && secret === undefined) {
      throw new Rejection('CUSTOMER_NOT_FOUND');
    }
    const stored = note === null ? {} : storedNote(payment, note, secret);
    const { kind } = await commit([writePaymentNote(payment, stored)], answer);
    if (kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
    return answer;
  },
);
