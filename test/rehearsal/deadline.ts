// The time limit of a rehearsal. It adapts to the machine: the synthesis, which never waits, is measured, and
// the limit of all other work is a multiple of that time.

/** The limit of the synthesis, which takes about ten seconds on two free cores. */
const SYNTHESIS_MS = 600_000;
/** The time for schedules, which fire by the clock: it is no longer on a slow machine. */
const WAITED_MS = 150_000;
/** The most time to deploy, call and destroy a stage, as a multiple of the synthesis. */
const SYNTHESES = 20;

export type Deadline = {
  signal: AbortSignal;
  /** Sets the limit for this many stages, after a synthesis of this duration. */
  follow(synthesisMs: number, stages: number): void;
  /** The time from the start to the limit, for the message. */
  allowedMs(): number;
};

const allowed = (synthesisMs: number, stages: number) => WAITED_MS + synthesisMs * SYNTHESES * stages;

/** Before the synthesis has been measured, the limit is that of the synthesis alone. */
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
