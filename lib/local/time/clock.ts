// The clock of the local service. It runs like real time, starts at a given instant and only moves forward,
// so a year of recurring payments can pass in seconds while all components agree on the time.

const RealDate = Date;
let installed: DateConstructor[] = [];

// The SDK compares its time with the Date header of each response. If they differ by minutes (the embedded
// DynamoDB uses real time), it treats every error, even a failed condition, as clock skew and retries it
// three times. Clients read this variable once, at their first request, so it is set before a clock can move.
process.env['AWS_DISABLE_CLOCK_SKEW_CORRECTION'] = 'true';

export type Clock = {
  nowMs(): number;
  now(): Date;
  /** How far this clock is ahead of the machine's, in milliseconds. */
  aheadMs(): number;
  /** Moves the clock forward to this instant; an instant in the past is ignored. */
  jumpTo(instantMs: number): void;
  /** Stops the clock until the returned function is called; `jumpTo` still works. Holds may nest. */
  hold(): () => void;
  /** True while it is held, as when a test moves it. */
  isHeld(): boolean;
  /** Makes the global `Date` use this clock until the returned function is called. Timers keep real time. */
  install(): () => void;
};

type ClockOptions = {
  startAt?: Date;
  /** Is told after each move how far this clock is ahead of the machine's. */
  tell?: ((aheadMs: number) => void) | undefined;
};

/**
 * The stored state of the clock: the target of its last move, and its lead over the machine's clock. A killed
 * service cannot store its last instant.
 */
export type StoredTime = { reachedMs: number | undefined; aheadMs: number | undefined };

/**
 * Returns where the clock of a restarted service begins. Time never goes back: the clock has its former lead
 * over the machine's clock, and is not before the target of its last move. A later `requestedMs` is used
 * instead.
 */
export function restartAt(
  requestedMs: number | undefined,
  { reachedMs = 0, aheadMs }: StoredTime,
  machineMs: number,
): ClockOptions {
  const resumedMs = aheadMs === undefined ? undefined : machineMs + aheadMs;
  const startMs = Math.max(requestedMs ?? resumedMs ?? machineMs, resumedMs ?? 0, reachedMs);
  return startMs === machineMs ? {} : { startAt: new RealDate(startMs) };
}

export function createClock(options: ClockOptions = {}): Clock {
  let offsetMs = options.startAt === undefined ? 0 : options.startAt.getTime() - RealDate.now();
  let latestMs = Number.NEGATIVE_INFINITY;
  let holds = 0;
  const moveBy = (aheadMs: number) => {
    offsetMs = aheadMs;
    options.tell?.(aheadMs);
  };

  // The machine's clock may be set back; this clock must not follow.
  const nowMs = (): number => {
    if (holds === 0) latestMs = Math.max(latestMs, RealDate.now() + offsetMs);
    return latestMs;
  };

  const clock: Clock = {
    nowMs,
    now: () => new RealDate(nowMs()),
    isHeld: () => holds > 0,
    aheadMs: () => nowMs() - RealDate.now(),
    jumpTo(instantMs) {
      if (!Number.isFinite(instantMs)) throw new RangeError(`not an instant: ${instantMs}`);
      if (instantMs <= nowMs()) return;
      latestMs = instantMs;
      moveBy(instantMs - RealDate.now());
    },
    hold() {
      nowMs();
      holds += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        // Time continues from where it stopped.
        if (holds === 0) moveBy(latestMs - RealDate.now());
      };
    },
    install: () => installDate(nowMs),
  };
  return clock;
}

/**
 * A proxy instead of a subclass: statics, `instanceof` and existing dates are unchanged. Only the three ways
 * to get the current time are different.
 */
function installDate(nowMs: () => number): () => void {
  const localDate = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget) as Date,
    apply: () => new RealDate(nowMs()).toString(),
    get: (target, property, receiver): unknown =>
      property === 'now' ? nowMs : Reflect.get(target, property, receiver),
  });
  installed.push(localDate);
  makeLatestGlobal();
  return () => {
    installed = installed.filter((other) => other !== localDate);
    makeLatestGlobal();
  };
}

function makeLatestGlobal(): void {
  const latest = installed.at(-1) ?? RealDate;
  globalThis.Date = latest;
  // Libraries check `date.constructor === Date`, so it must stay true.
  Object.defineProperty(RealDate.prototype, 'constructor', {
    value: latest,
    writable: true,
    configurable: true,
  });
}
