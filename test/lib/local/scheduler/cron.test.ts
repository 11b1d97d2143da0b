import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { AwsError } from '../../../../lib/local/aws-json.ts';
import { parseCron } from '../../../../lib/local/scheduler/cron.ts';

/** The next occurrences as UTC instants without their zeros: `2027-03-01T09:00Z`. */
function occurrences(fields: string, timeZone: string, from: string, count: number): string[] {
  const cron = parseCron(fields, timeZone);
  const found: string[] = [];
  let atMs: number | undefined = Date.parse(from);
  while (found.length < count) {
    atMs = cron.nextAtOrAfter(atMs);
    if (atMs === undefined) break;
    found.push(new Date(atMs).toISOString().replace(':00.000Z', 'Z'));
    atMs += 1;
  }
  return found;
}

describe('a cron expression', () => {
  it.each([
    ['0 9 1 * ? *', 'Europe/Istanbul', '2026-12-15T00:00:00Z', ['2027-01-01T06:00Z', '2027-02-01T06:00Z']],
    ['15 12 * * ? *', 'UTC', '2027-02-28T12:15:00Z', ['2027-02-28T12:15Z', '2027-03-01T12:15Z']],
    ['15 12 * * ? *', 'UTC', '2027-02-28T12:15:00.001Z', ['2027-03-01T12:15Z', '2027-03-02T12:15Z']],
    ['0/20 8-9 ? * MON-FRI *', 'UTC', '2027-01-01T09:30:00Z', ['2027-01-01T09:40Z', '2027-01-04T08:00Z']],
    ['0 0 L * ? *', 'UTC', '2028-02-01T00:00:00Z', ['2028-02-29T00:00Z', '2028-03-31T00:00Z']],
    ['0 0 31 * ? *', 'UTC', '2027-02-01T00:00:00Z', ['2027-03-31T00:00Z', '2027-05-31T00:00Z']],
    ['0 0 29 2 ? *', 'UTC', '2027-01-01T00:00:00Z', ['2028-02-29T00:00Z', '2032-02-29T00:00Z']],
    ['0 0 1W * ? *', 'UTC', '2027-05-01T00:00:00Z', ['2027-05-03T00:00Z', '2027-06-01T00:00Z']],
    ['0 0 15W * ? *', 'UTC', '2027-05-01T00:00:00Z', ['2027-05-14T00:00Z', '2027-06-15T00:00Z']],
    ['0 0 LW * ? *', 'UTC', '2027-01-01T00:00:00Z', ['2027-01-29T00:00Z', '2027-02-26T00:00Z']],
    ['0 0 31W 4,5 ? *', 'UTC', '2027-04-01T00:00:00Z', ['2027-05-31T00:00Z', '2028-05-31T00:00Z']],
    ['0 0 ? * 6L *', 'UTC', '2027-01-01T00:00:00Z', ['2027-01-29T00:00Z', '2027-02-26T00:00Z']],
    ['0 0 ? * L *', 'UTC', '2027-01-01T00:00:00Z', ['2027-01-02T00:00Z', '2027-01-09T00:00Z']],
    ['0 0 ? * TUE#2 *', 'UTC', '2027-01-01T00:00:00Z', ['2027-01-12T00:00Z', '2027-02-09T00:00Z']],
    ['0 0 ? JAN,DEC 1 2027-2028', 'UTC', '2028-12-30T00:00:00Z', ['2028-12-31T00:00Z']],
    ['59 23 31 12 ? 2027/5', 'UTC', '2027-12-31T23:59:01Z', ['2032-12-31T23:59Z', '2037-12-31T23:59Z']],
  ])('%s in %s', (fields, timeZone, from, expected) => {
    expect(occurrences(fields, timeZone, from, 2)).toEqual(expected);
  });

  it('skips a wall-clock time that daylight saving skips', () => {
    // Berlin, 28 March 2027: 02:00 becomes 03:00.
    const expected = ['2027-03-27T01:30Z', '2027-03-29T00:30Z'];
    expect(occurrences('30 2 * * ? *', 'Europe/Berlin', '2027-03-27T00:00:00Z', 2)).toEqual(expected);
  });

  it('fires once at a wall-clock time that daylight saving repeats', () => {
    // Berlin, 31 October 2027: 03:00 becomes 02:00 again.
    const expected = ['2027-10-31T00:30Z', '2027-11-01T01:30Z'];
    expect(occurrences('30 2 * * ? *', 'Europe/Berlin', '2027-10-31T00:00:00Z', 2)).toEqual(expected);
    // Asked between the two 02:30 of that night.
    expect(occurrences('30 2 * * ? *', 'Europe/Berlin', '2027-10-31T00:45:00Z', 1)).toEqual([
      '2027-11-01T01:30Z',
    ]);
  });

  it('keeps the wall-clock time through the year, not the distance to UTC', () => {
    const expected = ['2027-02-20T15:00Z', '2027-04-20T14:00Z'];
    expect(occurrences('0 9 20 2,4 ? 2027', 'America/Chicago', '2027-01-01T00:00:00Z', 9)).toEqual(expected);
  });

  it('agrees with looking at every minute', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Istanbul',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
    );
    const near = fc.constantFrom(
      '2027-03-13',
      '2027-03-27',
      '2027-04-03',
      '2027-10-30',
      '2027-11-06',
      '2027-12-30',
    );
    const minute = fc.constantFrom('0', '30', '0/20', '5,45', '10-12');
    const hour = fc.constantFrom('*', '0', '1', '2', '1-3', '0/6');
    const hourOfStart = fc.integer({ min: 0, max: 23 });
    fc.assert(
      fc.property(zone, near, minute, hour, hourOfStart, (timeZone, day, minutes, hours, startHour) => {
        const from = Date.parse(`${day}T${String(startHour).padStart(2, '0')}:00:00Z`);
        const horizonMs = from + 40 * 3_600_000;
        const expected = minuteByMinute(minutes, hours, timeZone, { from, horizonMs });
        const found: number[] = [];
        const cron = parseCron(`${minutes} ${hours} * * ? *`, timeZone);
        for (let at = cron.nextAtOrAfter(from); at !== undefined && at < horizonMs; ) {
          found.push(at);
          at = cron.nextAtOrAfter(at + 1);
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('that fires every minute costs moments a day', () => {
    const cron = parseCron('* * * * ? *', 'Europe/Istanbul');
    const before = performance.now();
    let at = Date.UTC(2027, 0, 1);
    for (let minute = 0; minute < 1440; minute += 1) at = (cron.nextAtOrAfter(at) ?? Number.NaN) + 1;
    expect(new Date(at).toISOString()).toBe('2027-01-01T23:59:00.001Z');
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('ends with its last year', () => {
    expect(parseCron('0 0 1 1 ? 2027', 'UTC').nextAtOrAfter(Date.UTC(2027, 0, 1, 0, 0, 1))).toBeUndefined();
    expect(parseCron('0 0 30 2 ? *', 'UTC').nextAtOrAfter(0)).toBeUndefined();
  });

  it.each([
    '* * * * *',
    '* * * * ? * *',
    '* * * * * *',
    '* * ? * ? *',
    '60 * * * ? *',
    '* 24 * * ? *',
    '* * 0 * ? *',
    '* * 32 * ? *',
    '* * * 13 ? *',
    '* * ? * 8 *',
    '* * ? * MON#6 *',
    '* * ? * FOO *',
    '* * 32W * ? *',
    '5-1 * * * ? *',
    '*/0 * * * ? *',
    '1/2/3 * * * ? *',
    '1--3 * * * ? *',
    ', * * * ? *',
    '1, * * * ? *',
    '-1 * * * ? *',
    '1.5 * * * ? *',
    '* * * * ? 1969',
    '',
  ])('that is none is refused: %s', (fields) => {
    expect(() => parseCron(fields, 'UTC')).toThrow(AwsError);
  });
});

/** The slow way to the same answer: every minute, its wall-clock time, and whether that was seen before. */
function minuteByMinute(
  minutes: string,
  hours: string,
  timeZone: string,
  { from, horizonMs }: { from: number; horizonMs: number },
): number[] {
  const matches = (text: string, value: number) =>
    text === '*' ||
    text.split(',').some((item) => {
      const [start = '', step] = item.split('/');
      const [first, last] = start.split('-').map(Number);
      if (step !== undefined) return value >= Number(start) && (value - Number(start)) % Number(step) === 0;
      return last === undefined ? value === first : value >= (first ?? 0) && value <= last;
    });
  const seen = new Set<string>();
  const found: number[] = [];
  for (let atMs = from - 3 * 3_600_000; atMs < horizonMs; atMs += 60_000) {
    const wall = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDateTime();
    if (!matches(minutes, wall.minute) || !matches(hours, wall.hour) || seen.has(wall.toString())) continue;
    seen.add(wall.toString());
    if (atMs >= from) found.push(atMs);
  }
  return found;
}
