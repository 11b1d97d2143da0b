// The body of PUT /api/payment/{paymentReferenceNumber} (payments.md 12).
import { cardFreeText } from './field/card-free-text.ts';
import { clearable } from './field/clearable.ts';
import { fields } from './field/field.ts';

const MAX_NOTE_LENGTH = 500;

/** An absent note stays, and an empty one is removed. */
export const noteBody = () => fields({ note: clearable(cardFreeText(1, MAX_NOTE_LENGTH)) });
