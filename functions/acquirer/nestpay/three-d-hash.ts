// The hash that ties a 3-D Secure form to the shop's store key, version 3: over every field but three, in the
// order of their upper-cased names, so that nobody between bank and shop can change, add or drop one.
import { createHash, timingSafeEqual } from 'node:crypto';

/** Not hashed, in whatever case they come. */
const UNHASHED = new Set(['HASH', 'ENCODING', 'NATIONALIDNO']);

type Field = readonly [name: string, value: string];

/** SHA-512 in Base64 of all values and the store key, each escaped, joined by `|`. Empty values count too. */
export function threeDHash(fields: Iterable<Field>, storeKey: string): string {
  const hashed = [...fields]
    .map(([name, value]) => ({ name: name.toUpperCase(), value }))
    .filter(({ name }) => !UNHASHED.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ value }) => escapeValue(value));
  return createHash('sha512')
    .update([...hashed, escapeValue(storeKey)].join('|'))
    .digest('base64');
}

/** The backslash first: the other way round the escape of a bar would be escaped again. */
const escapeValue = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|');

/** Whether `claimed` is the hash of the fields, in a time that tells nothing about the right one. */
export function hashFits(fields: Iterable<Field>, storeKey: string, claimed: string): boolean {
  const right = Buffer.from(threeDHash(fields, storeKey));
  const given = Buffer.from(claimed);
  return right.length === given.length && timingSafeEqual(right, given);
}
