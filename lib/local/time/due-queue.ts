// A queue by due time. Items with the same due time keep their order, so runs are repeatable.

export type DueQueue<Item> = {
  push(dueMs: number, item: Item): void;
  /** Returns the earliest item that still counts, and removes outdated items before it. */
  peek(): QueueEntry<Item> | undefined;
  pop(): Item | undefined;
};

type QueueEntry<Item> = { dueMs: number; item: Item };

/** `isWanted` decides which items still count; the others are removed when they become the earliest. */
export function createDueQueue<Item>(isWanted: (item: Item) => boolean = () => true): DueQueue<Item> {
  /** The earliest is the last: taking it moves no other. */
  const entries: QueueEntry<Item>[] = [];

  const peek = (): QueueEntry<Item> | undefined => {
    let earliest = entries.at(-1);
    while (earliest !== undefined && !isWanted(earliest.item)) {
      entries.pop();
      earliest = entries.at(-1);
    }
    return earliest;
  };

  return {
    push(dueMs, item) {
      // By halving, before all that are due at the same time or earlier: fifty thousand items stay cheap.
      let [low, high] = [0, entries.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((entries[middle]?.dueMs ?? 0) > dueMs) low = middle + 1;
        else high = middle;
      }
      entries.splice(low, 0, { dueMs, item });
    },
    peek,
    pop() {
      const earliest = peek();
      entries.pop();
      return earliest?.item;
    },
  };
}
