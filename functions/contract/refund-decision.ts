// The decision of a refund in requests.
import { fields, optional, text } from './field/field.ts';
import { preview } from './field/preview.ts';

export const MAX_REASON_LENGTH = 500;
export const note = () => optional(text(0, MAX_REASON_LENGTH));

/** The body of a rejection. */
export const decisionBody = () => fields({ reason: note() });
export const approvalBody = () => fields({ reason: note(), preview: preview() });
