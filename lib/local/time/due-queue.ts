// A priority queue by due time (a binary heap): finding the earliest of fifty thousand items is cheap. Items
// with the same due time keep their order, so runs are repeatable.

export type DueQueue<Item> = {
  push(dueMs: number, item: Item): void;
  /** Returns the earliest item that still counts, and removes outdated items before it. */
  peek(): { dueMs: number; item: Item } | undefined;
  pop(): Item | undefined;
  size(): number;
};

type QueueEntry<Item> = { dueMs: number; order: number; item: Item };

/**
 * Items are never removed from the middle. `isWanted` decides which items still count; the others are removed
 * when they become the earliest, or all together when the queue has doubled.
 */
export function createDueQueue<Item>(isWanted: (item: Item) => boolean = () => true): DueQueue<Item> {
  let heap: QueueEntry<Item>[] = [];
  let pushes = 0;
  let compactAbove = 1000;

  const removeFirst = (): void => {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    siftDown(heap, 0);
  };

  const dropUnwanted = (): void => {
    heap = heap.filter((entry) => isWanted(entry.item)).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    compactAbove = 2 * heap.length + 1000;
  };

  const peek = (): QueueEntry<Item> | undefined => {
    while (heap[0] !== undefined && !isWanted(heap[0].item)) removeFirst();
    return heap[0];
  };

  return {
    push(dueMs, item) {
      heap.push({ dueMs, order: pushes, item });
      pushes += 1;
      siftUp(heap, heap.length - 1);
      if (heap.length > compactAbove) dropUnwanted();
    },
    peek,
    pop() {
      const earliest = peek();
      removeFirst();
      return earliest?.item;
    },
    size: () => heap.length,
  };
}

function isBefore(a: QueueEntry<unknown>, b: QueueEntry<unknown>): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
}

function siftUp<Item>(heap: QueueEntry<Item>[], from: number): void {
  let at = from;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!swapIfBefore(heap, at, above)) return;
    at = above;
  }
}

function siftDown<Item>(heap: QueueEntry<Item>[], from: number): void {
  let at = from;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    const [leftEntry, rightEntry] = [heap[left], heap[right]];
    if (leftEntry === undefined) return;
    const smaller = rightEntry !== undefined && isBefore(rightEntry, leftEntry) ? right : left;
    if (!swapIfBefore(heap, smaller, at)) return;
    at = smaller;
  }
}

function swapIfBefore<Item>(heap: QueueEntry<Item>[], lower: number, upper: number): boolean {
  const [below, above] = [heap[lower], heap[upper]];
  if (below === undefined || above === undefined || !isBefore(below, above)) return false;
  heap[lower] = above;
  heap[upper] = below;
  return true;
}
