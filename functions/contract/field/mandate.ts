// The merchant's record of the cardholder's consent to charges without them (recurring-payments.md R38).
import { instant } from './datetime.ts';
import { fields, text, transformed } from './field.ts';

/** A local `acceptedAt` is of the given zone. */
export const mandate = (timeZone: string) =>
  transformed(
    fields({ reference: text(1, 64), acceptedAt: instant(timeZone) }),
    ({ reference, acceptedAt: acceptedAtMs }) => ({ reference, acceptedAtMs }),
  );
