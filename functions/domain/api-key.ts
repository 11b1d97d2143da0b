// The form of an API key: mode, 190 random bits, checksum. The checksum lets the service refuse a mistyped or
// truncated key without a read of the table, and lets secret scanners recognise a key.
import { crc32 } from 'node:zlib';

/** The mode of an account, and therefore of each of its keys, never changes (api.md 6.5). */
export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^psk_(test|live)_[0-9A-Za-z]{38}$/;

/** Skips random bytes from 248 up, which would favour some characters. */
export function makeApiKey(mode: Mode, randomBytes: (count: number) => Uint8Array): string {
  let secret = '';
  while (secret.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < 248 && secret.length < RANDOM_LENGTH) secret += BASE62[byte % 62];
    }
  }
  const unsigned = `psk_${mode}_${secret}`;
  return unsigned + checksum(unsigned);
}

/** Returns the mode of a well-formed key, otherwise undefined. */
export function apiKeyMode(key: string): Mode | undefined {
  const mode = SHAPE.exec(key)?.[1] as Mode | undefined;
  return mode && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH) ? mode : undefined;
}

const KEYS = /psk_(?:test|live)_[0-9A-Za-z]{38}/g;

/** True if a text contains a well-formed key: whoever reads the text could use it. */
export const containsApiKey = (text: string): boolean =>
  (text.match(KEYS) ?? []).some((key) => apiKeyMode(key) !== undefined);

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    digits = (BASE62[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
