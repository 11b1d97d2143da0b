// What each field and parameter means. One name means one thing in the whole API, except for the fields that
// are listed with their object (`Refund.startDate`), and parameters (`?status`).
import type { JsonSchema } from '../json-schema.ts';
import { CAPTURE_FIELDS } from './capture-words.ts';
import { CUSTOMER_FIELDS } from './customer-fields.ts';
import { EVENT_FIELDS } from './event-fields.ts';
import { INSTALLMENT_FIELDS } from './installment-words.ts';
import { KEY_FIELDS } from './key-words.ts';
import { PAGE_FIELDS } from './page-fields.ts';
import { PAYMENT_FIELDS } from './payment-fields.ts';
import { type BilingualText, say } from './said.ts';
import { SENT_FIELDS } from './sent-fields.ts';
import { SETTLEMENT_FIELDS } from './settlement-words.ts';

const FIELDS: Readonly<Record<string, BilingualText>> = {
  ...PAGE_FIELDS,
  ...INSTALLMENT_FIELDS,
  ...PAYMENT_FIELDS,
  ...CUSTOMER_FIELDS,
  ...EVENT_FIELDS,
  ...KEY_FIELDS,
  ...CAPTURE_FIELDS,
  ...SETTLEMENT_FIELDS,
};

/** `path`: the object and the field, like `Payment.status`; of a parameter `?status`. */
export function meaningOf(path: string): BilingualText {
  const name = path.split(/[.?]/).at(-1) ?? '';
  const said = FIELDS[path] ?? FIELDS[name];
  if (said !== undefined) return said;
  throw new Error(
    `The field ${path} has no description. Say what it means in English and Turkish: add '${name}', or` +
      ` '${path}' if ${name} means something else elsewhere, to a table of lib/openapi/words.`,
  );
}

/** Of a field in a body that is sent. */
export const sentMeaningOf = (path: string): BilingualText =>
  SENT_FIELDS[path.split('.').at(-1) ?? ''] ?? meaningOf(path);

/** The schema with the meaning of its field. */
export const described = (schema: JsonSchema, path: string): JsonSchema => ({
  ...schema,
  description: say(meaningOf(path)),
});
