import { describe, expect, it } from 'vitest';
import { batchEndMs, istanbulTime } from '#domain/time/batch-close.ts';

describe('simulated bank batch', () => {
  it.each([
    ['2026-11-20T09:00:00.000Z', '22:00', '2026-11-20T19:00:00.000Z'],
    ['2026-11-20T18:59:59.999Z', '22:00', '2026-11-20T19:00:00.000Z'],
    ['2026-11-20T19:00:00.000Z', '22:00', '2026-11-21T19:00:00.000Z'],
    ['2026-11-20T21:00:00.000Z', '22:00', '2026-11-21T19:00:00.000Z'],
    ['2026-11-20T20:59:59.999Z', '24:00', '2026-11-20T21:00:00.000Z'],
    ['2026-11-20T21:00:00.000Z', '24:00', '2026-11-21T21:00:00.000Z'],
    ['2026-12-31T20:00:00.000Z', '23:30', '2026-12-31T20:30:00.000Z'],
    ['2026-11-20T00:30:00.000Z', '01:15', '2026-11-20T22:15:00.000Z'],
  ])('the batch of an operation at %s, closed daily at %s, ends at %s', (at, closeAt, end) => {
    expect(new Date(batchEndMs(Date.parse(at), closeAt)).toISOString()).toBe(end);
  });

  it('bank time is Istanbul time, three hours ahead of UTC in winter and summer', () => {
    expect(istanbulTime(Date.parse('2026-01-01T21:05:06.007Z'))).toBe('2026-01-02 00:05:06.007');
    expect(istanbulTime(Date.parse('2026-07-01T09:00:00.000Z'))).toBe('2026-07-01 12:00:00.000');
  });
});
