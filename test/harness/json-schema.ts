// Validates a value against a JSON Schema, as far as the OpenAPI document uses it. It is stricter than the
// document, which leaves room for later versions (api.md 2.7): an object has only the fields, and a text only
// the values, that the document knows today.
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  'x-extensible-enum'?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  pattern?: string;
  format?: string;
  minimum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
};
export type Schemas = Record<string, Schema>;

const FORMATS: Record<string, RegExp> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: /^https?:\/\/\S+$/,
};

function typeOf(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

/** Returns one line per problem, such as `data.items[0].amount: type`. */
export function problemsOf(value: unknown, schema: Schema, schemas: Schemas, at = 'data'): string[] {
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return named ? problemsOf(value, named, schemas, at) : [`${at}: no ${schema.$ref}`];
  }
  if (schema.anyOf) {
    const tries = schema.anyOf.map((one) => problemsOf(value, one, schemas, at));
    return tries.some((problems) => problems.length === 0) ? [] : (tries[0] ?? []);
  }
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !typeOf(value).some((type) => types.includes(type))) return [`${at}: type`];
  return [...textProblems(value, schema, at), ...partProblems(value, schema, schemas, at)];
}

function textProblems(
  value: unknown,
  { 'x-extensible-enum': values, pattern, format, minimum, ...schema }: Schema,
  at: string,
) {
  const isText = typeof value === 'string';
  return [
    ...('const' in schema && schema.const !== value ? [`${at}: const`] : []),
    ...(isText && values?.includes(value) === false ? [`${at}: enum`] : []),
    ...(isText && pattern && !new RegExp(pattern).test(value) ? [`${at}: pattern`] : []),
    ...(isText && format && !FORMATS[format]?.test(value) ? [`${at}: format`] : []),
    ...(typeof value === 'number' && minimum !== undefined && value < minimum ? [`${at}: minimum`] : []),
  ];
}

function partProblems(value: unknown, schema: Schema, schemas: Schemas, at: string): string[] {
  const { items, properties, required = [] } = schema;
  if (Array.isArray(value)) {
    return items ? value.flatMap((one, index) => problemsOf(one, items, schemas, `${at}[${index}]`)) : [];
  }
  // An object without listed fields may have any.
  if (typeof value !== 'object' || value === null || properties === undefined) return [];
  const names = Object.keys(value);
  return [
    ...required.filter((name) => !names.includes(name)).map((name) => `${at}.${name}: missing`),
    ...Object.entries(value).flatMap(([name, one]) => {
      const field = properties[name];
      if (field) return problemsOf(one, field, schemas, `${at}.${name}`);
      return [`${at}.${name}: unknown`];
    }),
  ];
}
