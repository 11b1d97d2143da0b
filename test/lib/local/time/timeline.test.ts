import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type Clock, createClock } from '../../../../lib/local/time/clock.ts';
import { createDueQueue } from '../../../../lib/local/time/due-queue.ts';
import { createTimeline, type TimedEvents } from '../../../../lib/local/time/timeline.ts';

const startMs = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;
const PATIENCE = { timeout: 60_000, interval: 5 };

/** Creates a source whose work can create more work; the log contains each firing with its clock time. */
function createSource(name: string, clock: Clock, log: string[]) {
  const queue = createDueQueue<{ title: string; does: () => void | Promise<void> }>();
  const plan = (minute: number, title: string, does: () => void | Promise<void> = () => {}) =>
    queue.push(startMs + minute * minuteMs, { title, does });
  const timedEvents: TimedEvents = {
    name,
    nextDueMs: () => queue.peek()?.dueMs,
    async fireDue(nowMs) {
      let fired = 0;
      for (let due = queue.peek(); due !== undefined && due.dueMs <= nowMs; due = queue.peek()) {
        queue.pop();
        log.push(`${(clock.nowMs() - startMs) / minuteMs} ${due.item.title}`);
        await due.item.does();
        fired += 1;
      }
      return fired;
    },
  };
  return { timedEvents, plan };
}

function setUp(options: Parameters<typeof createTimeline>[1] = {}) {
  const clock = createClock({ startAt: new Date(startMs) });
  const timeline = createTimeline(clock, { tickMs: 5, ...options });
  const log: string[] = [];
  const [left, right] = [createSource('left', clock, log), createSource('right', clock, log)];
  timeline.add(left.timedEvents);
  timeline.add(right.timedEvents);
  const moveTo = (minute: number) => timeline.moveTo(startMs + minute * minuteMs);
  return { clock, timeline, diary: log, left, right, moveTo };
}

describe('timeline move', () => {
  it('due work of all sources fires in order, each at its due time', async () => {
    const { left, right, diary: log, moveTo, clock } = setUp();
    left.plan(30, 'c');
    left.plan(10, 'a');
    right.plan(20, 'b');
    right.plan(41, 'too late');
    expect(await moveTo(40)).toBe(3);
    expect(log).toEqual(['10 a', '20 b', '30 c']);
    expect(clock.nowMs()).toBeLessThan(startMs + 41 * minuteMs);
    expect(await moveTo(41)).toBe(1);
  });

  it('work that is created by firing fires at its place in the order', async () => {
    const { left, right, diary: log, moveTo } = setUp();
    left.plan(10, 'parent', () => {
      right.plan(15, 'child', () => left.plan(15, 'grandchild of the same instant'));
      left.plan(50, 'beyond');
    });
    left.plan(20, 'last');
    expect(await moveTo(40)).toBe(4);
    expect(log).toEqual(['10 parent', '15 child', '15 grandchild of the same instant', '20 last']);
  });

  it('each firing sees exactly its due time, however long earlier ones took', async () => {
    const { left, diary: log, moveTo, clock } = setUp();
    left.plan(1, 'slow', () => sleep(30));
    left.plan(1.0001, 'six milliseconds later');
    await moveTo(2);
    expect(log).toEqual(['1 slow', '1.0001 six milliseconds later']);
    await sleep(10);
    expect(clock.nowMs()).toBeGreaterThan(startMs + 2 * minuteMs);
  });

  it('the clock never moves back, and overdue work fires at the present time', async () => {
    const { left, diary: log, moveTo, clock } = setUp();
    await moveTo(60);
    left.plan(10, 'overdue');
    expect(await moveTo(5)).toBe(1);
    expect(Number.parseFloat(log[0] ?? '')).toBeGreaterThanOrEqual(60);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(startMs + 60 * minuteMs);
  });

  it('a target that is no instant throws', async () => {
    await expect(setUp().moveTo(Number.NaN)).rejects.toThrow(RangeError);
  });

  it('a source that throws does not stop others, and is asked again in the next run', async () => {
    const errors: string[] = [];
    const {
      timeline,
      left,
      diary: log,
      moveTo,
    } = setUp({
      onError: (name, error) => errors.push(`${name}: ${error}`),
    });
    let broken = true;
    const bad = (name: string, where: 'asked' | 'fired'): TimedEvents => ({
      name,
      nextDueMs: () => {
        if (broken && where === 'asked') throw new Error('asked');
        return broken ? startMs + minuteMs : undefined;
      },
      fireDue: () => Promise.reject(new Error('fired')),
    });
    timeline.add(bad('never answers', 'asked'));
    timeline.add(bad('never fires', 'fired'));
    left.plan(5, 'still works');
    expect(await moveTo(10)).toBe(1);
    expect(log).toEqual(['5 still works']);
    expect(errors.sort()).toEqual(['never answers: Error: asked', 'never fires: Error: fired']);
    await moveTo(11);
    expect(errors).toHaveLength(4);
    broken = false;
    await moveTo(12);
    expect(errors).toHaveLength(4);
  });

  it('the move ends although a source is always due and never fires', async () => {
    const { timeline, left, moveTo } = setUp();
    timeline.add({ name: 'stuck', nextDueMs: async () => startMs, fireDue: async () => 0 });
    left.plan(5, 'still works');
    expect(await moveTo(10)).toBe(1);
  });

  it('each of ten thousand firings asks a source once for its next due time', async () => {
    const { left, right, timeline, moveTo } = setUp();
    let asked = 0;
    const nextDueMs = () => {
      asked += 1;
      return undefined;
    };
    timeline.add({ name: 'idle', nextDueMs, fireDue: async () => 0 });
    let remaining = 10_000;
    const again = (minute: number) => () => {
      remaining -= 1;
      if (remaining > 0) (remaining % 2 ? left : right).plan(minute + 1, 'again', again(minute + 1));
    };
    left.plan(0, 'first', again(0));
    expect(await moveTo(10_000)).toBe(10_000);
    expect(asked).toBe(10_001);
  });
});

