// The days on which banks in Türkiye credit nothing: weekends, the national days of law no. 2429, and the two
// religious holidays, whose dates the Presidency of Religious Affairs (Diyanet) publishes in its calendar of
// religious days. Half days count as working days. What lies behind the last year of the list is not known.
import { addDays, type Day } from '../time/business-day.ts';

const NATIONAL_DAYS = ['01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-29'];

/** First and last whole day of Ramazan Bayramı and of Kurban Bayramı, by year. */
const RELIGIOUS_DAYS: Readonly<Record<string, readonly (readonly [from: Day, to: Day])[]>> = {
  2025: [
    ['2025-03-30', '2025-04-01'],
    ['2025-06-06', '2025-06-09'],
  ],
  2026: [
    ['2026-03-20', '2026-03-22'],
    ['2026-05-27', '2026-05-30'],
  ],
  2027: [
    ['2027-03-09', '2027-03-11'],
    ['2027-05-16', '2027-05-19'],
  ],
};
export const LAST_HOLIDAY_YEAR = 2027;

const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(day).getUTCDay());

function isBankDay(day: Day, religious: readonly (readonly [Day, Day])[]): boolean {
  const isReligious = religious.some(([from, to]) => day >= from && day <= to);
  return !isWeekend(day) && !NATIONAL_DAYS.includes(day.slice(5)) && !isReligious;
}

/** The first working day of banks from this one on; undefined where the holidays are not known. */
export function workingDayFrom(day: Day): Day | undefined {
  for (let one = day; ; one = addDays(one, 1)) {
    const religious = RELIGIOUS_DAYS[one.slice(0, 4)];
    if (religious === undefined) return undefined;
    if (isBankDay(one, religious)) return one;
  }
}
