// Names of a body are read in any case (api.md 4.10), at any depth but in metadata, whose names are the
// merchant's own. Two spellings of one name are a duplicate, as two equal ones are.
import type { Accepts } from '#contract/field/accepts.ts';
import { isJsonObject } from '#domain/json-number.ts';
import { caseless } from '#domain/text/turkish-fold.ts';
import { invalidJson } from '../body/invalid-json.ts';
import { byCaselessName } from './unknown-fields.ts';

type Body = Record<string, unknown>;

/**
 * The body with known names as the documents write them; unknown ones stay as they are. `otherNames`: names
 * that the body itself may have beside those of the contract. Throws INVALID_JSON.
 */
export const inOurSpelling = (
  accepts: Accepts | undefined,
  body: Body,
  otherNames: readonly string[] = [],
): Body => spelledObject(accepts ?? { kind: 'object', fields: {} }, body, { path: '', otherNames });

type FieldPath = { path: string; otherNames: readonly string[] };

function spelled(accepts: Accepts, value: unknown, path: string): unknown {
  if (accepts.kind === 'list' && Array.isArray(value)) {
    return value.map((item, at) => spelled(accepts.item, item, `${path}[${at}]`));
  }
  return isJsonObject(value) ? spelledObject(accepts, value, { path: `${path}.`, otherNames: [] }) : value;
}

function spelledObject(accepts: Accepts, body: Body, { path, otherNames }: FieldPath): Body {
  if (accepts.kind !== 'object') return body;
  const { fields } = accepts;
  const known = byCaselessName([...Object.keys(fields), ...otherNames]);
  const seen = new Set<string>();
  const entries = Object.entries(body).map(([written, value]) => {
    const name = known.get(caseless(written)) ?? written;
    if (seen.has(name)) throw invalidJson('DUPLICATE_NAME').at(`${path}${name}`);
    seen.add(name);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field ? spelled(field.accepts, value, `${path}${name}`) : value] as const;
  });
  return Object.fromEntries(entries);
}
