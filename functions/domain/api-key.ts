// The form of an API key: kind, 190 random bits, checksum. The checksum lets a mistyped or truncated key be
// refused without a look at the table, and lets secret scanners recognise one.
import { crc32 } from 'node:zlib';

export type KeyKind = 'test' | 'live';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^psk_(test|live)_[0-9A-Za-z]{38}$/;

/** `randomBytes` gives the key its secret; bytes that would favour some characters are skipped. */
export function makeApiKey(kind: KeyKind, randomBytes: (count: number) => Uint8Array): string {
  let secret = '';
  while (secret.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < 248 && secret.length < RANDOM_LENGTH) secret += BASE62[byte % 62];
    }
  }
  const unsigned = `psk_${kind}_${secret}`;
  return unsigned + checksum(unsigned);
}

/** The kind of a well-formed key; undefined for anything else. */
export function apiKeyKind(key: string): KeyKind | undefined {
  const kind = SHAPE.exec(key)?.[1] as KeyKind | undefined;
  return kind && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH) ? kind : undefined;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    digits = (BASE62[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
