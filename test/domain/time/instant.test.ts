import { describe, expect, it } from 'vitest';
import { isoOf } from '#domain/time/duration.ts';
import { isTimeZone, readDatetime, START_HOUR } from '#domain/time/instant.ts';

const read = (text: string, timeZone = 'Europe/Istanbul') => {
  const reading = readDatetime(text, timeZone);
  return reading.kind === 'instant' ? isoOf(reading.atMs) : reading.kind;
};

describe('readDatetime', () => {
  it.each([
    ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T12:00:00+03:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T12:00:00+0300', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T12:00:00+03', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T12:00:00+03:00[Europe/Istanbul]', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T12:00+03:00[UTC+03:00]', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:00Z[UTC]', '2026-11-20T09:00:00.000Z'],
    ['2026-11-19T23:30:00-09:30', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:00.5Z', '2026-11-20T09:00:00.500Z'],
    ['2026-11-20T09:00:00.123999999Z', '2026-11-20T09:00:00.123Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['0099-03-01T00:00:00Z', '0099-03-01T00:00:00.000Z'],
  ])('the datetime %s, which has an offset, is the instant %s in every time zone', (text, instant) => {
    expect(read(text)).toBe(instant);
    expect(read(text, 'America/New_York')).toBe(instant);
  });

  it('a datetime without an offset is local time', () => {
    expect(read('2026-07-20T09:00:00', 'Europe/Istanbul')).toBe('2026-07-20T06:00:00.000Z');
    expect(read('2026-07-20T09:00:00', 'Europe/London')).toBe('2026-07-20T08:00:00.000Z');
    expect(read('2026-01-20T09:00:00', 'America/New_York')).toBe('2026-01-20T14:00:00.000Z');
  });

  it('a local time in a gap moves forward by the gap, one that occurs twice means the first', () => {
    expect(read('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z'); // 03:30 there
    expect(read('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z'); // not 06:30
    expect(read('2026-03-29T01:15', 'Europe/London')).toBe('2026-03-29T01:15:00.000Z'); // 02:15 there
  });

  it('a date alone is accepted only if an hour for it is given', () => {
    expect(readDatetime('2026-11-20', 'Europe/Istanbul')).toEqual({ kind: 'malformed' });
    const startDate = readDatetime('2026-11-20', 'Europe/London', { hour: START_HOUR });
    expect(startDate).toEqual({ kind: 'instant', atMs: Date.parse('2026-11-20T10:00:00Z') });
    expect(readDatetime('2027-02-29', 'UTC', { hour: START_HOUR })).toEqual({ kind: 'impossible' });
  });
});

describe('readDatetime refuses', () => {
  it.each([
    '2027-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-04-31T00:00:00',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T12:60:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00:00+03:60',
    '2026-01-01T00:00:00+19:00',
  ])('the datetime %s does not exist', (text) => {
    expect(read(text)).toBe('impossible');
  });

  it.each([
    '',
    'tomorrow',
    '2026-1-1T00:00:00Z',
    '2026-01-01  00:00:00Z',
    '2026-01-01t00:00:00Z',
    '2026-01-01 ',
    '2026-01-01T00Z',
    '2026-01-01T00:00:00 Z',
    '2026-01-01T00:00:00z',
    '2026-01-01T00:00:00,5Z',
    '2026-01-01T00:00:00.Z',
    '+02026-01-01T00:00:00Z',
    '20260101T000000Z',
    '2026-01-01Z',
    '2026-01-01[Europe/Istanbul]',
    '2026-01-01T00:00:00[Europe/Istanbul]',
    '2026-01-01T00:00:00Z[u-ca=gregory]',
    '2026-01-01T00:00:00Z\n',
    '２０２６-01-01T00:00:00Z',
    '1767225600',
  ])('the datetime %j is malformed', (text) => {
    expect(read(text)).toBe('malformed');
  });
});

describe('isTimeZone', () => {
  it.each(['Europe/Istanbul', 'Europe/London', 'America/New_York', 'UTC', 'Asia/Kolkata', 'Asia/Calcutta'])(
    '%s is a time zone',
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  it.each(['', 'Istanbul', 'Europe/Atlantis', '+03:00', '-05:00', 'Europe/Istanbul ', '__proto__'])(
    '%j is not a time zone',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});
