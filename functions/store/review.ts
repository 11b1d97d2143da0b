// How the rows of payments, refunds and charges contain a review.
import { object, optional, text } from '#domain/shape.ts';

export const reviewShape = () => object({ since: text, askAt: optional(text) });
