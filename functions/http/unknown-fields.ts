// Refuses unknown names (api.md 2.6 and 4.10): every unknown parameter of a query, and in a body every field
// whose name is nearly that of a known one. If a misspelt filter were ignored, a list would return the data
// of other persons; if a misspelt limit were ignored, nothing would be limited.
import type { Accepts } from '#contract/field/accepts.ts';
import { BODY_FIELDS } from '#contract/field/body-fields.ts';
import { isNearly } from '#contract/field/slip.ts';
import type { FieldProblem } from '#domain/field-problem.ts';
import { isJsonObject } from '#domain/json-number.ts';
import { Rejection } from '#domain/rejection.ts';

type Named = Readonly<Record<string, { accepts: Accepts }>>;
type Unknown = { path: string; name: string; known: readonly string[] };

const fieldsOf = (accepts: Accepts | undefined): Named => (accepts?.kind === 'object' ? accepts.fields : {});

/** Throws UNKNOWN_PARAMETER. */
export function requireKnownParameters(accepts: Accepts | undefined, query: Record<string, unknown>): void {
  const known = Object.keys(fieldsOf(accepts));
  const unknown = Object.keys(query).filter((name) => name !== '' && !known.includes(name));
  if (unknown.length > 0) throw unknownNames(unknown.map((name) => ({ path: '', name, known })));
}

/**
 * Throws UNKNOWN_PARAMETER if an unknown field of the body is nearly a known one of this or another endpoint.
 */
export function requireKnownFields(accepts: Accepts | undefined, body: Record<string, unknown>): void {
  const unknown = slipsIn(accepts ?? { kind: 'object', fields: {} }, body, '');
  if (unknown.length > 0) throw unknownNames(unknown);
}

function slipsIn(accepts: Accepts, value: unknown, path: string): Unknown[] {
  if (accepts.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((item, at) => slipsIn(accepts.item, item, `${path}[${at}]`));
  }
  if (accepts.kind !== 'object' || !isJsonObject(value)) return [];
  const fields = fieldsOf(accepts);
  const known = Object.keys(fields);
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) return slipsIn(field.accepts, inner, `${prefixOf(path)}${name}`);
    // `null` means the same as leaving the field out.
    if (inner === null) return [];
    return isMeantForField(name, known) ? [{ path, name, known }] : [];
  });
}

const prefixOf = (path: string) => (path === '' ? '' : `${path}.`);
const isMeantForField = (name: string, known: readonly string[]) =>
  [...known, ...BODY_FIELDS].some((one) => isNearly(name, one));

/** Only names of this form are repeated in the answer: a name, like a value, could contain a card number. */
const PLAIN_NAME = /^[A-Za-z_]{1,40}$/;

function unknownNames(unknown: readonly Unknown[]): Rejection {
  const problems = unknown.map(({ path, name, known }): FieldProblem => {
    const field = PLAIN_NAME.test(name) ? name : '?';
    return { field: `${prefixOf(path)}${field}`, code: 'UNKNOWN', hint: { values: known } };
  });
  return new Rejection('UNKNOWN_PARAMETER', { problems, knownNames: unknown[0]?.known ?? [] });
}
