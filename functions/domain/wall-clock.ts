// The only place where wall clocks and instants meet, because time zones are political and change: the rules
// come from the runtime's zone database. A test holds it to what Temporal says, which Node does not have yet:
// its stand-in was a twentieth of the cold start of every function that knows a day.

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** What a clock and a calendar on the wall show, without a zone: the instant at which UTC shows the same. */
export type WallClock = { readonly asUtcMs: number };

export function wallClock(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
): WallClock {
  // In two steps, because Date.UTC takes the year 50 for 1950.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return { asUtcMs: date.setUTCHours(hour, minute, second, ms) };
}

/** What the wall clock shows in a zone at an instant. */
export function wallClockAt(instantMs: number, timeZone: string): WallClock {
  return { asUtcMs: instantMs + offsetMs(instantMs, timeZone) };
}

/**
 * The instant at which the wall clock shows this. A time that daylight saving skips moves forward by the gap,
 * one that occurs twice takes the first (recurring payments, rule 2); Temporal calls this "compatible".
 */
export function instantOf({ asUtcMs }: WallClock, timeZone: string): number {
  const [before, after] = [offsetMs(asUtcMs - DAY_MS, timeZone), offsetMs(asUtcMs + DAY_MS, timeZone)];
  const shown = [before, after].find((offset) => offsetMs(asUtcMs - offset, timeZone) === offset);
  return asUtcMs - (shown ?? before);
}

export function addDays({ asUtcMs }: WallClock, days: number): WallClock {
  return { asUtcMs: asUtcMs + days * DAY_MS };
}

/** Months later on the same day of the month, or on the month's last day where it has no such day. */
export function addMonths({ asUtcMs }: WallClock, months: number): WallClock {
  const date = new Date(asUtcMs);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // Without such a day the date has run on into the next month, whose day 0 is the last one before.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return { asUtcMs: date.getTime() };
}

/** Made once for each zone: making one takes longer than asking it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** `GMT`, `GMT+3`, `GMT-3:30`; zones of old have seconds. */
const OFFSET = /GMT(?:([+-])(\d+)(?::(\d+))?(?::(\d+))?)?$/;

/** How far the zone's clocks are ahead of UTC at an instant. */
function offsetMs(instantMs: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' });
  formats.set(timeZone, format);
  const shown = OFFSET.exec(format.format(instantMs));
  if (shown === null) throw new Error(`The runtime tells no offset of ${timeZone}.`);
  const [, sign, hours = 0, minutes = 0, seconds = 0] = shown;
  const ahead = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === '-' ? -ahead : ahead;
}
