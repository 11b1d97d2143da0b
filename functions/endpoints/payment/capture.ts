// POST /api/payment/{paymentReferenceNumber}/capture: takes an amount that is only reserved, or a part of it
// (payments.md 13).
import { captureBody, stepAnswer } from '#contract/capture.ts';
import { PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { toDecimal } from '#domain/money.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { takeStep } from '#flows/payment/capture-step.ts';
import { isOwn, ownSalesOf } from '#http/caller.ts';
import { endpoint } from '#http/endpoint.ts';

export const handler = endpoint(
  { scope: 'payments', body: captureBody, answer: PAYMENT_NAMES },
  async (call) => {
    const { amount } = call.body;
    const amountOf = (reservedMinor: number) => requireReserved(amount ?? reservedMinor, reservedMinor);
    const own = ownSalesOf(call.caller);
    const asked = { kind: 'Capture', amountOf, isOwn: (payment: Payment) => isOwn(own, payment) } as const;
    return await takeStep(call, asked, (payment) => stepAnswer('Capture', payment, call.now));
  },
);

function requireReserved(amountMinor: number, reservedMinor: number): number {
  if (amountMinor <= reservedMinor) return amountMinor;
  throw new Rejection('CAPTURE_AMOUNT_EXCEEDED', { authorizedAmount: toDecimal(reservedMinor) }).at('amount');
}
