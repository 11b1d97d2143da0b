import { describe, expect, it } from 'vitest';
import { ALARMS, firedWithin } from './alarm-evaluator.ts';
import { readExpression } from './metric-math.ts';
import { type Datum, MinuteData } from './minute-data.ts';

describe('metric math', () => {
  it.each([
    ['1 + 2 * 3 - 4 / 2', {}, 5],
    ['IF(all >= 10, 100 * hits / all, 0)', { all: 20, hits: 5 }, 25],
    ['IF(all >= 10, 100 * hits / all, 0)', { all: 9, hits: 9 }, 0],
    ['IF(a > 0 AND FILL(b, 0) == 0, 1, 0)', { a: 1 }, 1],
    ['FILL(a, 0) + FILL(b, 0)', { b: 3 }, 3],
    ['runs - errors', { runs: 1 }, 1],
    ['runs - errors', {}, undefined],
    ['100 * blocked / (blocked + FILL(allowed, 0))', { blocked: 1, allowed: 3 }, 25],
  ] as const)('the expression %s with %j is %s', (text, values, result) => {
    expect(readExpression(text)(values)).toBe(result);
  });

  it('an unknown function of an expression is refused', () => {
    expect(() => readExpression('RATE(a)')).toThrow('RATE is not known.');
  });
});

describe('an alarm', () => {
  const MINUTE = 60_000;
  const down = (minute: number): Datum => ({
    namespace: 'Payment',
    name: 'BanksDown',
    dimensions: { stage: 'sandbox' },
    value: 1,
    atMs: minute * MINUTE,
  });
  const isDown = (minutes: number[], at: number) =>
    ALARMS.get('bank-down')?.isActive(MinuteData.of(minutes.map(down)), at * MINUTE);

  it('an alarm evaluates whole periods that slide, as many of them as its definition states', () => {
    expect(isDown([1, 2, 3], 6)).toBe(false);
    expect(isDown([1, 2, 3, 5], 6)).toBe(true);
    expect(isDown([1, 2, 3, 5], 7)).toBe(true);
    expect(isDown([1, 2, 3, 5], 8)).toBe(false);
  });

  it('an alarm treats other stages, other metrics and other dimensions as missing data', () => {
    const other = [1, 6].map(down).map((datum) => ({ ...datum, dimensions: { stage: 'production' } }));
    expect(ALARMS.get('bank-down')?.isActive(MinuteData.of(other), 10 * MINUTE)).toBe(false);
  });

  it('an alarm that treats missing data as a fault fires without any data', () => {
    const names = firedWithin(MinuteData.of([]), 0, 36 * 60 * MINUTE).map(({ name }) => name);
    expect(names.sort()).toEqual([
      'answers-fail',
      'backup-missing',
      'charges-fail',
      'checks-stopped',
      'deliveries-late',
    ]);
  });
});
