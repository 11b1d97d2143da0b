import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMinor, readAmount, toDecimal } from '#domain/money.ts';
import { rounds } from '../harness/thoroughness.ts';

const MAX_MINOR = 99_999_999_999;
const anyAmount = fc.integer({ min: 1, max: MAX_MINOR });

describe('amounts', () => {
  it('every amount is the same after formatting and reading it again', () => {
    fc.assert(
      fc.property(anyAmount, (amountMinor) => {
        expect(readAmount(formatMinor(amountMinor))).toEqual({ kind: 'amount', amountMinor });
        const json = JSON.stringify(toDecimal(amountMinor));
        expect(readAmount(json)).toEqual({ kind: 'amount', amountMinor });
      }),
      { numRuns: rounds(2_000, 500) },
    );
  });

  it('an amount is exact where multiplying a double by 100 is off by one kuruş', () => {
    for (const [text, amountMinor] of [
      ['0.29', 29],
      ['0.57', 57],
      ['1.1', 110],
      ['8.95', 895],
      ['19.99', 1999],
      ['1.15', 115],
      ['4.35', 435],
      ['999999999.99', MAX_MINOR],
    ] as const) {
      expect(readAmount(text), text).toEqual({ kind: 'amount', amountMinor });
    }
  });

  it('zeros at the end of the decimals change nothing', () => {
    for (const text of ['40.5', '40.50', '40.500', '40.5000000000000000000000000']) {
      expect(readAmount(text)).toEqual({ kind: 'amount', amountMinor: 4050 });
    }
  });

  it.each([
    ['40.505', 'tooPrecise'],
    ['0.010000000000000000000000001', 'tooPrecise'],
    ['0.001', 'tooPrecise'],
    ['0', 'outOfRange'],
    ['0.0', 'outOfRange'],
    ['1000000000', 'outOfRange'],
    ['-5', 'outOfRange'],
    ['-0.01', 'outOfRange'],
    ['-40.505', 'tooPrecise'],
    ['9'.repeat(400), 'outOfRange'],
    ['', 'malformed'],
    ['.5', 'malformed'],
    ['5.', 'malformed'],
    ['05', 'malformed'],
    ['00', 'malformed'],
    ['+5', 'malformed'],
    ['-0', 'malformed'],
    ['-0.00', 'malformed'],
    ['-1e2', 'malformed'],
    ['--5', 'malformed'],
    ['1e2', 'malformed'],
    ['1E400', 'malformed'],
    ['0x10', 'malformed'],
    ['1_000', 'malformed'],
    ['1,50', 'malformed'],
    ['1 ', 'malformed'],
    ['1\n', 'malformed'],
    ['٥', 'malformed'],
    ['NaN', 'malformed'],
    ['Infinity', 'malformed'],
  ])('the number %j is %s', (text, kind) => expect(readAmount(text)).toEqual({ kind }));
});

it.each([
  [0, '0.00'],
  [1, '0.01'],
  [10, '0.10'],
  [4050, '40.50'],
  [-5, '-0.05'],
  [MAX_MINOR, '999999999.99'],
])('%d minor units are formatted as %s', (minor, text) => expect(formatMinor(minor)).toBe(text));
