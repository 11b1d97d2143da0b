import { describe, expect, it } from 'vitest';
import {
  admissionAt,
  afterNoAnswer,
  type Breaker,
  CLOSED,
  isBreakerOpen,
  takeProbe,
} from '#domain/bank/breaker.ts';

const T0 = Date.parse('2026-11-20T09:00:00Z');
const [SECOND, MINUTE] = [1000, 60_000];
/** The breaker after a failure at each of these times, given in milliseconds. */
const failing = (...atMs: number[]) =>
  atMs.reduce<Breaker>((breaker, ms) => afterNoAnswer(breaker, undefined, T0 + ms), CLOSED);
const OPEN = failing(0, 1, 2, 3, 4);

describe('the breaker of a bank', () => {
  it('the breaker of a bank opens with the fifth call in a row that the bank does not answer', () => {
    expect([failing(0, 1, 2, 3), OPEN].map(isBreakerOpen)).toEqual([false, true]);
  });

  it('the breaker of a bank stays closed if the bank has answered the caller since the last failure', () => {
    const answered = afterNoAnswer(failing(0, 1, 2, 3), T0 + 4, T0 + 5);
    expect(answered).toEqual({ failures: 1, lastFailureAtMs: T0 + 5 });
    expect(isBreakerOpen(afterNoAnswer(failing(0, 1, 2, 3), T0 + 2, T0 + 5))).toBe(true);
  });

  it('the breaker of a bank opens by failures five minutes apart, not by those of another hour', () => {
    expect(isBreakerOpen(failing(0, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 20 * MINUTE))).toBe(true);
    expect(isBreakerOpen(failing(0, 1, 2, 3, 20 * MINUTE))).toBe(false);
  });

  it('the breaker of a bank lets every call through while it is closed, and none while it is open', () => {
    expect(admissionAt(failing(0, 1), T0 + 2)).toBe('ask');
    expect(admissionAt(OPEN, T0 + 29 * SECOND)).toBe('wait');
  });

  it('the breaker of a bank lets one call try after half a minute, and the next half a minute later', () => {
    const at = T0 + 31 * SECOND;
    expect(admissionAt(OPEN, at)).toBe('probe');
    const probing = takeProbe(OPEN, at);
    expect(isBreakerOpen(probing)).toBe(true);
    expect([admissionAt(probing, at + 29 * SECOND), admissionAt(probing, at + 30 * SECOND)]).toEqual([
      'wait',
      'probe',
    ]);
  });

  it('the breaker of a bank waits another half minute after a probe that failed', () => {
    const at = T0 + 51 * SECOND;
    const failed = afterNoAnswer(takeProbe(OPEN, T0 + 31 * SECOND), T0 + 40 * SECOND, at);
    expect(isBreakerOpen(failed)).toBe(true);
    expect([admissionAt(failed, at + 29 * SECOND), admissionAt(failed, at + 30 * SECOND)]).toEqual([
      'wait',
      'probe',
    ]);
  });
});
