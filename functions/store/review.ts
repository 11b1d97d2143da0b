// The shape of a review in the rows of payments, refunds and charges.
import { UNSENDABLE_REASONS } from '#domain/bank/waiting.ts';
import { object, oneOf, optional, text } from '#domain/shape.ts';

export const reviewShape = () =>
  object({ since: text, askAt: optional(text), reason: optional(oneOf(UNSENDABLE_REASONS)) });
