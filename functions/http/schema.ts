// The schema of a body or a query. It is built at the first call and cached: building takes several times as
// long as parsing.
import type { Field } from '#contract/field/field.ts';
import { fieldProblems } from '#contract/field/field-problems.ts';
import type { FieldProblem } from '#domain/field-problem.ts';
import type { Caller } from './caller.ts';
import { invalidFields } from './failure.ts';

/** The inputs of a schema: few enough values that one schema is cached for each. */
export type SchemaReader = Pick<Caller, 'timeZone' | 'mode'> & {
  /** The answer will be a table, which may have more rows. */
  asCsv?: boolean;
};
export type Schema<Value> = (reader: SchemaReader) => Field<Value>;

export function kept<Value>(schema: Schema<Value>): Schema<Value> {
  const made = new Map<string, Field<Value>>();
  return ({ timeZone, mode, asCsv = false }) => {
    const key = `${mode} ${asCsv} ${timeZone}`;
    const known = made.get(key) ?? schema({ timeZone, mode, asCsv });
    made.set(key, known);
    return known;
  };
}

/** Throws VALIDATION_ERROR, which names a field as it was sent. */
export function parse<Value>(
  schema: Schema<Value>,
  reader: SchemaReader,
  input: unknown,
  sentAs: Readonly<Record<string, string>> = {},
): Value {
  const result = schema(reader).safeParse(input);
  if (result.success) return result.data;
  const problems = fieldProblems(result.error);
  throw invalidFields(problems.map((one) => ({ ...one, field: sentAs[one.field] ?? one.field })));
}

/** The problems of an object without any field: one for each that is required. */
export function missingFields(schema: Schema<unknown> | undefined, reader: SchemaReader): FieldProblem[] {
  const { error } = schema?.(reader).safeParse({}) ?? {};
  return error ? fieldProblems(error) : [];
}
