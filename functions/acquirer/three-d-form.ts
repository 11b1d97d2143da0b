// What all banks' 3-D Secure answers have in common: a form of bytes, and what a card's scheme calls proven.
import { TextDecoder } from 'node:util';
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import type { ThreeDReturn } from './acquirer.ts';
import { readFormBytes } from './form.ts';

type FormBytes = [name: Buffer, value: Buffer][];

/** The fields of a posted form, undecoded; undefined if the body is no form. */
export const readIssuerForm = (bytes: Buffer, contentType: string | undefined): FormBytes | undefined =>
  /^application\/x-www-form-urlencoded\b/i.test(contentType?.trim() ?? '') ? readFormBytes(bytes) : undefined;

type ReadForm =
  | { kind: 'read'; fields: Map<string, string>; pairs: FormBytes }
  | Extract<ThreeDReturn, { kind: 'malformed' }>;

/** The fields of a form in UTF-8. A field that comes twice is ambiguous: a hash covers one of its values. */
export function readUtf8Form(bytes: Buffer, contentType: string | undefined): ReadForm {
  const pairs = readIssuerForm(bytes, contentType);
  if (pairs === undefined) return { kind: 'malformed', reason: 'not a form' };
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const fields = new Map(pairs.map(([name, value]) => [decoder.decode(name), decoder.decode(value)]));
  return fields.size === pairs.length
    ? { kind: 'read', fields, pairs }
    : { kind: 'malformed', reason: 'a field comes twice' };
}

/** The electronic commerce indicator of a full authentication. */
export const FULL_ECI: Record<CardAssociation, readonly string[]> = {
  VISA: ['05'],
  AMEX: ['05'],
  MASTERCARD: ['02'],
  TROY: ['02', '05'],
  OTHER: ['02', '05'],
};

/** A word with fewer than four digits, so a card number is not a field name. */
const FIELD_NAME = /^(?!(?:.*\d){4})[a-z][\w.-]{0,39}$/i;

/** Field names of a refused answer. The pattern prevents a forger from writing arbitrary text to the log. */
export const namesForLog = (fields: FormBytes): string[] =>
  fields
    .map(([name]) => name.toString('latin1'))
    .filter((name) => FIELD_NAME.test(name))
    .slice(0, 60)
    .sort();
