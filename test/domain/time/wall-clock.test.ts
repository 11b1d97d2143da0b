// Compares the conversion between wall clocks and instants with Temporal, which shares no code with it: in
// all time zones that the runtime knows, around each change of an offset.
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';

import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { addDays, addMonths, instantOf, wallClockAt } from '#domain/time/wall-clock.ts';

const [FROM, TO] = [Date.UTC(2015, 0, 1), Date.UTC(2030, 0, 1)];
const MINUTES_ASIDE = [-1440, -60, -30, -1, 0, 1, 30, 60];

const shown = (clock: Temporal.PlainDateTime) => clock.toZonedDateTime('UTC').epochMilliseconds;
const clockOf = (shownMs: number) =>
  Temporal.Instant.fromEpochMilliseconds(shownMs).toZonedDateTimeISO('UTC').toPlainDateTime();
const zonedAt = (instantMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);

function* changesOf(zone: string): Generator<number> {
  let change = zonedAt(FROM, zone).getTimeZoneTransition('next');
  for (; change !== null && change.epochMilliseconds < TO; change = change.getTimeZoneTransition('next')) {
    yield change.epochMilliseconds;
  }
}

it('around each change of each zone, clocks and instants are those of Temporal', () => {
  let changes = 0;
  const wrong: string[] = [];
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const change of [FROM, ...changesOf(zone)]) {
      changes += 1;
      const before = wallClockAt(change - 1, zone).shownMs - (change - 1);
      for (const minutes of MINUTES_ASIDE) {
        const at = change + minutes * MINUTE_MS;
        if (wallClockAt(at, zone).shownMs !== shown(zonedAt(at, zone).toPlainDateTime())) {
          wrong.push(`the clock of ${zone} at ${new Date(at).toISOString()}`);
        }
        // On the clock before the change, so that skipped and repeated times are among them.
        const shownMs = at + before;
        if (instantOf({ shownMs }, zone) !== clockOf(shownMs).toZonedDateTime(zone).epochMilliseconds) {
          wrong.push(`when it is ${clockOf(shownMs)} in ${zone}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(changes).toBeGreaterThan(2500);
});

it('days and months are added as Temporal adds them', () => {
  const first = Date.UTC(2027, 11, 1, 23, 59, 59, 999);
  for (let day = 0; day < 100; day += 1) {
    const shownMs = first + day * DAY_MS;
    for (const count of [-13, -1, 0, 1, 2, 3, 12, 15, 27, 48]) {
      const [days, months] = [addDays({ shownMs }, count), addMonths({ shownMs }, count)];
      expect(days.shownMs).toBe(shown(clockOf(shownMs).add({ days: count })));
      expect(months.shownMs).toBe(shown(clockOf(shownMs).add({ months: count })));
    }
  }
});

it('a zone that no database has is an error, however often it is asked for', () => {
  for (let asked = 0; asked < 3; asked += 1) expect(() => wallClockAt(0, 'Mars/Olympus')).toThrow(RangeError);
});

it('zones in many spellings are all read', () => {
  const letters = 'europe/istanbul';
  for (let spelling = 0; spelling < 300; spelling += 1) {
    const zone = [...letters].map((one, at) => ((spelling >> at) & 1 ? one.toUpperCase() : one)).join('');
    expect(wallClockAt(0, zone)).toEqual({ shownMs: 2 * 60 * MINUTE_MS });
  }
});
