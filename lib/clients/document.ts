// What the clients of all languages are made of: the types, events, refusals and operations of the OpenAPI
// document, without its references into itself that no language needs.
import { readFileSync } from 'node:fs';
import { callName, nameOf, withFirst } from './names.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  'x-extensible-enum'?: unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};
type Parameter = { name?: string; in?: string; schema?: Schema };
type Content = { content?: { 'application/json'?: { schema: Schema } } };
type ApiOperation = {
  operationId: string;
  summary: string;
  tags: [string];
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
  /** The answer to a body with `preview: true`. */
  'x-preview'?: string;
};
type OpenApi = {
  info: { version: string };
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, Schema> };
};

export type Field = { name: string; shape: Shape; isRequired: boolean; description: string | undefined };
/** `literal`: one of the values; if `open`, a later version may have further ones. */
export type Shape =
  | { kind: 'named'; name: string }
  | { kind: 'literal'; values: readonly unknown[]; open: boolean }
  | { kind: 'either'; shapes: Shape[] }
  | { kind: 'list'; item: Shape }
  | { kind: 'map'; value: Shape }
  | { kind: 'object'; fields: Field[] }
  | { kind: 'scalar'; type: Scalar };
type Scalar = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'unknown';
type Type = { name: string; shape: Shape; description: string | undefined };

export type Operation = {
  /** In camel case, like `recurringPayment` and `chargePeriod`. */
  group: string;
  name: string;
  /** Of the method that goes through all pages, for a list that has pages. */
  all: string | undefined;
  summary: string;
  method: string;
  path: string;
  /** The names of the path's parts, in order. */
  parts: string[];
  query: Field[];
  body: { shape: Shape; isRequired: boolean } | undefined;
  /** The type whose `data` the call returns. */
  answer: string;
  /** That of its preview: the same call with `preview: true`, and alone with the query. */
  preview: string | undefined;
};
export type Api = {
  version: string;
  types: Type[];
  /** The names of the types of events. */
  events: string[];
  /** `type`: its `data` has the facts. */
  refusals: { code: string; type: string }[];
  operations: Operation[];
};

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url);

export function readDocument(): Api {
  const { info, paths, components } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenApi;
  const { schemas } = components;
  const whole = (schema: Schema) => shapeOf(schema, schemas);
  const names = Object.keys(schemas);
  const previewed = new Set(
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .filter((one) => one['x-preview'] !== undefined)
      .map((one) => nameOf(one.requestBody?.content?.['application/json']?.schema.$ref ?? '')),
  );
  const isOf = (name: string, base: string) =>
    schemas[name]?.allOf?.some(({ $ref }) => $ref?.endsWith(`/${base}`));
  return {
    version: info.version,
    types: Object.entries(schemas).map(([name, schema]) => ({
      name,
      shape: withoutPreview(whole(schema), previewed.has(name)),
      description: schema.description,
    })),
    events: names.filter((name) => isOf(name, 'Event')),
    refusals: names
      .filter((name) => isOf(name, 'Refusal'))
      .map((type) => ({
        type,
        code: String(schemas[type]?.allOf?.at(-1)?.properties?.['errorCode']?.enum?.[0]),
      })),
    operations: Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, one]) => operationOf(method.toUpperCase(), path, one, whole)),
    ),
  };
}

/** A preview is a method of its own, because it returns another object. */
const withoutPreview = (shape: Shape, isPreviewed: boolean): Shape =>
  isPreviewed && shape.kind === 'object'
    ? { ...shape, fields: shape.fields.filter(({ name }) => name !== 'preview') }
    : shape;

function shapeOf(schema: Schema, schemas: Record<string, Schema>): Shape {
  const of = (one: Schema) => shapeOf(one, schemas);
  const { $ref, allOf, anyOf, type, items, additionalProperties } = schema;
  if ($ref !== undefined) return { kind: 'named', name: nameOf($ref) };
  if ('const' in schema) return { kind: 'literal', values: [schema.const], open: false };
  if (schema.enum) return { kind: 'literal', values: schema.enum, open: false };
  const known = schema['x-extensible-enum'];
  if (known) return { kind: 'literal', values: known, open: true };
  if (allOf) return of(allOf.map((one) => followed(one, schemas)).reduce(merged));
  if (anyOf) return { kind: 'either', shapes: anyOf.map(of) };
  if (Array.isArray(type)) return { kind: 'either', shapes: type.map((one) => of({ ...schema, type: one })) };
  if (type === 'array') return { kind: 'list', item: of(items ?? {}) };
  if (type !== 'object') return { kind: 'scalar', type: (type ?? 'unknown') as Scalar };
  if (schema.properties === undefined) {
    return { kind: 'map', value: of(typeof additionalProperties === 'object' ? additionalProperties : {}) };
  }
  const { properties, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, one]) => fieldOf(name, one, of, required));
  return { kind: 'object', fields };
}

const followed = (schema: Schema, schemas: Record<string, Schema>): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? schema);

/** What an event or a refusal says of a field replaces what all say: a wrong one does not compile. */
function merged(one: Schema, other: Schema): Schema {
  if (one.properties === undefined || other.properties === undefined) return other;
  const properties = { ...one.properties };
  for (const [name, own] of Object.entries(other.properties)) {
    properties[name] = merged(properties[name] ?? {}, own);
  }
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
  return { ...one, ...other, properties, required };
}

function fieldOf(name: string, schema: Schema, of: (one: Schema) => Shape, required: string[] = []): Field {
  const { description } = schema;
  return { name, shape: of(schema), isRequired: required.includes(name), description };
}

function operationOf(
  method: string,
  path: string,
  { operationId, summary, tags, parameters = [], requestBody, responses, 'x-preview': preview }: ApiOperation,
  of: (schema: Schema) => Shape,
): Operation {
  const { group, name } = callName(operationId, tags[0]);
  const status = ['201', '200', '202'].find((one) => one in responses) ?? '';
  const success = responses[status]?.content?.['application/json']?.schema;
  const answer = nameOf(success?.$ref ?? success?.anyOf?.[0]?.$ref ?? '');
  const asked = parameters.filter((one) => one.in === 'query');
  const query = asked.map(({ name: field = '', schema = {} }) => fieldOf(field, schema, of));
  const isPaged = method === 'GET' && answer.endsWith('List') && query.some((one) => one.name === 'cursor');
  const isWhole = name === 'list' || name === 'query';
  const all = isPaged ? `all${isWhole ? '' : withFirst(name, 'toUpperCase')}` : undefined;
  const schema = requestBody?.content?.['application/json']?.schema;
  const body = schema && { shape: of(schema), isRequired: requestBody?.required === true };
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part);
  return { group, name, all, summary, method, path, parts, query, body, answer, preview };
}
