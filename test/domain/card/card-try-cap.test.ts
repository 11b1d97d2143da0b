import { expect, it } from 'vitest';
import { firstAllowedTryAt } from '#domain/card/card-try-cap.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-01T09:00:00Z');

it('the eleventh try of a card within 24 hours waits until the first is 24 hours old', () => {
  const nine = Array.from({ length: 9 }, (_, i) => NOW - i * HOUR);
  expect(firstAllowedTryAt(nine, NOW)).toBe(NOW);
  expect(firstAllowedTryAt([...nine, NOW - 10 * HOUR], NOW)).toBe(NOW + 14 * HOUR);
});

it('the sixteenth try of a card within 30 days waits until the first is 30 days old', () => {
  const fourteen = Array.from({ length: 14 }, (_, i) => NOW - (i + 1) * DAY);
  expect(firstAllowedTryAt(fourteen, NOW)).toBe(NOW);
  expect(firstAllowedTryAt([...fourteen, NOW - 20 * DAY], NOW)).toBe(NOW + 10 * DAY);
});
