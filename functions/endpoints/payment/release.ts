// POST /api/payment/{paymentReferenceNumber}/release: frees an amount that is only reserved (payments.md 13).
import { releaseBody, stepAnswer } from '#contract/capture.ts';
import { PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { takeStep } from '#flows/payment/capture-step.ts';
import { endpoint } from '#http/endpoint.ts';

const WHOLE = {
  kind: 'Release',
  amountOf: (reservedMinor: number) => reservedMinor,
  isOwn: () => true,
} as const;

export const handler = endpoint(
  { scope: 'refunds:approve', body: releaseBody, answer: PAYMENT_NAMES },
  async (call) => await takeStep(call, WHOLE, (payment) => stepAnswer('Release', payment, call.now)),
);
