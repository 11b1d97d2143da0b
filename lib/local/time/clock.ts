// The local house's time: it flows like real time, starts where it is told to and moves forward only, so that
// a year of recurring payments can pass in seconds while every component agrees on what "now" is.

const WallDate = Date;
let installed: DateConstructor[] = [];

// The SDK compares its time with the Date header of each answer. Minutes apart (the embedded DynamoDB knows
// real time only), it would take every refusal, a failed condition too, for a fault of the clock and send it
// three times more. Clients read this once, at their first request, so it is set
// as soon as there may be a clock that moves.
process.env['AWS_DISABLE_CLOCK_SKEW_CORRECTION'] = 'true';

export type Clock = {
  nowMs(): number;
  now(): Date;
  /** Sets the clock to this instant; an instant that has passed already changes nothing. */
  jumpTo(instantMs: number): void;
  /** Stops the flow until the returned function is called; jumps still work. Holds may nest. */
  hold(): () => void;
  /** Makes the process's `Date` follow this clock until the returned function is called. Timers stay real. */
  install(): () => void;
};

type ClockOptions = { startAt?: Date };

export function createClock(options: ClockOptions = {}): Clock {
  let aheadMs = options.startAt === undefined ? 0 : options.startAt.getTime() - WallDate.now();
  let latestMs = Number.NEGATIVE_INFINITY;
  let holds = 0;

  // The wall clock may be set back under our feet; ours must not follow it.
  const nowMs = (): number => {
    if (holds === 0) latestMs = Math.max(latestMs, WallDate.now() + aheadMs);
    return latestMs;
  };

  const clock: Clock = {
    nowMs,
    now: () => new WallDate(nowMs()),
    jumpTo(instantMs) {
      if (!Number.isFinite(instantMs)) throw new RangeError(`not an instant: ${instantMs}`);
      if (instantMs <= nowMs()) return;
      latestMs = instantMs;
      aheadMs = instantMs - WallDate.now();
    },
    hold() {
      nowMs();
      holds += 1;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holds -= 1;
        // Time starts to flow again from where it stood, not from where it would have been.
        if (holds === 0) aheadMs = latestMs - WallDate.now();
      };
    },
    install: () => installDate(nowMs),
  };
  return clock;
}

/**
 * A proxy rather than a subclass: statics, `instanceof` and dates made before the installation stay what they
 * were; only the three ways to ask for "now" change.
 */
function installDate(nowMs: () => number): () => void {
  const localDate = new Proxy(WallDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [nowMs()] : given, newTarget) as Date,
    apply: () => new WallDate(nowMs()).toString(),
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
  const latest = installed.at(-1) ?? WallDate;
  globalThis.Date = latest;
  // So that `date.constructor === Date` goes on to hold, which libraries ask.
  Object.defineProperty(WallDate.prototype, 'constructor', {
    value: latest,
    writable: true,
    configurable: true,
  });
}
