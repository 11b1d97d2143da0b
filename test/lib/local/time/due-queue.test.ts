import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDueQueue } from '../../../../lib/local/time/due-queue.ts';

describe('due queue', () => {
  it('items are returned by due time, and in insertion order if due times are equal', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (dueTimes) => {
        const queue = createDueQueue<number>();
        dueTimes.forEach((dueMs, index) => {
          queue.push(dueMs, index);
        });
        const expected = dueTimes
          .map((dueMs, index) => ({ dueMs, index }))
          .sort((a, b) => a.dueMs - b.dueMs || a.index - b.index);
        for (const { dueMs, index } of expected) {
          expect(queue.peek()).toMatchObject({ dueMs, item: index });
          expect(queue.pop()).toBe(index);
        }
        expect(queue.pop()).toBeUndefined();
      }),
    );
  });

  it('unwanted items are dropped', () => {
    const wanted = new Set<number>();
    const queue = createDueQueue<number>((item) => wanted.has(item));
    for (let item = 0; item < 50_000; item += 1) {
      wanted.clear();
      wanted.add(item);
      queue.push(50_000 - item, item);
    }
    expect(queue.pop()).toBe(49_999);
    expect(queue.pop()).toBeUndefined();
  });
});
