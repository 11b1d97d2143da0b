// Separates requests from large moves of the clock. A function ends within seconds, so a request during which
// hours pass would prove nothing.

export type Gate = {
  /** Runs any number of works at the same time, but none while an `alone` work runs. */
  pass<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits until no work is in progress, and lets no other begin. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
};

export function openGate(): Gate {
  let inside = 0;
  let closed: Promise<void> | undefined;
  let onEmpty = () => {};
  return {
    async pass(work) {
      while (closed !== undefined) await closed;
      inside += 1;
      try {
        return await work();
      } finally {
        inside -= 1;
        if (inside === 0) onEmpty();
      }
    },
    async alone(work) {
      while (closed !== undefined) await closed;
      const { promise, resolve: open } = Promise.withResolvers<void>();
      closed = promise;
      if (inside > 0) {
        const { promise: empty, resolve } = Promise.withResolvers<void>();
        onEmpty = resolve;
        await empty;
      }
      try {
        return await work();
      } finally {
        closed = undefined;
        open();
      }
    },
  };
}
