// Clients that were generated from the document of today read the answers and messages of later versions
// (api.md 2.7). `npm run trial -- clients` shows it with real clients; these are the words that generators
// read.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPENAPI_FILE } from '../../../lib/openapi/openapi.ts';
import { schemasOf } from './references.ts';

type Part = { at: string; schema: Record<string, unknown> };
type Document = {
  paths: Record<string, Record<string, { responses: object; callbacks?: object }>>;
  components: { schemas: Record<string, unknown>; responses: object };
};
const { paths, components }: Document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));
const responsesOf = (path: Document['paths'][string]) =>
  Object.values(path).map(({ responses, callbacks }) => ({ responses, callbacks }));

/** All schemas below one, itself included. Members of `anyOf` are left out: null may be one of them. */
function partsOf(schema: unknown, at: string): Part[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, allOf = [], ...own } = schema as Record<string, unknown>;
  const inner = [
    ...Object.entries(properties as object),
    ...(items ? [['[]', items] as const] : []),
    ...Object.entries(allOf as object),
  ];
  return [{ at, schema: own }, ...inner.flatMap(([name, one]) => partsOf(one, `${at}.${name}`))];
}
const answers = schemasOf(
  { paths: Object.values(paths).map(responsesOf), responses: components.responses },
  components.schemas,
);
const parts = [...answers].flatMap((name) => partsOf(components.schemas[name], name));

it('an object of an answer may get further fields, and says so', () => {
  const objects = parts.filter(({ schema }) => schema['type'] === 'object');
  expect(objects.length).toBeGreaterThan(50);
  expect(objects.filter(({ schema }) => !schema['additionalProperties']).map(({ at }) => at)).toEqual([]);
});

it('a text of an answer may get further values', () => {
  // One refusal has its one code, one event its one type; beside them stand the open `Refusal` and `Event`.
  const isItsOwn = (at: string) => /^\w+(Refusal\.1\.errorCode|Event\.1\.type)$/.test(at);
  const listed = parts.filter(({ at, schema }) => 'enum' in schema && !isItsOwn(at));
  expect(listed.map(({ at }) => at)).toEqual([]);
  const status = parts.find(({ at }) => at === 'AnyPaymentStatus');
  expect(status?.schema['x-extensible-enum']).toContain('FullyRefunded');
});

it('no field is null alone, for which generated clients have no type', () => {
  expect(parts.filter(({ schema }) => schema['type'] === 'null').map(({ at }) => at)).toEqual([]);
});

it('no schema is called New..., which is what constructors are called in Go', () => {
  expect(Object.keys(components.schemas).filter((name) => name.startsWith('New'))).toEqual([]);
});
