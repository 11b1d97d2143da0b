// A PUT takes the object that its GET returned (api.md 4.12). A field of the answer that the call cannot
// change must then equal the record: if another value were ignored, its caller would believe it is stored.

import { isDeepStrictEqual } from 'node:util';
import type { Accepts } from '#contract/field/accepts.ts';
import { readUuid } from '#domain/id.ts';
import { spelledFlag, spelledNumber } from '#domain/json-number.ts';
import { Rejection } from '#domain/rejection.ts';
import { caseless } from '#domain/text/turkish-fold.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { isUnset } from './unknown-fields.ts';

type RecordFields = Readonly<Record<string, unknown>>;

/** The fields of the answer that the body repeats and the contract does not read. */
export function repeatedFields(
  accepts: Accepts | undefined,
  input: RecordFields,
  names: readonly string[],
): RecordFields {
  const read = accepts?.kind === 'object' ? accepts.fields : {};
  const repeated = [...names, 'id'].filter(
    (name) => Object.hasOwn(input, name) && !Object.hasOwn(read, name),
  );
  return Object.fromEntries(repeated.map((name) => [name, input[name]]));
}

/** How an object is compared; by default instants have an offset, and the advice is that of the table. */
export type RecordComparison = {
  /** Reads an instant as the POST of the object does: milliseconds, or NaN. */
  readInstant?: (text: string) => number;
  /** The calls that change what this one cannot. */
  otherCalls?: Rejection['advice'];
};

/**
 * Throws FIELD_IMMUTABLE with the record's values if a repeated field differs from the record: `record` is the
 * answer without what changes by itself, which has no effect, whatever its value.
 */
export function requireRecord(
  repeated: RecordFields,
  record: RecordFields,
  { readInstant = withOffset, otherCalls }: RecordComparison = {},
): void {
  const differing = Object.keys(repeated).filter(
    (name) => Object.hasOwn(record, name) && !agrees(repeated[name], record[name], readInstant),
  );
  if (differing.length === 0) return;
  const values = Object.fromEntries(differing.map((name) => [name, record[name]]));
  const rejection = new Rejection('FIELD_IMMUTABLE', { record: values }).at(...differing);
  throw otherCalls ? rejection.advising(otherCalls) : rejection;
}

/** Ids and words are equal in any case, and instants in any offset. A field that was never set agrees. */
function agrees(sent: unknown, shown: unknown, readInstant: (text: string) => number): boolean {
  const flag = typeof sent === 'boolean' || typeof shown === 'boolean' ? spelledFlag(sent) : undefined;
  if (flag !== undefined) return flag === (shown ?? false);
  if (isUnset(sent)) return true;
  if (typeof shown === 'object' && shown !== null) return agreesWithin(sent, { ...shown }, readInstant);
  const written = String(spelledNumber(sent) ?? sent).trim();
  const [text, known] = [readUuid(written) ?? written, String(shown)];
  if (caseless(text) === caseless(known)) return true;
  if (typeof shown === 'number') return Number(text) === shown;
  if (!INSTANT.test(known)) return false;
  // A program that keeps whole seconds cuts the rest off.
  const [sentMs, knownMs] = [readInstant(text), Date.parse(known)];
  return sentMs === knownMs || sentMs === Math.floor(knownMs / SECOND_MS) * SECOND_MS;
}

/** Each field of an object, or item of a list; what is left out must be unset. */
function agreesWithin(sent: unknown, shown: RecordFields, readInstant: (text: string) => number): boolean {
  if (typeof sent !== 'object') return false;
  const inner: RecordFields = { ...sent };
  return Object.keys({ ...inner, ...shown }).every((name) =>
    name in inner ? agrees(inner[name], shown[name], readInstant) : isUnset(shown[name]),
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const withOffset = (text: string) => (INSTANT.test(text) ? Date.parse(text) : Number.NaN);

/** True if a change leaves the object as it is shown: then nothing is written, and no event is made. */
export const isUnchanged = (before: RecordFields, after: RecordFields): boolean =>
  isDeepStrictEqual({ ...before, updatedAt: '' }, { ...after, updatedAt: '' });
