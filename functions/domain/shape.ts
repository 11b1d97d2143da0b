// Reads values that come from outside the code: rows, decrypted secrets, events. A value that does not fit
// throws an error that names the place and never the value, which may be a card number. With zod/mini,
// functions that read rows but no request body would take a sixth longer to start.

/** The error's name contains the place, because logs print the names of errors and never their messages. */
export class ShapeError extends Error {
  constructor(place: string, problem: string) {
    super(`${place} ${problem}.`);
    this.name = `ShapeError at ${place}`;
  }
}

export type Shape<Value> = {
  read: (value: unknown, place: string) => Value;
  /** Returns the stored form of a value, which `read` accepts; absent if the value is stored as it is. */
  write?: (value: Value) => unknown;
};

type OptionalField<Value> = Shape<Value> & { isOptional: true };

/** A shape for every property of the type: a new property without one does not compile. */
export type Fields<Value> = {
  [Name in keyof Value]-?: Partial<Pick<Value, Name>> extends Pick<Value, Name>
    ? OptionalField<Exclude<Value[Name], undefined>>
    : Shape<Value[Name]> & { isOptional?: never };
};

const simple = <Value>(expected: string, is: (value: unknown) => value is Value): Shape<Value> => ({
  read: (value, place) => {
    if (is(value)) return value;
    throw new ShapeError(place, `is not ${expected}`);
  },
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const text = simple('a text', (value) => typeof value === 'string');
export const flag = simple('true or false', (value) => typeof value === 'boolean');
export const yes = simple('true', (value): value is true => value === true);
export const bytes = simple('bytes', (value) => value instanceof Uint8Array);
export const integer = simple('a whole number', (value): value is number => Number.isSafeInteger(value));
/** Amounts in minor units, counts, versions. */
export const natural = simple('a whole number of at least 0', (value): value is number => {
  return Number.isSafeInteger(value) && Number(value) >= 0;
});
/** A UUID as 16 bytes, for rows that a text would make so large that DynamoDB charges another kilobyte. */
export const uuid: Shape<string> = {
  read: (value, place) => {
    if (!(value instanceof Uint8Array) || value.length !== 16) throw new ShapeError(place, 'is not a UUID');
    return uuidOf(Buffer.from(value).toString('hex'));
  },
  write: (value) => Buffer.from(value.replaceAll('-', ''), 'hex'),
};
/** An ISO instant as milliseconds, for the same rows. */
export const instantAsNumber: Shape<string> = {
  read: (value, place) => new Date(natural.read(value, place)).toISOString(),
  write: (value) => Date.parse(value),
};
const UUID_GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
/** `hex`: 32 digits. */
const uuidOf = (hex: string) => hex.replace(UUID_GROUPS, '$1-$2-$3-$4-$5');

export const orNull = <Value>({ read, write = (value) => value }: Shape<Value>): Shape<Value | null> => ({
  read: (value, place) => (value === null ? null : read(value, place)),
  write: (value) => (value === null ? null : write(value)),
});

export const texts = simple('a set of texts', (value): value is ReadonlySet<string> => {
  return value instanceof Set && [...value].every((member) => typeof member === 'string');
});

/** Texts by free names, such as the metadata of a merchant. */
export type TextMap = Readonly<Record<string, string>>;
export const textMap = simple('a map of texts', (value): value is TextMap => {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
});

export const oneOf = <const Words extends readonly string[]>(words: Words): Shape<Words[number]> =>
  simple(`one of ${words.join(', ')}`, (value): value is Words[number] =>
    words.some((word) => word === value),
  );

/** An error code. Only its form is checked, because an old row can have a code that no longer exists. */
export const code = <Code extends string>(): Shape<Code> =>
  simple('a code', (value): value is Code => typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value));

/** A word of a list that grows. Only its form is checked, because a newer version may know more of them. */
export const word = <Word extends string>(): Shape<Word> =>
  simple(
    'a word',
    (value): value is Word => typeof value === 'string' && /^[a-z]+(?::[a-z]+)?$/i.test(value),
  );

export const listOf = <Value>({ read, write }: Shape<Value>): Shape<Value[]> => ({
  read: (value, place) => {
    if (!Array.isArray(value)) throw new ShapeError(place, 'is not a list');
    return value.map((member: unknown, index) => read(member, `${place}[${index}]`));
  },
  ...(write && { write: (values) => values.map(write) }),
});

export const optional = <Value>(shape: Shape<Value>): OptionalField<Value> => ({
  ...shape,
  isOptional: true,
});

type AnyField = {
  read: (value: unknown, place: string) => unknown;
  write?: (value: never) => unknown;
  isOptional?: true;
};
type OptionalNames<All> = {
  [Name in keyof All]: All[Name] extends { isOptional: true } ? Name : never;
}[keyof All];
type PartOf<All extends Record<string, AnyField>, Names extends keyof All> = {
  [Name in Names]: ReturnType<All[Name]['read']>;
};
type Parts<All extends Record<string, AnyField>> = PartOf<All, Exclude<keyof All, OptionalNames<All>>> &
  Partial<PartOf<All, OptionalNames<All>>>;
/** The type that follows from the fields of a row: one list of properties, each with its field's comment. */
export type ValueOf<Declared extends () => Record<string, AnyField>> = {
  [Name in keyof Parts<ReturnType<Declared>>]: Parts<ReturnType<Declared>>[Name];
};

/** An object whose type follows from its fields; see `objectOf`. Without a name, so that editors show it. */
export const object = <All extends Record<string, AnyField>>(
  fields: All,
): Shape<{ [Name in keyof Parts<All>]: Parts<All>[Name] }> =>
  objectOf<Parts<All>>(fields as unknown as Fields<Parts<All>>);

export type ObjectShape<Value> = {
  read: (value: unknown, place: string) => Value;
  write: (value: Partial<Value>) => Record<string, unknown>;
};

/**
 * Stored properties without a shape, written by a newer version. The symbol hides them from code; a spread
 * copies them with the value, and `write` stores them again.
 */
const UNKNOWN = Symbol('stored properties without a shape');
type WithUnknown = Record<string, unknown> & { [UNKNOWN]?: Record<string, unknown> };

/**
 * An object whose type is declared already. `derived`: stored properties that each write computes again, so
 * the value does not keep them.
 */
export function objectOf<Value extends object>(
  fields: Fields<Value>,
  derived: ReadonlySet<string> = new Set(),
): ObjectShape<Value> {
  const all = Object.entries(fields as Record<string, Shape<unknown> & { isOptional?: true }>);
  const known = new Set(all.map(([name]) => name));
  const isUnknown = ([name]: [string, unknown]) => !known.has(name) && !derived.has(name);
  return {
    read: (value, place) => {
      if (!isObject(value)) throw new ShapeError(place, 'is not an object');
      const result: WithUnknown = {};
      for (const [name, { read, isOptional }] of all) {
        const stored = value[name];
        if (stored !== undefined) result[name] = read(stored, `${place}.${name}`);
        else if (!isOptional) throw new ShapeError(`${place}.${name}`, 'is missing');
      }
      const unknown = Object.entries(value).filter(isUnknown);
      if (unknown.length > 0) result[UNKNOWN] = Object.fromEntries(unknown);
      return result as Value;
    },
    write: (value) => {
      const given = new Map<string, unknown>(Object.entries(value));
      const result: Record<string, unknown> = { ...(value as WithUnknown)[UNKNOWN] };
      for (const [name, { write }] of all) {
        const one = given.get(name);
        if (one !== undefined) result[name] = write ? write(one) : one;
      }
      return result;
    },
  };
}

/** An object that has one of several shapes. Its property `tag` selects the shape. */
export function either<Value extends Record<Tag, string>, Tag extends keyof Value & string>(
  tag: Tag,
  shapes: { readonly [Word in Value[Tag]]: Shape<Value & Record<Tag, Word>> },
): Shape<Value> {
  const all = new Map(Object.entries(shapes) as [string, Shape<Value>][]);
  return {
    read: (value, place) => {
      const word = isObject(value) ? value[tag] : undefined;
      const shape = typeof word === 'string' ? all.get(word) : undefined;
      if (shape === undefined) {
        throw new ShapeError(`${place}.${tag}`, `is not one of ${[...all.keys()].join(', ')}`);
      }
      return shape.read(value, place);
    },
    write: (value) => all.get(value[tag])?.write?.(value) ?? value,
  };
}
