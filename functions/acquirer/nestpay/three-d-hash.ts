// The hash of a 3-D Secure form with the merchant's store key, version 3 (nestpay.md 6.2). It covers all
// fields but three in the order of their upper-case names, so no field can be changed, added or dropped on
// the way.
import { createHash, timingSafeEqual } from 'node:crypto';

/** Fields that are not hashed, compared in upper case. */
const UNHASHED = new Set(['HASH', 'ENCODING', 'NATIONALIDNO']);

type HashField = readonly [name: string, value: string];

/** Base64 SHA-512 of all values and the store key, each escaped, joined by `|`. Empty values count. */
export function threeDHash(fields: Iterable<HashField>, storeKey: string): string {
  const hashed = [...fields]
    .map(([name, value]) => ({ name: name.toUpperCase(), value }))
    .filter(({ name }) => !UNHASHED.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ value }) => escapeValue(value));
  return createHash('sha512')
    .update([...hashed, escapeValue(storeKey)].join('|'))
    .digest('base64');
}

/** The backslash is escaped first; otherwise the escape of a bar would be escaped again. */
const escapeValue = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|');

/** True if `received` is the hash of the fields, compared in constant time. */
export function isHashValid(fields: Iterable<HashField>, storeKey: string, received: string): boolean {
  const expectedBytes = Buffer.from(threeDHash(fields, storeKey));
  const receivedBytes = Buffer.from(received);
  return expectedBytes.length === receivedBytes.length && timingSafeEqual(expectedBytes, receivedBytes);
}
