// Compares the cost of computations. The shortest of several runs depends least on the load of the machine.

/** The duration in milliseconds of the fastest of ten runs. */
export function fastestMs(run: () => unknown): number {
  const durations = Array.from({ length: 10 }, () => {
    const startedMs = performance.now();
    run();
    return performance.now() - startedMs;
  });
  return Math.min(...durations);
}
