// Customers in requests and responses (customers.md 1), and their consents (customers.md 3.2).

import type * as z from 'zod/mini';
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '#domain/limits.ts';
import { cardFreeText } from './field/card-free-text.ts';
import { clearable, replaceable } from './field/clearable.ts';
import { email } from './field/email.ts';
import {
  fields,
  flag,
  optional,
  problem,
  rawField,
  readAs,
  text,
  transformed,
  withDefault,
} from './field/field.ts';
import { listQuery } from './field/list.ts';
import { metadata } from './field/metadata.ts';
import { CUSTOMER_QUERY_WORDS, CUSTOMER_WORDS } from './words/customer-words.ts';

const fullName = () => cardFreeText(1, 200);

const phone = () =>
  transformed(
    text(0, 64),
    (value, context) => {
      const expected = { tr: 'yalnızca rakam', en: 'digits only' };
      if (!/^[0-9]*$/.test(value)) return problem(context, 'INVALID_FORMAT', { expected });
      if (value.length < MIN_PHONE_DIGITS) return problem(context, 'TOO_SHORT', { min: MIN_PHONE_DIGITS });
      return value.length > MAX_PHONE_DIGITS
        ? problem(context, 'TOO_LONG', { max: MAX_PHONE_DIGITS })
        : value;
    },
    { kind: 'digits', min: MIN_PHONE_DIGITS, max: MAX_PHONE_DIGITS },
  );

/** The body of POST /api/customer. */
export const createCustomerBody = () =>
  fields(
    {
      fullName: fullName(),
      email: optional(email()),
      phone: optional(phone()),
      isActive: withDefault(flag(), true),
      metadata: optional(metadata()),
    },
    CUSTOMER_WORDS,
  );

/** An absent or null address keeps the one that is stored, and an empty one removes it. */
const changedEmail = () => {
  const given = optional(email());
  const accepts = { ...given.accepts, clearable: true } as const;
  return rawField(accepts, (value, context) => (value === '' ? null : readAs(given, value, context)));
};

/** The body of PUT /api/customer/{id}. Absent fields keep their values; `phone: null` removes the number. */
export const updateCustomerBody = () =>
  fields(
    {
      fullName: replaceable(fullName()),
      email: changedEmail(),
      phone: clearable(phone()),
      isActive: optional(flag()),
      metadata: clearable(metadata()),
    },
    CUSTOMER_WORDS,
  );
export type UpdateCustomerBody = z.infer<ReturnType<typeof updateCustomerBody>>;

/** The query of GET /api/customer. */
export const customerQuery = () =>
  fields(
    {
      fullName: optional(text(1, 200)),
      email: optional(email()),
      phone: optional(phone()),
      isActive: optional(flag()),
      ...listQuery(),
    },
    CUSTOMER_QUERY_WORDS,
  );
