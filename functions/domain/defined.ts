// Fields of a literal: optional ones, and all but some of another object.

/** The fields of an object with optional ones as they are: an undefined value is left out. */
type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * Returns the fields that have a value, to be spread into a literal: an optional field must be absent, not
 * undefined, in what is stored, answered and logged.
 */
export function defined<const Fields extends object>(fields: Fields): Defined<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Fields>;
}

/** A copy of the object without the named fields. */
export function omit<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  ...names: Name[]
): Omit<Fields, Name> {
  const rest = { ...fields };
  for (const name of names) delete rest[name];
  return rest;
}
