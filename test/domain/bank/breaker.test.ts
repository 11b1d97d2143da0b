import { describe, expect, it } from 'vitest';
import {
  afterAnswer,
  afterNoAnswer,
  askersAt,
  type Breaker,
  CLOSED,
  isAnyOpen,
  isBankDown,
  keepsOut,
  lendTo,
  type Pos,
  takeProbes,
  watchedBy,
  withoutPos,
} from '#domain/bank/breaker.ts';

const T0 = Date.parse('2026-11-20T09:00:00Z');
const [SECOND, MINUTE] = [1000, 60_000];
const posOf = (merchantId: string): Pos => ({ merchantId, posId: `${merchantId}-pos` });
const [mine, yours, theirs] = [posOf('mine'), posOf('yours'), posOf('theirs')];

/** The breaker after a failure of each of these at these times, in milliseconds after T0. */
const failing = (failures: readonly (readonly [Pos, number])[], before: Breaker = CLOSED) =>
  failures.reduce<Breaker>(
    (breaker, [pos, ms]) => afterNoAnswer(breaker, { pos, isInquiry: false }, T0 + ms),
    before,
  );
const times = (pos: Pos, ...atMs: number[]) => atMs.map((ms) => [pos, ms] as const);
const asked = (breaker: Breaker, pos: Pos, ms: number) =>
  afterNoAnswer(breaker, { pos, isInquiry: true }, T0 + ms);
const answered = (breaker: Breaker, pos: Pos, ms: number) => afterAnswer(breaker, pos, T0 + ms) ?? breaker;
/** Whom the breaker keeps out at this time. */
const outAt = (breaker: Breaker, ms: number) =>
  [mine, yours].filter((pos) => keepsOut(breaker, pos, T0 + ms)).map(({ merchantId }) => merchantId);

const MINE = failing(times(mine, 0, 1, 2, 3, 4));
const ALL = failing([...times(mine, 0, 1, 2, 3), [yours, 4]]);

describe('a virtual POS that gets no answer', () => {
  it('a silent POS is kept out after five failures in a row, and nobody else is', () => {
    expect(outAt(failing(times(mine, 0, 1, 2, 3)), 5)).toEqual([]);
    expect(outAt(MINE, 5)).toEqual(['mine']);
    expect(isBankDown(failing(times(mine, ...Array.from({ length: 50 }, (_, at) => at))))).toBe(false);
    expect(keepsOut(MINE, undefined, T0 + 5)).toBe(false);
  });

  it('a silent POS begins again with an answer of its own, not with that of another one', () => {
    const four = failing(times(mine, 0, 1, 2, 3));
    expect(isAnyOpen(failing(times(mine, 5), answered(four, mine, 4)))).toBe(false);
    expect(isAnyOpen(failing(times(mine, 5), answered(four, yours, 4)))).toBe(true);
  });

  it('a silent POS is kept out by failures five minutes apart, not by those of another hour', () => {
    expect(isAnyOpen(failing(times(mine, 0, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 20 * MINUTE)))).toBe(true);
    expect(isAnyOpen(failing(times(mine, 0, 1, 2, 3, 20 * MINUTE)))).toBe(false);
  });

  it('a silent POS is probed with its own settings each half a minute, until its answer', () => {
    expect([29, 31].map((after) => askersAt(MINE, T0 + after * SECOND))).toEqual([[], [mine]]);
    const probing = takeProbes(MINE, [mine], T0 + 31 * SECOND);
    expect([60, 61].map((after) => askersAt(probing, T0 + after * SECOND))).toEqual([[], [mine]]);
    expect(outAt(probing, 32 * SECOND)).toEqual(['mine']);
    expect(outAt(answered(probing, mine, 32 * SECOND), 33 * SECOND)).toEqual([]);
  });

  it('a silent POS is called again if nobody has probed it for ten minutes', () => {
    expect(outAt(MINE, 10 * MINUTE)).toEqual(['mine']);
    expect(outAt(MINE, 11 * MINUTE)).toEqual([]);
    expect(outAt(failing(times(mine, 11 * MINUTE), MINE), 12 * MINUTE)).toEqual(['mine']);
  });

  it('a silent POS counts no more against the bank once that has answered another one', () => {
    const own = answered(MINE, yours, 5);
    expect(isBankDown(failing([[yours, 6]], own))).toBe(false);
    const probed = asked(takeProbes(own, [mine], T0 + MINUTE), mine, MINUTE + 1);
    expect(afterAnswer(probed, yours, T0 + MINUTE + 2)).toBeUndefined();
    expect(isBankDown(failing([[yours, MINUTE + 3]], probed))).toBe(false);
    expect(isBankDown(failing([[yours, 5]], MINE))).toBe(true);
  });
});

