// AWS cron expressions (six fields, with ?, L, W and #) in a time zone. Wall-clock times that daylight saving
// skips are skipped, those it repeats count once: so says the EventBridge Scheduler user guide.
import { Temporal } from 'temporal-polyfill';
import { AwsError } from '../aws-json.ts';

export type Cron = {
  /** The first occurrence at or after the instant; undefined when none is left. */
  nextAtOrAfter(instantMs: number): number | undefined;
};

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const lastYear = 2199;

type DayRule = (year: number, month: number, day: number) => boolean;

type Fields = { minutes: number[]; hours: number[]; isDay: DayRule; months: Set<number>; years: Set<number> };

/** `fields` is what stands between the brackets of `cron(...)`. */
export function parseCron(fields: string, timeZone: string): Cron {
  const parsed = readFields(fields);
  return {
    nextAtOrAfter(instantMs) {
      const from = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone);
      for (const wall of wallTimes(parsed, from.toPlainDateTime())) {
        const occurrenceMs = toInstantMs(wall, timeZone);
        if (occurrenceMs !== undefined && occurrenceMs >= instantMs) return occurrenceMs;
      }
      return undefined;
    },
  };
}

/**
 * Every wall-clock time the fields name, from the given minute on. Earlier ones can come again only when
 * clocks are set back, and then they have had their turn.
 */
function* wallTimes(fields: Fields, from: Temporal.PlainDateTime): Generator<Temporal.PlainDateTime> {
  for (const { year, month, day } of days(fields, from)) {
    const isFirst = year === from.year && month === from.month && day === from.day;
    const firstMinute = isFirst ? from.hour * 60 + from.minute : 0;
    for (const hour of fields.hours) {
      for (const minute of fields.minutes) {
        if (hour * 60 + minute < firstMinute) continue;
        yield new Temporal.PlainDateTime(year, month, day, hour, minute);
      }
    }
  }
}

function* days(fields: Fields, from: Temporal.PlainDateTime) {
  for (let year = from.year; year <= lastYear; year += 1) {
    if (!fields.years.has(year)) continue;
    for (let month = year === from.year ? from.month : 1; month <= 12; month += 1) {
      if (!fields.months.has(month)) continue;
      const firstDay = year === from.year && month === from.month ? from.day : 1;
      for (let day = firstDay; day <= daysIn(year, month); day += 1) {
        if (fields.isDay(year, month, day)) yield { year, month, day };
      }
    }
  }
}

function toInstantMs(wall: Temporal.PlainDateTime, timeZone: string): number | undefined {
  const earlier = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  // A skipped time is moved out of the gap by the conversion: then it is not the time that was asked for.
  return earlier.toPlainDateTime().equals(wall) ? earlier.epochMilliseconds : undefined;
}

function readFields(fields: string): Fields {
  const parts = fields.trim().toUpperCase().split(/\s+/);
  const [minutes, hours, daysOfMonth, months, daysOfWeek, years] = parts;
  if (parts.length !== 6 || minutes === undefined || hours === undefined || daysOfMonth === undefined) {
    throw invalidCron(fields);
  }
  if (months === undefined || daysOfWeek === undefined || years === undefined) throw invalidCron(fields);
  // One of the two must be left open, or it would be unclear whether both or either must hold.
  if ((daysOfMonth === '?') === (daysOfWeek === '?')) throw invalidCron(fields);
  const read = (text: string, lowest: number, highest: number, names?: string[]) =>
    readSet(text, lowest, highest, names) ?? fail(fields);
  return {
    minutes: sorted(read(minutes, 0, 59)),
    hours: sorted(read(hours, 0, 23)),
    months: read(months, 1, 12, monthNames),
    years: read(years, 1970, lastYear),
    isDay: (daysOfWeek === '?' ? dayOfMonthRule(daysOfMonth) : dayOfWeekRule(daysOfWeek)) ?? fail(fields),
  };
}

/** Lists, ranges, steps and names: `1,5-9,0/15,MON-FRI,*`. Undefined if it is not one. */
function readSet(
  text: string,
  lowest: number,
  highest: number,
  names: string[] = [],
): Set<number> | undefined {
  const values = new Set<number>();
  const number = (word: string): number => {
    const named = names.indexOf(word);
    if (named >= 0) return named + 1;
    return /^\d{1,4}$/.test(word) ? Number(word) : Number.NaN;
  };
  for (const item of text.split(',')) {
    const [range = '', step, ...tooMany] = item.split('/');
    const [first = '', last, ...more] = range === '*' ? [String(lowest), String(highest)] : range.split('-');
    const stepSize = step === undefined ? 1 : number(step);
    const from = number(first);
    // `5/10` runs to the end of the field, `5` is itself alone.
    const to = last !== undefined ? number(last) : step === undefined ? from : highest;
    const isRange = from >= lowest && to <= highest && from <= to && stepSize >= 1;
    if (!isRange || tooMany.length > 0 || more.length > 0) return undefined;
    for (let value = from; value <= to; value += stepSize) values.add(value);
  }
  return values;
}

function dayOfMonthRule(text: string): DayRule | undefined {
  if (text === 'L') return (year, month, day) => day === daysIn(year, month);
  if (text === 'LW') return (year, month, day) => day === nearestWeekday(year, month, daysIn(year, month));
  const weekday = /^(\d{1,2})W$/.exec(text);
  if (weekday !== null) {
    const wanted = Number(weekday[1]);
    if (wanted < 1 || wanted > 31) return undefined;
    return (year, month, day) => wanted <= daysIn(year, month) && day === nearestWeekday(year, month, wanted);
  }
  const days = readSet(text, 1, 31);
  return days && ((_year, _month, day) => days.has(day));
}

function dayOfWeekRule(text: string): DayRule | undefined {
  const last = /^(\w+)L$/.exec(text);
  if (text === 'L') return dayOfWeekRule('7');
  if (last !== null) {
    const [wanted] = readSet(last[1] ?? '', 1, 7, dayNames) ?? [];
    if (wanted === undefined) return undefined;
    return (year, month, day) => dayOfWeek(year, month, day) === wanted && day > daysIn(year, month) - 7;
  }
  const nth = /^(\w+)#([1-5])$/.exec(text);
  if (nth !== null) {
    const [wanted] = readSet(nth[1] ?? '', 1, 7, dayNames) ?? [];
    if (wanted === undefined) return undefined;
    return (year, month, day) =>
      dayOfWeek(year, month, day) === wanted && Math.ceil(day / 7) === Number(nth[2]);
  }
  const days = readSet(text, 1, 7, dayNames);
  return days && ((year, month, day) => days.has(dayOfWeek(year, month, day)));
}

function daysIn(year: number, month: number): number {
  return new Temporal.PlainYearMonth(year, month).daysInMonth;
}

/** As AWS counts: Sunday is 1. */
function dayOfWeek(year: number, month: number, day: number): number {
  return (new Temporal.PlainDate(year, month, day).dayOfWeek % 7) + 1;
}

/** Never leaves the month: a Saturday the 1st becomes Monday the 3rd. */
function nearestWeekday(year: number, month: number, day: number): number {
  const weekday = dayOfWeek(year, month, day);
  if (weekday === 7) return day === 1 ? 3 : day - 1;
  if (weekday === 1) return day === daysIn(year, month) ? day - 2 : day + 1;
  return day;
}

function sorted(values: Set<number>): number[] {
  return [...values].sort((a, b) => a - b);
}

function fail(fields: string): never {
  throw invalidCron(fields);
}

function invalidCron(fields: string): AwsError {
  return new AwsError('ValidationException', `Invalid Schedule Expression cron(${fields}).`);
}
