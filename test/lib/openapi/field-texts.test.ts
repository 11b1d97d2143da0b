// The text of a field says what is true where it stands: of a field that always has a value, no null.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CUSTOMER_FIELDS } from '../../../lib/openapi/words/customer-fields.ts';
import { EVENT_FIELDS } from '../../../lib/openapi/words/event-fields.ts';
import { INSTALLMENT_FIELDS } from '../../../lib/openapi/words/installment-words.ts';
import { KEY_FIELDS } from '../../../lib/openapi/words/key-words.ts';
import { PAGE_FIELDS } from '../../../lib/openapi/words/page-fields.ts';
import { PAYMENT_FIELDS } from '../../../lib/openapi/words/payment-fields.ts';
import { SETTLEMENT_FIELDS } from '../../../lib/openapi/words/settlement-words.ts';

const TABLES = [
  CUSTOMER_FIELDS,
  EVENT_FIELDS,
  INSTALLMENT_FIELDS,
  KEY_FIELDS,
  PAGE_FIELDS,
  PAYMENT_FIELDS,
  SETTLEMENT_FIELDS,
];

type Schema = { [name: string]: unknown };

const schemas = Object.entries(
  (JSON.parse(await readFile('docs/openapi.json', 'utf8')) as { components: { schemas: Schema } }).components
    .schemas,
) as [string, Schema][];

const partsOf = (schema: Schema) => [schema['items'], ...((schema['anyOf'] as Schema[] | undefined) ?? [])];
const mayBeNull = (schema: Schema): boolean =>
  [schema['type']].flat().includes('null') ||
  partsOf(schema).some((part) => part && mayBeNull(part as Schema));

/** The fields of an object and of its objects, by path. */
function fieldsOf(schema: Schema, path: string): { path: string; field: Schema; isRequired: boolean }[] {
  const required = (schema['required'] as string[] | undefined) ?? [];
  const own = Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {});
  return [
    ...own.flatMap(([name, field]) => [
      { path: `${path}.${name}`, field, isRequired: required.includes(name) },
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...partsOf(schema).flatMap((part) => (part ? fieldsOf(part as Schema, path) : [])),
  ];
}
const all = schemas.flatMap(([name, schema]) => fieldsOf(schema, name));

it('no field that always has a value is said to be null', () => {
  const wrong = all
    .filter(({ field, isRequired }) => isRequired && !mayBeNull(field))
    .filter(({ field }) => /\bnull\b/.test(String(field['description'])));
  expect(all.length).toBeGreaterThan(1_000);
  expect(wrong.map(({ path, field }) => `${path}: ${String(field['description'])}`)).toEqual([]);
});

it('a percentage may have decimals', () => {
  const percents = all.filter(({ path }) => /Percent$/.test(path));
  expect(percents.map(({ field }) => [field['type']].flat()[0])).toEqual(percents.map(() => 'number'));
});

it('no table of words replaces a text of another one', () => {
  const names = TABLES.flatMap((table) => Object.keys(table));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
