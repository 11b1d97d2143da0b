import { describe, expect, it } from 'vitest';
import { expiryStatus, expiryTag, monthAt, type StoredExpiry } from '#domain/card/card-expiry.ts';

const digestKey = Buffer.alloc(32, 7).toString('base64url');
const owner = { cardId: '01890000-0000-7000-8000-000000000002', digestKey };
const markOf = (expiry: string, since: string): StoredExpiry => ({
  expiryTag: expiryTag(expiry, owner),
  expirySince: since,
});

/** `2026-11` and what follows it. */
function months(from: string, count: number): string[] {
  const [year = 0, month = 0] = from.split('-').map(Number);
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(year, month - 1 + at)).toISOString().slice(0, 7),
  );
}

describe('the status of an expiry', () => {
  it('follows the calendar month by month, across years, from storing to long after', () => {
    for (const expiry of ['2026-11', '2026-12', '2027-01', '2029-02']) {
      const mark = markOf(expiry, '2026-11');
      for (const month of months('2026-11', 40)) {
        const expected = month < expiry ? 'NotExpired' : month === expiry ? 'ExpiresThisMonth' : 'Expired';
        expect([month, expiryStatus(mark, month, owner)]).toEqual([month, expected]);
      }
    }
  });

  it('starts anew where the expiry was renewed', () => {
    const mark = markOf('2031-01', '2029-05');
    expect(expiryStatus(mark, '2029-05', owner)).toBe('NotExpired');
    expect(expiryStatus(mark, '2031-02', owner)).toBe('Expired');
  });
});

describe('the tag of an expiry', () => {
  it('differs for every month, every card and every merchant', () => {
    const tags = months('2026-11', 240).flatMap((month) => [
      expiryTag(month, owner),
      expiryTag(month, { ...owner, cardId: '01890000-0000-7000-8000-000000000003' }),
      expiryTag(month, { ...owner, digestKey: Buffer.alloc(32, 8).toString('base64url') }),
    ]);
    expect(new Set(tags).size).toBe(720);
  });

  it('has 256 bits and shows nothing of the month', () => {
    const tag = expiryTag('2029-12', owner);
    expect(Buffer.from(tag, 'base64url').length).toBe(32);
    expect(tag).not.toContain('2029');
  });

  it('says nothing under another key', () => {
    const mark = markOf('2026-11', '2026-11');
    const other = { ...owner, digestKey: Buffer.alloc(32, 9).toString('base64url') };
    expect(expiryStatus(mark, '2026-11', other)).toBe('NotExpired');
  });
});

describe('the month', () => {
  it("is the merchant's own: midnight falls at different instants", () => {
    const instant = new Date('2026-11-30T21:30:00Z');
    expect(monthAt(instant, 'Europe/Istanbul')).toBe('2026-12');
    expect(monthAt(instant, 'Europe/London')).toBe('2026-11');
  });
});
