// Ranges of addresses to which an API key is limited.
import { describe, expect, it } from 'vitest';
import { isInRanges, readAddressRange } from '#domain/address-range.ts';

describe('a range of addresses', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.7', ['203.0.113.8', '203.0.113.0/29'], true],
    ['203.0.113.8', ['203.0.113.0/29'], false],
    ['203.0.113.200', ['203.0.113.9/24'], true],
    ['198.51.100.1', ['0.0.0.0/0'], true],
    ['2001:DB8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['2001:db8:0:0:0:0:0:1', ['2001:db8::1'], true],
    ['203.0.113.7', ['::/0'], false],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['203.0.113.7', [], true],
    ['', ['0.0.0.0/0'], false],
    ['unknown', ['0.0.0.0/0', '::/0'], false],
    ['203.0.113.7', ['of an older form'], false],
  ])('address %s in %j: %s', (address, ranges, isIn) => {
    expect(isInRanges(ranges, address)).toBe(isIn);
  });

  it.each([
    ['203.0.113.0/25', ['203.0.113.0/24'], true],
    ['203.0.113.0/24', ['203.0.113.0/24'], true],
    ['203.0.113.0/23', ['203.0.113.0/24'], false],
    ['0.0.0.0/0', ['203.0.113.0/24'], false],
    // Two halves that together have it: a range is named as one of them, or within one.
    ['203.0.113.0/24', ['203.0.113.0/25', '203.0.113.128/25'], false],
  ])('range %s within %j: %s', (inner, ranges, isIn) => {
    expect(isInRanges(ranges, inner)).toBe(isIn);
  });

  it.each([
    '',
    '/24',
    '203.0.113',
    '203.0.113.0/33',
    '2001:db8::/129',
    '203.0.113.0/',
    '203.0.113.0/-1',
    'fe80::1%eth0',
    '203.0.113.07',
    'shop.example',
    '203.0.113.0/2 4',
  ])('%j is none', (text) => expect(readAddressRange(text)).toBeUndefined());
});
