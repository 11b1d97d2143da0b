// The body that records what the bank did by itself (refunds.md 8.4).
import { ADJUSTMENTS } from '#domain/refund/refund-words.ts';
import { amount, fields, oneOf, text } from './field/field.ts';
import { MAX_REASON_LENGTH } from './refund-decision.ts';

export const adjustmentBody = () =>
  fields({
    adjustment: oneOf(ADJUSTMENTS),
    bankReferenceNumber: text(1, 64),
    amount: amount(),
    reason: text(1, MAX_REASON_LENGTH),
  });
