// Datetimes of requests. Apart from the other fields, because the calendar that reads time zones is large.
import { readDatetime } from '#domain/time/instant.ts';
import { field, problem, TYPES } from './field.ts';

/**
 * An instant in milliseconds. A datetime without an offset is local time of the zone (api.md 5.4). A date
 * alone is accepted only with `dateAlone`, the local hour that it means.
 */
export const instant = (timeZone: string, dateAlone?: { hour: number }) =>
  field({ kind: dateAlone ? 'chargeDate' : 'datetime' }, (value, context) => {
    if (typeof value !== 'string') return problem(context, 'INVALID_TYPE', { expected: TYPES.text });
    const reading = readDatetime(value, timeZone, dateAlone);
    if (reading.kind === 'instant') return reading.atMs;
    const expected = { tr: '2026-11-20T09:00:00Z gibi', en: 'like 2026-11-20T09:00:00Z' };
    return problem(context, 'INVALID_FORMAT', { expected });
  });