describe('the whole bank', () => {
  it('a whole bank is closed by five failures of two merchants without an answer in between', () => {
    expect(isBankDown(ALL)).toBe(true);
    expect(outAt(ALL, 5)).toEqual(['mine', 'yours']);
    expect(keepsOut(ALL, undefined, T0 + 5)).toBe(true);
    const twoOfOne = { ...mine, posId: 'second' };
    expect(isBankDown(failing([...times(mine, 0, 1, 2, 3), ...times(twoOfOne, 4, 5, 6)]))).toBe(false);
    const between = answered(failing(times(mine, 0, 1, 2, 3)), theirs, 4);
    expect(isBankDown(failing([[yours, 5]], between))).toBe(false);
    expect(isBankDown(failing([...times(mine, 0, 1, 2, 3), [yours, 20 * MINUTE]]))).toBe(false);
  });

  it('a whole bank is closed by five inquiries in vain with the settings of its watcher', () => {
    const watched = watchedBy(CLOSED, mine);
    const fifth = [0, 1, 2, 3, 4].reduce((breaker, at) => asked(breaker, mine, at * MINUTE), watched);
    expect(isBankDown(fifth)).toBe(true);
    expect(isBankDown(failing(times(mine, 0, 1, 2, 3, 4), watched))).toBe(false);
    expect(isBankDown([0, 1, 2, 3, 4].reduce((breaker, at) => asked(breaker, yours, at), watched))).toBe(
      false,
    );
    expect(isBankDown(asked(answered(failing(times(mine, 0, 1, 2, 3, 4), watched), yours, 5), mine, 6))).toBe(
      false,
    );
  });

  it('a whole bank opens with the first answer, but for whom it did not answer before', () => {
    expect(outAt(answered(ALL, theirs, 5), 6)).toEqual([]);
    const both = failing([[yours, 5]], MINE);
    expect(outAt(answered(both, yours, 6), 7)).toEqual(['mine']);
  });

  it('a whole bank is probed with settings that have not failed, or failed longest ago', () => {
    const order: string[] = [];
    let breaker = lendTo(ALL, theirs) ?? ALL;
    for (let minute = 1; minute <= 4; minute += 1) {
      const [asker = posOf('nobody')] = askersAt(breaker, T0 + minute * MINUTE);
      order.push(asker.merchantId);
      breaker = takeProbes(breaker, [asker], T0 + minute * MINUTE);
      expect(askersAt(breaker, T0 + minute * MINUTE + 29 * SECOND)).toEqual([]);
      breaker = asked(breaker, asker, minute * MINUTE + 1);
    }
    expect(order).toEqual(['theirs', 'mine', 'yours', 'theirs']);
  });

  it('a probe borrows no settings that have failed, and none if it has others', () => {
    expect(lendTo(CLOSED, mine)).toBeUndefined();
    expect(lendTo(MINE, yours)).toBeUndefined();
    expect([mine, yours].map((pos) => lendTo(ALL, pos))).toEqual([undefined, undefined]);
    const lent = lendTo(ALL, theirs) ?? ALL;
    expect(lendTo(lent, posOf('fourth'))).toBeUndefined();
    const [asker = mine] = askersAt(lent, T0 + MINUTE);
    expect(lendTo(takeProbes(lent, [asker], T0 + MINUTE), theirs)).toBeUndefined();
  });

  it('a breaker remembers a bounded number of those that it has not answered', () => {
    const many = Array.from({ length: 30 }, (_, at) => [posOf(`m${at}`), at] as const);
    expect(failing(many).silent).toHaveLength(20);
  });
});

describe('a watcher', () => {
  it('a watcher is asked each minute, and is followed by another one if it gets no answer', () => {
    const watched = watchedBy(CLOSED, mine);
    expect(askersAt(watched, T0)).toEqual([mine]);
    expect(takeProbes(watched, [mine], T0)).toBe(watched);
    expect(watchedBy(watched, yours)).toBe(watched);
    const silent = answered(failing(times(mine, 0, 1, 2, 3, 4), watched), yours, 5);
    expect(askersAt(silent, T0 + MINUTE)).toEqual([mine]);
    expect(watchedBy(silent, mine)).toBe(silent);
    expect(askersAt(watchedBy(silent, yours), T0 + MINUTE)).toEqual([mine, yours]);
  });

  it('a watcher and whoever has left the bank are asked no more', () => {
    const watched = failing(times(mine, 0, 1, 2, 3, 4), watchedBy(CLOSED, mine));
    expect(withoutPos(watched, mine)).toEqual({ silent: [] });
    expect(withoutPos({ ...ALL, lender: theirs }, theirs)).toEqual(ALL);
  });
});
