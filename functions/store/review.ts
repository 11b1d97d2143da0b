// The shape of a review in the rows of payments, refunds and charges.
import { object, optional, text } from '#domain/shape.ts';

export const reviewShape = () => object({ since: text, askAt: optional(text) });
