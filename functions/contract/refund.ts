// Refunds in requests (refunds.md 1.2).
import { REFUND_TYPES } from '#domain/refund/refund-words.ts';
import { amount, fields, oneOf, optional, paymentReference, text } from './field/field.ts';
import { metadata } from './field/metadata.ts';
import { preview } from './field/preview.ts';
import { MAX_REASON_LENGTH, note } from './refund-decision.ts';
import { REFUND_WORDS } from './words/sale-words.ts';

const MAX_DESCRIPTION_LENGTH = 1000;

const reason = () => text(1, MAX_REASON_LENGTH);
const description = () => optional(text(0, MAX_DESCRIPTION_LENGTH));

/** The body of a refund, also in one step. */
export const refundBody = () =>
  fields(
    {
      transactionId: paymentReference(),
      amount: amount(),
      reason: reason(),
      refundType: optional(oneOf(REFUND_TYPES)),
      description: description(),
      metadata: optional(metadata()),
      preview: preview(),
    },
    REFUND_WORDS,
  );
/** The body of a cancellation. `amount` and `refundType` can only agree: it gives back the whole payment. */
export const cancellationBody = () =>
  fields(
    {
      transactionId: paymentReference(),
      amount: optional(amount()),
      reason: note(),
      refundType: optional(oneOf(REFUND_TYPES)),
      description: description(),
      metadata: optional(metadata()),
      preview: preview(),
    },
    REFUND_WORDS,
  );
