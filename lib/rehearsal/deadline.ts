// The time that a rehearsal may take. It follows the machine: the synthesis, which is work without waiting,
// is measured, and everything after it may take so many times as long.

/** The synthesis on two free cores takes about ten seconds. */
const SYNTHESIS_MS = 600_000;
/** Schedules fire by the clock: waiting for them takes no longer on a slow machine. */
const WAITED_MS = 150_000;
/** What deploying, calling and destroying a stage takes at most, in syntheses. */
const SYNTHESES = 14;

export type Deadline = {
  signal: AbortSignal;
  /** What may still be done from now on: so many stages, after a synthesis that took so long. */
  follow(synthesisMs: number, stages: number): void;
  /** The time that was allowed, for the message. */
  allowedMs(): number;
};

const allowed = (synthesisMs: number, stages: number) => WAITED_MS + synthesisMs * SYNTHESES * stages;

/** Until the synthesis is measured it alone has a limit. */
export function openDeadline(nowMs: () => number = () => performance.now()): Deadline {
  const controller = new AbortController();
  const startedMs = nowMs();
  let timer: NodeJS.Timeout | undefined;
  let untilMs = 0;
  const allow = (ms: number) => {
    clearTimeout(timer);
    untilMs = nowMs() - startedMs + ms;
    timer = setTimeout(() => controller.abort(), ms).unref();
  };
  allow(SYNTHESIS_MS);
  return {
    signal: controller.signal,
    follow: (synthesisMs, stages) => allow(allowed(synthesisMs, stages)),
    allowedMs: () => untilMs,
  };
}
