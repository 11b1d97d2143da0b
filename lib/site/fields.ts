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

/** Texts that a pattern makes an instant or a calendar day of: each has the months' lengths in it. */
const isMoment = (pattern = '') => pattern.includes('(?:0[13578]|1[02])-31');

/** The offset of an instant may be left out too: only a day itself tells the two apart. */
const takesDay = (pattern = '') => new RegExp(pattern).test('2026-11-20');

function typeOf(schema: Schema, schemas: Schemas, words: Words): string {
  const { default: preset, $ref: _, ...found } = resolved(schema, schemas);
  if (preset !== undefined)
    return `${typeOf(found, schemas, words)}, ${words.preset} \`${JSON.stringify(preset).replaceAll('"', '')}\``;
  const { type, format, anyOf, items, pattern } = found;
  if (anyOf) return eitherOf([...new Set(anyOf.map((one) => typeOf(one, schemas, words)))], words);
  const values = found.enum ?? found['x-extensible-enum'] ?? ('const' in found ? [found.const] : undefined);
  if (values) {
    return eitherOf(
      values.map((value) => `\`${String(value)}\``),
      words,
    );
  }
  if (Array.isArray(type)) {
    return eitherOf(
      type.map((one) => typeOf({ ...found, type: one }, schemas, words)),
      words,
    );
  }
  if (type === 'null') return words.null;
  if (type === 'array')
    return `${words.array}${bounds(found, words)}${items ? ` (${typeOf(items, schemas, words)})` : ''}`;
  if (type === 'string' && (format === 'date-time' || format === 'date')) return words[format];
  if (type === 'string' && isMoment(pattern))
    return takesDay(pattern) ? `${words.date} ${words.or} ${words['date-time']}` : words['date-time'];
  if (type === 'string' && (format === 'uuid' || format === 'email' || format === 'uri'))
    return words[format];
  const word = words[type as 'string'] ?? words.object;
  return `${word}${bounds(found, words)}`;
}

/** `a`, `b` or `c`. */
function eitherOf(types: readonly string[], { or }: Words): string {
  const last = types.at(-1) ?? '';
  return types.length > 1 ? `${types.slice(0, -1).join(', ')} ${or} ${last}` : last;
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
