// What an agreement says of a sale: its rate, never guessed, its bank day and its day of payment.
import { expect, it } from 'vitest';
import {
  type Agreement,
  bankDayOf,
  cardFacts,
  commissionMinor,
  rateOf,
  valueDateOf,
} from '#domain/settlement/agreement.ts';

const POS = 'pos';
const agreement = (from: string, batchCloseAt: string, rates: Agreement['rates'] = []): Agreement => ({
  posId: POS,
  from,
  batchCloseAt,
  rates,
});

const RATES = agreement('2026-11-01', '22:00', [
  { issuer: 'OnUs', type: 'debit', ratePpm: 4_500, blockedDays: 1 },
  { issuer: 'OnUs', count: 1, ratePpm: 14_900, blockedDays: 1 },
  { issuer: 'Foreign', ratePpm: 32_000, blockedDays: 2 },
  { issuer: 'Domestic', count: 1, ratePpm: 17_900, blockedDays: 1 },
]);

it.each([
  [{ issuer: 'OnUs', type: 'debit', count: 1 }, 4_500],
  [{ issuer: 'OnUs', type: 'credit', count: 1 }, 14_900],
  [{ issuer: 'OnUs', type: 'credit', count: 3 }, undefined],
  [{ issuer: 'Foreign', count: 1 }, 32_000],
  [{ issuer: 'Domestic', count: 1 }, 17_900],
  // The type is not known: it may be a debit card, which pays less.
  [{ issuer: 'OnUs', count: 1 }, undefined],
  // Nothing is known of the card.
  [{ count: 1 }, undefined],
] as const)('the first rate that fits %o holds, and none is guessed', (sale, expected) => {
  expect(rateOf(RATES, sale)?.ratePpm).toBe(expected);
});

it.each([
  [10_000, 17_900, 179],
  [14_990, 17_900, 268],
  [50, 10_000, 1],
  [49, 10_000, 0],
  [-14_990, 17_900, -268],
  [-49, 10_000, 0],
  [99_999_999_999, 999_999, 99_999_899_999],
])('of %i the commission of %i millionths is %i, half up to the kuruş', (gross, ppm, expected) => {
  expect(commissionMinor(gross, ppm)).toBe(expected);
});

it.each([
  ['2026-11-20T18:59:59.999Z', '2026-11-20'],
  ['2026-11-20T19:00:00.000Z', '2026-11-21'],
])('without an agreement the day of %s ends at 22:00 in Istanbul: %s', (at, day) => {
  expect(bankDayOf([], POS, at).day).toBe(day);
});

it('another close holds from its day on, and at 24:00 the bank’s day is that of the calendar', () => {
  const all = [agreement('2026-11-01', '22:00'), agreement('2026-12-01', '24:00')];
  expect(bankDayOf(all, POS, '2026-11-20T19:30:00.000Z').day).toBe('2026-11-21');
  expect(bankDayOf(all, POS, '2026-12-05T20:59:00.000Z')).toEqual({
    day: '2026-12-05',
    from: '2026-12-04T21:00:00.000Z',
  });
  expect(bankDayOf(all, 'another', '2026-12-05T20:59:00.000Z').day).toBe('2026-12-06');
});

it.each([
  // A Friday: the next working day is Monday.
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-20', 0, '2026-11-20'],
  // Ramazan Bayramı of 2026 begins on a Friday; the half day before it is a working day.
  ['2026-03-18', 1, '2026-03-19'],
  ['2026-03-19', 1, '2026-03-23'],
  // Kurban Bayramı of 2026: Wednesday to Saturday.
  ['2026-05-26', 1, '2026-06-01'],
  ['2026-10-28', 1, '2026-10-30'],
  ['2026-12-31', 1, '2027-01-04'],
  ['2027-12-30', 1, '2027-12-31'],
  // Behind the last year that is known.
  ['2027-12-31', 1, undefined],
  ['2027-11-25', 40, undefined],
])('what is taken on %s and blocked for %i days is paid on %s', (day, blocked, expected) => {
  expect(valueDateOf(day, blocked)).toBe(expected);
});

it('a card is of the bank of the POS, of another, or foreign; what is not known stays unknown', () => {
  expect(cardFacts({ bankCode: '0064', type: 'credit' }, '0064')).toEqual({ issuer: 'OnUs', type: 'credit' });
  expect(cardFacts({ bankCode: '0064' }, '0067')).toEqual({ issuer: 'Domestic' });
  expect(cardFacts({ type: 'debit' }, '0067')).toEqual({ issuer: 'Foreign', type: 'debit' });
  expect(cardFacts({ bankCode: '0064', type: 'debit' }, undefined)).toEqual({ type: 'debit' });
  expect(cardFacts(undefined, '0067')).toEqual({});
});
