import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeTriesLeft,
  isLockedBy,
  referencesOfTries,
  rememberedWrong,
} from '#domain/card/security-code-lock.ts';
import { isPaymentReference } from '#domain/id.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';

const NOW = Date.parse('2026-11-25T12:00:30.000Z');
const daysAgo = (...days: number[]) => days.map((one) => NOW - one * DAY_MS);

describe('the lock of a stored card', () => {
  it.each([
    ['three in a day', daysAgo(0, 0.5, 0.99), true],
    ['three in exactly a day', daysAgo(0, 0.5, 1), false],
    ['two in a day', daysAgo(0, 0.5), false],
    ['five in thirty days', daysAgo(0, 6, 12, 18, 24), false],
    ['six in thirty days', daysAgo(0, 5, 10, 15, 20, 29.9), true],
    ['six in exactly thirty days', daysAgo(0, 5, 10, 15, 20, 30), false],
    ['three in a day, long ago', daysAgo(400, 400.1, 400.2), true],
  ])('%s: locked %s', (_, wrong, isLocked) => {
    expect(isLockedBy(wrong)).toBe(isLocked);
    expect(codeTriesLeft(wrong, NOW) === 0).toBe(isLocked);
  });

  it('as many codes may be wrong as are left, and the last one locks', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 40 * DAY_MS }), { maxLength: 8 });
    fc.assert(
      fc.property(instants, (agoMs) => {
        let wrong = agoMs.map((ago) => NOW - ago);
        for (let left = codeTriesLeft(wrong, NOW); left > 0; left -= 1) {
          expect(isLockedBy(wrong)).toBe(false);
          wrong = rememberedWrong([...wrong, NOW], NOW);
        }
        expect(isLockedBy(wrong)).toBe(true);
      }),
    );
  });

  it('a remembered set decides like the whole history', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 90 * DAY_MS }), { maxLength: 12 });
    fc.assert(
      fc.property(instants, (agoMs) => {
        const wrong = agoMs.map((ago) => NOW - ago);
        expect(codeTriesLeft(rememberedWrong(wrong, NOW), NOW)).toBe(codeTriesLeft(wrong, NOW));
      }),
    );
  });
});

describe('the references of tries', () => {
  const card = { merchantId: 'one', fingerprint: 'v1_print' };
  const most = 3;

  it('a minute has as many as the limit, whatever was counted meanwhile', () => {
    const all = [3, 2, 1].flatMap((left) => referencesOfTries(card, left, new Date(NOW)));
    expect(all).toHaveLength(6);
    expect(new Set(all).size).toBe(most);
    expect(all.every(isPaymentReference)).toBe(true);
    // Each wrong code takes the first reference of those that were left.
    expect(referencesOfTries(card, 2, new Date(NOW))).toEqual(
      referencesOfTries(card, 3, new Date(NOW)).slice(1),
    );
  });

  it('cards, merchants and minutes share none', () => {
    const others = [
      referencesOfTries(card, most, new Date(NOW)),
      referencesOfTries(card, most, new Date(NOW + MINUTE_MS)),
      referencesOfTries({ ...card, merchantId: 'two' }, most, new Date(NOW)),
      referencesOfTries({ ...card, fingerprint: 'v1_other' }, most, new Date(NOW)),
    ].flat();
    expect(new Set(others).size).toBe(others.length);
  });
});
