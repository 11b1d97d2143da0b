// The form of a ciphertext with a copy before it: a first byte, the length of the copy, the copy, KMS's
// ciphertext, which begins with 1. Every stage reads it, also one whose option was taken back.
const FIRST = 0xec;

export const copyBefore = (copy: Uint8Array, ciphertext: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from([FIRST, copy.length]), copy, ciphertext]);

const endOf = ([first, length = 0]: Uint8Array) => (first === FIRST ? 2 + length : 0);

export const ciphertextOf = (stored: Uint8Array): Uint8Array => stored.subarray(endOf(stored));
/** Empty if there is none. */
export const copyOf = (stored: Uint8Array): Uint8Array => stored.subarray(2, endOf(stored));
