// Runs many tasks, a limited number at a time.

/** Runs tasks in the order of their arrival, a limited number at a time. */
export type Limiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function limiter(most: number): Limiter {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** Never throws if `work` never does. */
export async function inPool<Item>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: most }, worker));
}
