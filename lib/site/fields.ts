// The fields of a schema as rows, those of objects within it by their paths.
import type { Schema } from '../clients/document.ts';
import { nameOf } from '../clients/names.ts';
import type { Words } from './words.ts';

export type Schemas = Readonly<Record<string, Schema>>;
export type FieldRow = { name: string; type: string; meaning: string };

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : { ...schemas[nameOf(schema.$ref)], ...schema };

export function fieldRows(schema: Schema, schemas: Schemas, words: Words, before = ''): FieldRow[] {
  const { properties = {}, required = [] } = objectIn(schema, schemas);
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = before + name;
    const must = required.includes(name) && words.required ? `, ${words.required}` : '';
    const row = {
      name: path,
      type: typeOf(field, schemas, words) + must,
      meaning: resolved(field, schemas).description ?? '',
    };
    const inner = objectIn(field, schemas);
    const items = inner.items && objectIn(inner.items, schemas);
    // An object of its own has a section or page of its own.
    const isOwn = /\/(?!Any)[A-Z]/.test(field.$ref ?? '') && before !== '';
    if (isOwn || path.split('.').length > 3) return [row];
    if (items?.properties) return [row, ...fieldRows(items, schemas, words, `${path}[].`)];
    return inner.properties ? [row, ...fieldRows(inner, schemas, words, `${path}.`)] : [row];
  });
}

/** What is behind a reference, and beside null. */
function objectIn(schema: Schema, schemas: Schemas): Schema {
  const found = resolved(schema, schemas);
  const [other] = (found.anyOf ?? []).filter(({ type }) => type !== 'null');
  return found.anyOf?.length === 2 && other ? objectIn(other, schemas) : found;
}

function typeOf(schema: Schema, schemas: Schemas, words: Words): string {
  const found = resolved(schema, schemas);
  const { type, format, anyOf, items } = found;
  if (anyOf) return [...new Set(anyOf.map((one) => typeOf(one, schemas, words)))].join(` ${words.or} `);
  const values = found.enum ?? found['x-extensible-enum'] ?? ('const' in found ? [found.const] : undefined);
  if (values) return values.map((value) => `\`${String(value)}\``).join(` ${words.or} `);
  if (Array.isArray(type)) {
    return type.map((one) => typeOf({ ...found, type: one }, schemas, words)).join(` ${words.or} `);
  }
  if (type === 'array')
    return `${words.array}${bounds(found, words)}${items ? ` (${typeOf(items, schemas, words)})` : ''}`;
  if (type === 'string' && format === 'date-time') return words.instant;
  if (type === 'string' && (format === 'uuid' || format === 'email' || format === 'uri'))
    return words[format];
  const word = words[type as 'string'] ?? words.object;
  return `${word}${bounds(found, words)}`;
}

function bounds(schema: Schema, words: Words): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (low === undefined && high === undefined) return '';
    const ends =
      high === undefined
        ? `≥ ${low}`
        : low === undefined
          ? `≤ ${high}`
          : low === high
            ? `${low}`
            : `${low}–${high}`;
    return ` ${ends}${unit}`;
  };
  return (
    range(minLength, maxLength, ` ${words.characters}`) +
    range(minItems, maxItems, ` ${words.items}`) +
    range(minimum, maximum, '')
  );
}
