// Fields of an update: an absent field keeps the value (api.md 4.3).
import type { Accepts } from './accepts.ts';
import { type Field, isBlank, isZero, optional, rawField, readAs } from './field.ts';

/**
 * Reads `undefined` and `null` as "keep", because serializers write null for what was never set; an empty
 * text, or 0 for a number, as "remove".
 */
export const clearable = <Value>(inner: Field<Value>): Field<Value | null | undefined> => {
  const given = optional(inner);
  return rawField({ ...given.accepts, clearable: true }, (value, context) =>
    isEmpty(value, given.accepts) ? null : readAs(given, value, context),
  );
};

const isEmpty = (value: unknown, accepts: Accepts) =>
  accepts.kind === 'amount' || accepts.kind === 'integer'
    ? isZero(value)
    : value === '' && isBlank(value, accepts);

/** A text that every object of its kind has: an empty one is refused, because it cannot be removed. */
export const replaceable = (inner: Field<string>): Field<string | undefined> => {
  const given = optional(inner);
  return rawField(given.accepts, (value, context) => readAs(value === '' ? inner : given, value, context));
};
