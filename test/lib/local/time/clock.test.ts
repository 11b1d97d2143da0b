import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock, restartAt, type StoredTime } from '../../../../lib/local/time/clock.ts';

const start = new Date('2027-02-28T23:59:00.000Z');

/** The machine's clock stands still and is moved by the tests. */
const { now: realNow } = Date;
let machineMs = 0;
beforeEach(() => {
  machineMs = realNow();
  Date.now = () => machineMs;
});
afterEach(() => {
  Date.now = realNow;
});

describe('local clock', () => {
  it('the clock starts at the given instant and runs like real time', () => {
    const clock = createClock({ startAt: start });
    expect(clock.nowMs()).toBe(start.getTime());
    machineMs += 30;
    expect(clock.nowMs()).toBe(start.getTime() + 30);
  });

  it('the clock without a start shows real time', () => {
    expect(createClock().nowMs()).toBe(machineMs);
  });

  it('the clock jumps forward and never back', () => {
    const clock = createClock({ startAt: start });
    clock.jumpTo(start.getTime() + 86_400_000);
    const later = clock.nowMs();
    clock.jumpTo(start.getTime());
    expect(later).toBeGreaterThanOrEqual(start.getTime() + 86_400_000);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(later);
    expect(() => clock.jumpTo(Number.NaN)).toThrow(RangeError);
  });

  it("the clock does not follow when the machine's clock is set back", () => {
    const clock = createClock();
    const before = clock.nowMs();
    machineMs -= 3_600_000;
    expect(clock.nowMs()).toBe(before);
  });

  it('a held clock moves only by jumps, and continues from there when it is released', () => {
    const clock = createClock({ startAt: start });
    const [release, releaseInner] = [clock.hold(), clock.hold()];
    const held = clock.nowMs();
    machineMs += 20;
    expect(clock.nowMs()).toBe(held);
    clock.jumpTo(held + 5000);
    expect(clock.nowMs()).toBe(held + 5000);
    machineMs += 300;
    release();
    release();
    expect(clock.nowMs()).toBe(held + 5000);
    releaseInner();
    expect(clock.nowMs()).toBe(held + 5000);
    machineMs += 20;
    expect(clock.nowMs()).toBe(held + 5020);
  });
});

describe('installed Date', () => {
  it('all three ways to get the current time return local time until the clock is uninstalled', () => {
    const realDate = Date;
    const clock = createClock({ startAt: start });
    const uninstall = clock.install();
    try {
      expect(Date.now()).toBe(clock.nowMs());
      expect(new Date()).toEqual(clock.now());
      expect(String(Date())).toMatch(/2027/);
      clock.jumpTo(start.getTime() + 400 * 86_400_000);
      expect(new Date().getUTCFullYear()).toBe(2028);
    } finally {
      uninstall();
    }
    expect(Date).toBe(realDate);
    expect(new Date().constructor).toBe(realDate);
  });

  it('everything else of Date is unchanged', () => {
    const old = new Date(0);
    const uninstall = createClock({ startAt: start }).install();
    try {
      const made = new Date();
      expect(new Date(5).getTime()).toBe(5);
      expect(new Date(2027, 1, 31).getMonth()).toBe(2);
      expect(Date.UTC(1970, 0, 2)).toBe(86_400_000);
      expect(Date.parse('1970-01-01T00:00:01Z')).toBe(1000);
      expect(old instanceof Date && made instanceof Date).toBe(true);
      expect(made.constructor).toBe(Date);
      expect(Object.prototype.toString.call(made)).toBe('[object Date]');
      expect(structuredClone(made).getTime()).toBe(made.getTime());
      class Day extends Date {}
      expect(new Day() instanceof Day && new Day().getUTCFullYear() === 2027).toBe(true);
    } finally {
      uninstall();
    }
  });

  it('timers keep real time', async () => {
    const clock = createClock({ startAt: start });
    const uninstall = clock.install();
    const before = performance.now();
    try {
      setTimeout(() => clock.jumpTo(start.getTime() + 86_400_000), 1);
      await sleep(30);
    } finally {
      uninstall();
    }
    expect(performance.now() - before).toBeGreaterThanOrEqual(28);
  });

  it('the clock installed last applies, in any order of uninstalling', () => {
    const realDate = Date;
    const leaveFirst = createClock({ startAt: start }).install();
    const leaveSecond = createClock({ startAt: new Date('2040-01-01T00:00:00Z') }).install();
    expect(new Date().getUTCFullYear()).toBe(2040);
    leaveFirst();
    expect(new Date().getUTCFullYear()).toBe(2040);
    leaveSecond();
    expect(Date).toBe(realDate);
  });
});

describe('the clock of a restarted service', () => {
  const machineMs = Date.parse('2026-11-20T09:00:00Z');
  const month = 30 * 86_400_000;
  const startOf = (requestedMs: number | undefined, stored: Partial<StoredTime>) =>
    restartAt(
      requestedMs,
      { reachedMs: undefined, aheadMs: undefined, ...stored },
      machineMs,
    ).startAt?.getTime();

  it('a restarted clock is as far ahead as before, however long it ran after the move', () => {
    // The clock was moved a month ahead, ran for twenty seconds more, and was killed.
    const stored = { reachedMs: machineMs - 20_000 + month, aheadMs: month };
    expect(startOf(undefined, stored)).toBe(machineMs + month);
  });

  it('a restarted clock is not before the last instant if the machine’s clock was set back', () => {
    expect(startOf(undefined, { reachedMs: machineMs + 2 * month, aheadMs: month })).toBe(
      machineMs + 2 * month,
    );
  });

  it('a restarted clock uses a requested instant only if it is later', () => {
    expect(startOf(machineMs + 2 * month, { aheadMs: month })).toBe(machineMs + 2 * month);
    expect(startOf(machineMs, { aheadMs: month })).toBe(machineMs + month);
  });

  it('a restarted clock that was never moved is the machine’s clock', () =>
    expect(startOf(undefined, {})).toBeUndefined());
});