describe('timeline outage', () => {
  it('time passes without firing during an outage, and its end catches up in order', async () => {
    const { timeline, left, right, diary: log, moveTo } = setUp();
    left.plan(10, 'a', () => right.plan(12, 'created while catching up'));
    right.plan(20, 'b');
    left.plan(200, 'not yet');
    await timeline.setRunning(false);
    expect(await moveTo(100)).toBe(0);
    expect(log).toEqual([]);
    expect(await timeline.setRunning(true)).toBe(3);
    expect(log.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['a', 'created while catching up', 'b']);
    expect(log.every((line) => Number.parseFloat(line) >= 100)).toBe(true);
  });

  it('an outage begins at once, even during a move', async () => {
    const { timeline, left, diary: log, moveTo } = setUp();
    left.plan(10, 'pulls the plug', () => void timeline.setRunning(false));
    left.plan(20, 'left waiting');
    expect(await moveTo(30)).toBe(1);
    expect(log).toEqual(['10 pulls the plug']);
  });

  it('an outage that is awaited has begun: work that was firing has ended', async () => {
    const { timeline, left, diary: log } = setUp({ tickMs: 1 });
    let [begun, written] = [false, false];
    const reads: boolean[] = [];
    left.plan(0, 'reads until nothing is new', async () => {
      begun = true;
      await sleep(40);
      reads.push(written);
    });
    timeline.start();
    await vi.waitFor(() => expect(begun).toBe(true), PATIENCE);
    await timeline.setRunning(false);
    written = true;
    expect(log).toHaveLength(1);
    await timeline.stop();
    expect(reads).toEqual([false]);
  });

  it('an outage stops the live loop', async () => {
    const { timeline, left, diary: log } = setUp();
    left.plan(0, 'due');
    await timeline.setRunning(false);
    timeline.start();
    await sleep(40);
    expect(log).toEqual([]);
    await timeline.setRunning(true);
    expect(log).toHaveLength(1);
    await timeline.stop();
  });
});

describe('timeline live loop', () => {
  it('the live loop fires due work as real time passes, until it is stopped', async () => {
    const { timeline, left, diary: log } = setUp();
    timeline.start();
    timeline.start();
    left.plan(200 / minuteMs, 'soon');
    await vi.waitFor(() => expect(log).toHaveLength(1), PATIENCE);
    expect(Number.parseFloat(log[0] ?? '') * minuteMs).toBeGreaterThanOrEqual(200);
    await timeline.stop();
    left.plan(0, 'after the end');
    await sleep(30);
    expect(log).toHaveLength(1);
  });

  it('the live loop never runs at the same time as a move or itself', async () => {
    const { timeline, left, moveTo } = setUp({ tickMs: 1 });
    let [inside, most, fired] = [0, 0, 0];
    const slow = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(3);
      inside -= 1;
      fired += 1;
    };
    for (let minute = 0; minute < 20; minute += 1) left.plan(minute, 'slow', slow);
    timeline.start();
    await Promise.all([moveTo(10), moveTo(15), moveTo(5), timeline.setRunning(true), moveTo(19)]);
    await timeline.stop();
    expect(most).toBe(1);
    expect(fired).toBe(20);
  });

  it('stopping waits for the current firing', async () => {
    const { timeline, left } = setUp({ tickMs: 1 });
    let [begun, ended] = [false, false];
    left.plan(0, 'slow', async () => {
      begun = true;
      await sleep(40);
      ended = true;
    });
    timeline.start();
    await vi.waitFor(() => expect(begun).toBe(true), PATIENCE);
    await timeline.stop();
    expect(ended).toBe(true);
  });
});
