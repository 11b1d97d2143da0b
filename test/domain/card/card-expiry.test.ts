import { describe, expect, it } from 'vitest';
import { expiryStatus, expiryTag, monthAt, type StoredExpiry } from '#domain/card/card-expiry.ts';

const digestKey = Buffer.alloc(32, 7).toString('base64url');
const key = { cardId: '01890000-0000-7000-8000-000000000002', digestKey };
const storedExpiry = (expiry: string, since: string): StoredExpiry => ({
  expiryTag: expiryTag(expiry, key),
  expirySince: since,
});

/** Returns `count` months, beginning with the given one. */
function months(from: string, count: number): string[] {
  const [year = 0, month = 0] = from.split('-').map(Number);
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(year, month - 1 + at)).toISOString().slice(0, 7),
  );
}

describe('expiryStatus', () => {
  it('the status follows the calendar month by month and across years', () => {
    for (const expiry of ['2026-11', '2026-12', '2027-01', '2029-02']) {
      const stored = storedExpiry(expiry, '2026-11');
      for (const month of months('2026-11', 40)) {
        const expected = month < expiry ? 'NotExpired' : month === expiry ? 'ExpiresThisMonth' : 'Expired';
        expect([month, expiryStatus(stored, month, key)]).toEqual([month, expected]);
      }
    }
  });

  it('a renewed expiry is compared from the month of its renewal on', () => {
    const stored = storedExpiry('2031-01', '2029-05');
    expect(expiryStatus(stored, '2029-05', key)).toBe('NotExpired');
    expect(expiryStatus(stored, '2031-02', key)).toBe('Expired');
  });
});

describe('expiryTag', () => {
  it('the tag differs for every month, card and merchant', () => {
    const tags = months('2026-11', 240).flatMap((month) => [
      expiryTag(month, key),
      expiryTag(month, { ...key, cardId: '01890000-0000-7000-8000-000000000003' }),
      expiryTag(month, { ...key, digestKey: Buffer.alloc(32, 8).toString('base64url') }),
    ]);
    expect(new Set(tags).size).toBe(720);
  });

  it('the tag has 256 bits and does not contain the month', () => {
    const tag = expiryTag('2029-12', key);
    expect(Buffer.from(tag, 'base64url').length).toBe(32);
    expect(tag).not.toContain('2029');
  });

  it('the status cannot be found with another key', () => {
    const stored = storedExpiry('2026-11', '2026-11');
    const other = { ...key, digestKey: Buffer.alloc(32, 9).toString('base64url') };
    expect(expiryStatus(stored, '2026-11', other)).toBe('NotExpired');
  });
});

describe('monthAt', () => {
  it('the month depends on the time zone', () => {
    const instant = new Date('2026-11-30T21:30:00Z');
    expect(monthAt(instant, 'Europe/Istanbul')).toBe('2026-12');
    expect(monthAt(instant, 'Europe/London')).toBe('2026-11');
  });
});
