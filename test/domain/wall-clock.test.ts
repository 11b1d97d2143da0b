import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, DAY_MS, instantOf, wallClock, wallClockAt } from '#domain/wall-clock.ts';
import { rounds } from '../thoroughness.ts';

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const instant = fc.integer({ min: Date.UTC(1890, 0), max: Date.UTC(2100, 0) });
/** Close to the moment at which some zone puts its clocks forward or back, where it ever does. */
const nearTransition = fc
  .tuple(zone, instant, fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }))
  .map(([timeZone, fromMs, distanceMs]) => {
    const next = zoned(fromMs, timeZone).getTimeZoneTransition('next');
    return { timeZone, atMs: (next?.epochMilliseconds ?? fromMs) + distanceMs };
  });

const zoned = (atMs: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
const asUtcMs = (wall: Temporal.PlainDateTime) => wall.toZonedDateTime('UTC').epochMilliseconds;
const plain = (atMs: number) => zoned(atMs, 'UTC').toPlainDateTime();
const sampled = { numRuns: rounds(5_000, 1_000) };

/** Whatever is reckoned here, Temporal has reckoned it too, for every zone there is. */
describe('wall clocks', () => {
  it('show in every zone what Temporal says they show', () => {
    fc.assert(
      fc.property(nearTransition, ({ timeZone, atMs }) => {
        const shown = asUtcMs(zoned(atMs, timeZone).toPlainDateTime());
        expect(wallClockAt(atMs, timeZone)).toEqual({ asUtcMs: shown });
      }),
      sampled,
    );
  });

  it('mean in every zone the instant that Temporal says, skipped and repeated hours included', () => {
    fc.assert(
      fc.property(nearTransition, ({ timeZone, atMs }) => {
        const meant = plain(atMs).toZonedDateTime(timeZone, { disambiguation: 'compatible' });
        expect(instantOf({ asUtcMs: atMs }, timeZone)).toBe(meant.epochMilliseconds);
      }),
      sampled,
    );
  });

  it('go on by days and months as the calendar of Temporal does', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -500, max: 500 }), (atMs, count) => {
        const days = asUtcMs(plain(atMs).add({ days: count }));
        const months = asUtcMs(plain(atMs).add({ months: count }, { overflow: 'constrain' }));
        expect(addDays({ asUtcMs: atMs }, count)).toEqual({ asUtcMs: days });
        expect(addMonths({ asUtcMs: atMs }, count)).toEqual({ asUtcMs: months });
      }),
      sampled,
    );
  });

  it.each([
    [[1, 1, 1], '0001-01-01T00:00:00.000Z'],
    [[50, 2, 28, 23, 59, 59, 999], '0050-02-28T23:59:59.999Z'],
    [[2028, 2, 29, 10], '2028-02-29T10:00:00.000Z'],
    [[9999, 12, 31], '9999-12-31T00:00:00.000Z'],
  ] as const)('are read from their numbers: %j', ([year, month, day, ...time], expected) => {
    expect(new Date(wallClock(year, month, day, ...time).asUtcMs).toISOString()).toBe(expected);
  });
});
