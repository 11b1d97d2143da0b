// Computes the due dates of a plan independently of functions/: it steps through the calendar day by day and
// checks if each day is due. It shares no code and no library with the rules that it is compared with. Zone
// offsets come from Intl; leap years and month lengths are computed here.

export type CountedPlan = {
  frequency: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'annually';
  frequencyInterval: number;
  timeZone: string;
  startDateMs: number;
  amountMinor: number;
  endDateMs?: number | undefined;
  maxPaymentCount?: number | undefined;
  totalAmountLimitMinor?: number | undefined;
  trial?: { days: number; amountMinor: number } | undefined;
};
type CountedCharge = { periodNumber: number; type: string; dueAtMs: number; amountMinor: number };

type Date = { year: number; month: number; day: number };
type Wall = Date & { timeOfDayMs: number };

/** The first `limit` charges if all succeed. `ended` is true if a limit of the plan forbids the next one. */
export function countCharges(plan: CountedPlan, limit: number): { charges: CountedCharge[]; ended: boolean } {
  const charges: CountedCharge[] = [];
  let total = 0;
  let anchorMs = plan.startDateMs;
  if (plan.trial) {
    anchorMs = afterDays(plan.startDateMs, plan.trial.days, plan.timeZone);
    if (plan.trial.amountMinor > 0) {
      const { amountMinor } = plan.trial;
      charges.push({ periodNumber: 0, type: 'Trial', dueAtMs: plan.startDateMs, amountMinor });
      total = amountMinor;
    }
  }
  for (const { periodNumber, dueAtMs } of dueDays(plan, anchorMs)) {
    const ended =
      (plan.endDateMs !== undefined &&
        ordinal(wallAt(dueAtMs, plan.timeZone)) > ordinal(wallAt(plan.endDateMs, plan.timeZone))) ||
      periodNumber > (plan.maxPaymentCount ?? Number.POSITIVE_INFINITY) ||
      total + plan.amountMinor > (plan.totalAmountLimitMinor ?? Number.POSITIVE_INFINITY);
    if (ended) return { charges, ended };
    if (charges.length >= limit) break;
    charges.push({ periodNumber, type: 'Regular', dueAtMs, amountMinor: plan.amountMinor });
    total += plan.amountMinor;
  }
  return { charges, ended: false };
}

function* dueDays(plan: CountedPlan, anchorMs: number): Generator<{ periodNumber: number; dueAtMs: number }> {
  const anchor = wallAt(anchorMs, plan.timeZone);
  const everyDays = { daily: 1, weekly: 7 }[plan.frequency as 'daily'];
  const everyMonths = { monthly: 1, quarterly: 3, annually: 12 }[plan.frequency as 'monthly'];
  let today: Date = anchor;
  let daysSince = 0;
  let monthsSince = 0;
  let periodNumber = 1;
  yield { periodNumber, dueAtMs: anchorMs };
  for (;;) {
    const tomorrow = nextDay(today);
    daysSince += 1;
    if (tomorrow.month !== today.month) monthsSince += 1;
    today = tomorrow;
    const isDue =
      everyDays !== undefined
        ? daysSince % (everyDays * plan.frequencyInterval) === 0
        : monthsSince % (everyMonths * plan.frequencyInterval) === 0 &&
          today.day === Math.min(anchor.day, lengthOfMonth(today));
    // A due day in the anchor's own month would be the anchor itself.
    if (!isDue || (everyDays === undefined && monthsSince === 0)) continue;
    periodNumber += 1;
    yield { periodNumber, dueAtMs: instantAt({ ...today, timeOfDayMs: anchor.timeOfDayMs }, plan.timeZone) };
  }
}

function afterDays(instantMs: number, days: number, timeZone: string): number {
  const { timeOfDayMs, ...start } = wallAt(instantMs, timeZone);
  let date: Date = start;
  for (let i = 0; i < days; i += 1) date = nextDay(date);
  return instantAt({ ...date, timeOfDayMs }, timeZone);
}

function nextDay(date: Date): Date {
  if (date.day < lengthOfMonth(date)) return { ...date, day: date.day + 1 };
  if (date.month < 12) return { year: date.year, month: date.month + 1, day: 1 };
  return { year: date.year + 1, month: 1, day: 1 };
}

function lengthOfMonth({ year, month }: Date): number {
  if (month === 2) {
    if (year % 400 === 0) return 29;
    if (year % 100 === 0) return 28;
    return year % 4 === 0 ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const ordinal = ({ year, month, day }: Date) => year * 10_000 + month * 100 + day;

/** The earliest instant with this local time. A local time in a gap counts with the offset before the gap. */
function instantAt(wall: Wall, timeZone: string): number {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day) + wall.timeOfDayMs;
  const before = offsetAt(asUtc - 26 * 3_600_000, timeZone);
  const after = offsetAt(asUtc + 26 * 3_600_000, timeZone);
  const shown = [asUtc - before, asUtc - after]
    .filter((candidate) => candidate + offsetAt(candidate, timeZone) === asUtc)
    .sort((a, b) => a - b);
  return shown[0] ?? asUtc - before;
}

function wallAt(instantMs: number, timeZone: string): Wall {
  const shifted = new Date(instantMs + offsetAt(instantMs, timeZone));
  const [year, month, day] = [shifted.getUTCFullYear(), shifted.getUTCMonth() + 1, shifted.getUTCDate()];
  return { year, month, day, timeOfDayMs: shifted.getTime() - Date.UTC(year, month - 1, day) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(instantMs: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const [, sign, hours = '0', minutes = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(instantMs)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
