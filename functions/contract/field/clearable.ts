// Fields of an update: an absent field keeps the value (api.md 4.3).
import { type Field, isBlank, optional, rawField, readAs } from './field.ts';

/** Reads `undefined` as "keep", `null` and an empty text as "remove". */
export const clearable = <Value>(inner: Field<Value>): Field<Value | null | undefined> => {
  const given = optional(inner);
  return rawField({ ...given.accepts, clearable: true }, (value, context) =>
    value !== undefined && isBlank(value, given.accepts) ? null : readAs(given, value, context),
  );
};

/** A text that every object of its kind has: an empty one is refused, because it cannot be removed. */
export const replaceable = (inner: Field<string>): Field<string | undefined> => {
  const given = optional(inner);
  return rawField(given.accepts, (value, context) => readAs(value === '' ? inner : given, value, context));
};
