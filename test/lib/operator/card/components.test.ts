// The components of a private key: any of them that are enough give it back, fewer tell nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { join, multiply, split } from '../../../../lib/operator/card/components.ts';

/** Multiplies bit by bit, without tables. */
function slowly(a: number, b: number): number {
  let product = 0;
  for (let bit = 0, factor = a; bit < 8; bit += 1) {
    if (b & (1 << bit)) product ^= factor;
    factor = (factor << 1) ^ (factor & 0x80 ? 0x11b : 0);
  }
  return product;
}

describe('the field of 256 elements', () => {
  it('the field multiplies as FIPS 197 does, and all pairs as bit by bit', () => {
    expect([multiply(0x57, 0x83), multiply(0x57, 0x13)]).toEqual([0xc1, 0xfe]);
    for (let a = 0; a < 256; a += 1) {
      for (let b = 0; b < 256; b += 1) if (multiply(a, b) !== slowly(a, b)) throw new Error(`${a} * ${b}`);
    }
  });
});

describe('components', () => {
  it('components are the values of a polynomial: 0x42 + 0x05 x + 0x07 x²', () => {
    const coefficients = [Buffer.of(0x05), Buffer.of(0x07)];
    const made = split(Buffer.of(0x42), { of: 3, threshold: 3 }, () => coefficients.shift() ?? Buffer.of(0));
    // 42^05^07, 42^0a^1c, 42^0f^1b: worked out by hand.
    expect(made.map(({ x, data }) => [x, data[0]])).toEqual([
      [1, 0x40],
      [2, 0x54],
      [3, 0x56],
    ]);
    expect(join(made)).toEqual(Buffer.of(0x42));
  });

  it('any components that are enough give the secret back, in any order', () => {
    const cases = fc.record({
      secret: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      of: fc.integer({ min: 2, max: 9 }),
      least: fc.integer({ min: 2, max: 9 }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(cases, ({ secret, of, least, seed }) => {
        const threshold = Math.min(least, of);
        const all = split(Buffer.from(secret), { of, threshold });
        const chosen = all.toSorted((one, other) => ((one.x * seed) % 7) - ((other.x * seed) % 7));
        expect(join(chosen.slice(0, threshold))).toEqual(Buffer.from(secret));
      }),
    );
  });

  it('one component too few leaves every secret possible', () => {
    const [first, second] = split(Buffer.of(7), { of: 3, threshold: 3 });
    if (first === undefined || second === undefined) throw new Error('There are three.');
    const secrets = new Set(
      Array.from({ length: 256 }, (_, byte) => join([first, second, { x: 3, data: Buffer.of(byte) }])[0]),
    );
    expect(secrets.size).toBe(256);
  });

  it.each([
    [{ of: 3, threshold: 1 }],
    [{ of: 2, threshold: 3 }],
    [{ of: 256, threshold: 3 }],
    [{ of: Number.NaN, threshold: 2 }],
  ])('a plan of %o is refused', (plan) => {
    expect(() => split(Buffer.alloc(32), plan)).toThrow('threshold');
  });
});
