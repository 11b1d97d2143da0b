// The JSON schema of a contract, read from what the contract itself does: what is made of fields says so, and
// a single field is asked with samples until it has told its type, bounds, values and format. Nothing is
// written down a second time, so nothing can differ from what the running service takes.
import * as z from 'zod/mini';
import { fieldProblems } from '#contract/field/field-problems.ts';
import { type Ask, type Field, type JsonSchema, numberSchema } from './number-schema.ts';
import { stringSchema } from './string-schema.ts';

type Made = z.core.$ZodObject | z.core.$ZodArray;

/** The object or list that a contract reads, whatever it is wrapped in; undefined for a single field. */
function madeOf(field: Field): Made | undefined {
  const { def } = (field as z.core.$ZodTypes)._zod;
  if (def.type === 'object' || def.type === 'array') return field as Made;
  if (def.type === 'pipe') return madeOf(def.in) ?? madeOf(def.out);
  return 'inner' in field ? madeOf(field.inner as Field) : undefined;
}

/** What a field makes of a value: the value, or the first thing that is wrong with it. */
const asking =
  (field: Field): Ask =>
  (value) => {
    const result = z.safeParse(field, value);
    return result.success ? { made: result.data } : { problem: fieldProblems(result.error)[0] };
  };

const isRequired = (field: Field) => asking(field)(undefined).problem?.code === 'REQUIRED';

/** Throws where a field answers no sample in a way that tells its type. */
export function schemaOf(field: Field): JsonSchema {
  const made = madeOf(field);
  const ask = asking(field);
  const fallback = ask(undefined).made;
  return {
    ...(made ? madeSchema(made, ask) : singleSchema(ask)),
    ...(fallback !== undefined && !made && { default: fallback }),
  };
}

function madeSchema({ _zod: { def } }: Made, ask: Ask): JsonSchema {
  if (def.type === 'array') {
    const { problem } = ask(Array.from({ length: 10_000 }, () => undefined));
    return { type: 'array', items: schemaOf(def.element), maxItems: problem?.hint?.max };
  }
  const shape = Object.entries(def.shape);
  const required = shape.filter(([, field]) => isRequired(field)).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(shape.map(([name, field]) => [name, schemaOf(field)])),
  };
}

function singleSchema(ask: Ask): JsonSchema {
  if (ask(true).made === true) return { type: 'boolean' };
  const schema = numberSchema(ask) ?? stringSchema(ask);
  const isClearable = ask(null).made === null;
  return isClearable ? { ...schema, type: [schema['type'], 'null'] } : schema;
}

/** Fields of which one at least must be there, though none must be by itself: asked of the whole contract. */
export function oneOfThese(contract: Field): string[] {
  const made = madeOf(contract);
  const result = z.safeParse(contract, {});
  if (result.success || made?._zod.def.type !== 'object') return [];
  const { shape } = made._zod.def;
  return fieldProblems(result.error)
    .filter(({ field: name, code }) => code === 'REQUIRED' && shape[name] && !isRequired(shape[name]))
    .map(({ field: name }) => name);
}
