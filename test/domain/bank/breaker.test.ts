import { describe, expect, it } from 'vitest';
import {
  afterNoAnswer,
  askerAt,
  type Breaker,
  CLOSED,
  isBreakerOpen,
  keepsOut,
  lendTo,
  takeProbe,
} from '#domain/bank/breaker.ts';

const T0 = Date.parse('2026-11-20T09:00:00Z');
const [SECOND, MINUTE] = [1000, 60_000];
const [mine, other] = ['mine', 'other'].map((merchantId) => ({ merchantId, posId: merchantId }));
if (mine === undefined || other === undefined) throw new Error('There are two.');
const failed = (breaker: Breaker, answeredAtMs: number | undefined, nowMs: number, asker = mine) =>
  afterNoAnswer(breaker, { asker, answeredAtMs }, nowMs);
/** The breaker after a failure at each of these times, given in milliseconds. */
const failing = (...atMs: number[]) =>
  atMs.reduce<Breaker>((breaker, ms) => failed(breaker, undefined, T0 + ms), CLOSED);
const OPEN = failing(0, 1, 2, 3, 4);

describe('the breaker of a bank', () => {
  it('the breaker of a bank opens with the fifth call in a row that the bank does not answer', () => {
    expect([failing(0, 1, 2, 3), OPEN].map(isBreakerOpen)).toEqual([false, true]);
  });

  it('the breaker of a bank stays closed if the bank has answered the caller since the last failure', () => {
    const answered = failed(failing(0, 1, 2, 3), T0 + 4, T0 + 5);
    expect(answered).toEqual({ failures: 1, lastFailureAtMs: T0 + 5 });
    expect(isBreakerOpen(failed(failing(0, 1, 2, 3), T0 + 2, T0 + 5))).toBe(true);
  });

  it('the breaker of a bank opens by failures five minutes apart, not by those of another hour', () => {
    expect(isBreakerOpen(failing(0, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 20 * MINUTE))).toBe(true);
    expect(isBreakerOpen(failing(0, 1, 2, 3, 20 * MINUTE))).toBe(false);
  });

  it('the breaker of a bank lets every call through while it is closed, and none while it is open', () => {
    expect(keepsOut(failing(0, 1), T0 + 2)).toBe(false);
    expect([0, 30, 600].map((after) => keepsOut(OPEN, T0 + 5 + after * SECOND))).toEqual([true, true, true]);
  });

  it('the breaker of a bank that nobody has probed for ten minutes stops no call', () => {
    expect(keepsOut(OPEN, T0 + 11 * MINUTE)).toBe(false);
    expect(keepsOut(failed(OPEN, undefined, T0 + 11 * MINUTE), T0 + 12 * MINUTE)).toBe(true);
    expect(keepsOut(takeProbe(OPEN, mine, T0 + 10 * MINUTE), T0 + 20 * MINUTE)).toBe(true);
  });

  it('the breaker of a bank is probed after half a minute, and again half a minute after that', () => {
    expect(askerAt(CLOSED, T0)).toBeUndefined();
    expect([29, 31].map((after) => askerAt(OPEN, T0 + after * SECOND))).toEqual([undefined, mine]);
    const at = T0 + 31 * SECOND;
    const probing = takeProbe(OPEN, mine, at);
    expect(isBreakerOpen(probing)).toBe(true);
    const asked = { ...mine, hasAsked: true };
    expect([29, 30].map((after) => askerAt(probing, at + after * SECOND))).toEqual([undefined, asked]);
    const again = failed(probing, T0 + 40 * SECOND, T0 + 51 * SECOND, other);
    expect([80, 81].map((after) => askerAt(again, T0 + after * SECOND))).toEqual([undefined, asked]);
  });

  it('another merchant lends its settings once those of the first one have been tried', () => {
    expect([mine, other].map((asker) => lendTo(OPEN, asker))).toEqual([undefined, undefined]);
    const probing = takeProbe(OPEN, mine, T0 + 31 * SECOND);
    expect(lendTo(probing, mine)).toBeUndefined();
    expect(lendTo(probing, other)).toEqual({ ...probing, asker: other });
    const { asker: _, ...old } = OPEN;
    expect(lendTo(old, mine)).toEqual(OPEN);
  });
});
