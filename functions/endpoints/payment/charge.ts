// POST /api/payment: charges a stored card once without its holder (payments.md 10).
import { chargeAnswer, chargeBody } from '#contract/charge.ts';
import { PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { chargeOnce } from '#flows/payment/single-charge.ts';
import { endpoint } from '#http/endpoint.ts';

export const handler = endpoint(
  { scope: 'payments:charge', body: ({ timeZone }) => chargeBody(timeZone), answer: PAYMENT_NAMES },
  async (call) =>
    await chargeOnce(call, call.body, (payment, consent, declineCategory) =>
      chargeAnswer(payment, { consent, declineCategory }, call.now),
    ),
);
