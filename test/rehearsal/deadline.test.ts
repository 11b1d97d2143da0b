// The deadline of a rehearsal depends on the speed of the machine that runs it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDeadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a machine that synthesises four times as slowly gets about four times as long', () => {
  const afterSynthesis = (synthesisMs: number, stages: number) => {
    const deadline = openDeadline(() => Date.now());
    deadline.follow(synthesisMs, stages);
    return deadline.allowedMs();
  };
  expect(afterSynthesis(10_000, 1)).toBe(350_000);
  expect(afterSynthesis(40_000, 1)).toBe(950_000);
  expect(afterSynthesis(10_000, 7)).toBeGreaterThan(3 * afterSynthesis(10_000, 1));
});

it('the rehearsal ends after ten minutes before the synthesis is measured, afterwards by the measure', () => {
  const never = openDeadline(() => Date.now());
  vi.advanceTimersByTime(599_999);
  expect(never.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(never.signal.aborted).toBe(true);

  const measured = openDeadline(() => Date.now());
  vi.advanceTimersByTime(20_000);
  measured.follow(20_000, 1);
  vi.advanceTimersByTime(549_999);
  expect(measured.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect([measured.signal.aborted, measured.allowedMs()]).toEqual([true, 570_000]);
});
