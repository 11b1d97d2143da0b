// A field of an update: an absent field keeps the value, `null` removes it (api.md 4.3).
import { type Field, optional, rawField, readAs } from './field.ts';

/** Reads `undefined` as "keep" and `null` as "remove". */
export const clearable = <Value>(inner: Field<Value>): Field<Value | null | undefined> => {
  const given = optional(inner);
  return rawField({ ...given.accepts, clearable: true }, (value, context) =>
    value === null ? null : readAs(given, value, context),
  );
};
