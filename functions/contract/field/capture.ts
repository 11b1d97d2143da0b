// Whether a page or a charge takes the money, or only reserves it (payments.md 13).
import { CAPTURES } from '#domain/payment/authorization.ts';
import { oneOf, optional } from './field.ts';

export const captureField = () => optional(oneOf(CAPTURES));

/** Only what differs from a sale is stored. */
export const manualCapture = (capture: (typeof CAPTURES)[number] | undefined) =>
  capture === 'manual' ? { capture } : {};
