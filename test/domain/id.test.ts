import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  isHostedPageToken,
  isPaymentReference,
  isUuid,
  makeHostedPageToken,
  makePaymentReference,
  makeUuid,
  readUuid,
} from '#domain/id.ts';

const ones = (count: number) => new Uint8Array(count).fill(0xff);
const zeros = (count: number) => new Uint8Array(count);
const NOW_MS = Date.parse('2026-11-20T09:00:00Z');

describe('UUIDs', () => {
  it('a UUID has version 7 and the RFC 9562 variant, with any random bytes', () => {
    expect(makeUuid(NOW_MS, zeros)).toMatch(/-7000-8000-0{12}$/);
    expect(makeUuid(NOW_MS, ones)).toMatch(/-7fff-bfff-f{12}$/);
    expect(isUuid(makeUuid(NOW_MS, randomBytes))).toBe(true);
  });

  it('a UUID is read in any case, without dashes and in braces, and nothing else is one', () => {
    const uuid = '01890abc-0000-7000-8000-00000000000f';
    const plain = uuid.replaceAll('-', '');
    for (const text of [uuid, uuid.toUpperCase(), plain, `{${uuid}}`, `{${plain.toUpperCase()}}`])
      expect(readUuid(text)).toBe(uuid);
    for (const text of [
      'abc',
      '',
      `${plain}0`,
      plain.slice(1),
      `{${uuid}`,
      `${uuid}}`,
      `${plain.slice(0, 8)}-${plain.slice(8)}`,
    ])
      expect(readUuid(text)).toBeUndefined();
  });

  it('a UUID begins with its instant, so UUIDs sort by age', () => {
    const uuid = makeUuid(NOW_MS, randomBytes);
    expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW_MS);
    const inOrder = [0, 1, 999, NOW_MS, NOW_MS + 1, 2 ** 47].map((ms) => makeUuid(ms, ones));
    expect([...inOrder].sort()).toEqual(inOrder);
  });
});

describe('payment references', () => {
  it('a payment reference is PAY- and 26 characters without I, L, O and U', () => {
    expect(makePaymentReference(NOW_MS, zeros)).toMatch(/^PAY-[0-9A-HJKMNP-TV-Z]{10}0{16}$/);
    expect(makePaymentReference(NOW_MS, ones)).toMatch(/^PAY-[0-9A-HJKMNP-TV-Z]{10}Z{16}$/);
    expect(isPaymentReference(makePaymentReference(NOW_MS, randomBytes))).toBe(true);
  });

  it('payment references sort by age', () => {
    const inOrder = [0, 1, 31, 32, NOW_MS, NOW_MS + 1, 2 ** 47].map((ms) => makePaymentReference(ms, ones));
    expect([...inOrder].sort()).toEqual(inOrder);
  });
});

it('a hosted page token contains 256 random bits', () => {
  const token = makeHostedPageToken(randomBytes);
  expect(isHostedPageToken(token)).toBe(true);
  expect(Buffer.from(token.slice(4), 'base64url').length).toBe(32);
  const tokens = Array.from({ length: 1_000 }, () => makeHostedPageToken(randomBytes));
  expect(new Set(tokens).size).toBe(1_000);
});

it('a text of another form is not accepted as an id', () => {
  const uuid = makeUuid(NOW_MS, randomBytes);
  const reference = makePaymentReference(NOW_MS, randomBytes);
  const token = makeHostedPageToken(randomBytes);
  for (const odd of [`A${uuid.slice(1)}`, `${uuid}\n`, `${uuid}0`, uuid.replaceAll('-', ''), '', reference]) {
    expect(isUuid(odd), odd).toBe(false);
  }
  for (const odd of [
    reference.toLowerCase(),
    `${reference}\n`,
    reference.slice(4),
    `${reference}0`,
    'PAY-',
  ]) {
    expect(isPaymentReference(odd), odd).toBe(false);
  }
  for (const letter of 'ILOU') expect(isPaymentReference(`PAY-${letter.repeat(26)}`)).toBe(false);
  for (const odd of [`${token}\n`, token.slice(0, -1), `${token}A`, token.replace('HST', 'hst'), 'HST-']) {
    expect(isHostedPageToken(odd), odd).toBe(false);
  }
});
