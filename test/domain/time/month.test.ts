import { describe, expect, it } from 'vitest';
import { shiftMonth } from '#domain/time/month.ts';

describe('shiftMonth', () => {
  it('a month is shifted forwards and backwards across the ends of years', () => {
    expect(shiftMonth('2026-11', 1)).toBe('2026-12');
    expect(shiftMonth('2026-12', 1)).toBe('2027-01');
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
    expect(shiftMonth('2026-03', -27)).toBe('2023-12');
    expect(shiftMonth('0999-12', 1)).toBe('1000-01');
    expect(shiftMonth('2026-11', 0)).toBe('2026-11');
  });
});
