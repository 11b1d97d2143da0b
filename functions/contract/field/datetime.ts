// Datetimes of requests, apart from the other fields because reading zones costs a bundle its calendar.
import { readDatetime } from '#domain/time/instant.ts';
import { field, problem, TYPES } from './field.ts';

/** An instant in milliseconds; without an offset it is a local time of the zone (api.md 5.4). */
export const instant = (timeZone: string, dateAlone?: { hour: number }) =>
  field((value, context) => {
    if (typeof value !== 'string') return problem(context, 'INVALID_TYPE', { expected: TYPES.text });
    const reading = readDatetime(value, timeZone, dateAlone);
    if (reading.kind === 'instant') return reading.atMs;
    const expected = { tr: '2026-11-20T09:00:00Z gibi', en: 'like 2026-11-20T09:00:00Z' };
    return problem(context, 'INVALID_FORMAT', { expected });
  });
