import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { apiKeyMode, MODES, makeApiKey } from '#domain/api-key.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

it('an API key contains its mode, 32 random characters and the CRC-32 of both', () => {
  for (const mode of MODES) {
    const key = makeApiKey(mode, randomBytes);
    const [, , secret = ''] = key.split('_');
    expect(key).toMatch(new RegExp(`^psk_${mode}_[0-9A-Za-z]{38}$`));
    const checksum = Array.from(secret.slice(32)).reduce((sum, one) => sum * 62 + BASE62.indexOf(one), 0);
    expect(checksum).toBe(crc32(key.slice(0, -6)));
    expect(apiKeyMode(key)).toBe(mode);
  }
});

it('an API key with one wrong character, or with two neighbours swapped, is refused', () => {
  const key = makeApiKey('live', randomBytes);
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === 'x' ? 'y' : 'x';
    expect(apiKeyMode(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
    const swapped = key.slice(0, at) + (key[at + 1] ?? '') + key[at] + key.slice(at + 2);
    if (swapped !== key) expect(apiKeyMode(swapped)).toBeUndefined();
  }
});

it('a text that is not exactly one API key is refused', () => {
  const key = makeApiKey('test', randomBytes);
  for (const other of [
    '',
    'psk_test_',
    `${key}\n`,
    `${key}0`,
    ` ${key}`,
    key.slice(0, -1),
    'psk_test_constructor',
  ]) {
    expect(apiKeyMode(other)).toBeUndefined();
  }
});

it('every character of an API key is equally likely: bytes from 248 up are skipped', () => {
  const secretOf = (...bytes: number[]) =>
    makeApiKey('test', (count) => new Uint8Array(count).fill(bytes.shift() ?? 0)).slice(9, 41);
  expect(secretOf(247)).toBe('z'.repeat(32));
  for (const skipped of [248, 255]) expect(secretOf(skipped, 10)).toBe('A'.repeat(32));
});

it('no two API keys are equal', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => makeApiKey('test', randomBytes))).size).toBe(1_000);
});
