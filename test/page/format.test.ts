import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '#domain/money.ts';
import { instantText, moneyText, monthNumber } from '#page/format.ts';

const MAX_MINOR = 99_999_999_999;

describe('moneyText', () => {
  it('an amount is formatted as usual in each language', () => {
    expect(moneyText(123_450, 'TRY', 'tr')).toBe('1.234,50\u00a0₺');
    expect(moneyText(123_450, 'TRY', 'en')).toBe('₺1,234.50');
    expect(moneyText(1, 'USD', 'tr')).toBe('0,01\u00a0$');
    expect(moneyText(100_000, 'EUR', 'en')).toBe('€1,000.00');
    expect(moneyText(99_999, 'GBP', 'en')).toBe('£999.99');
    expect(moneyText(MAX_MINOR, 'TRY', 'tr')).toBe('999.999.999,99\u00a0₺');
  });

  it('formatting an amount never changes, adds or loses a digit', () => {
    const amounts = fc.integer({ min: 1, max: MAX_MINOR });
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom('tr', 'en'),
        (minor, currency, language) => {
          const text = moneyText(minor, currency, language);
          expect(Number(text.replace(/\D/g, ''))).toBe(minor);
          expect(text).toMatch(
            language === 'tr' ? /^\d{1,3}(\.\d{3})*,\d\d\u00a0\S$/ : /^\S\d{1,3}(,\d{3})*\.\d\d$/,
          );
        },
      ),
    );
  });
});

describe('instantText and monthNumber', () => {
  const midnight = new Date('2026-11-30T21:30:00Z');

  it('an instant is shown in the merchant’s time zone', () => {
    expect(instantText(midnight, 'Europe/Istanbul', 'tr')).toBe('1 Aralık 00:30');
    expect(instantText(midnight, 'Europe/Istanbul', 'en')).toBe('1 December at 00:30');
    expect(instantText(midnight, 'Europe/London', 'en')).toBe('30 November at 21:30');
  });

  it('the month of a card is counted in the merchant’s time zone', () => {
    expect(monthNumber(midnight, 'Europe/Istanbul')).toBe('202612');
    expect(monthNumber(midnight, 'UTC')).toBe('202611');
  });
});
