// Datetimes of requests.
import { readDatetime } from '#domain/time/instant.ts';
import { type FieldContext, field, problem } from './field.ts';

/**
 * An instant in milliseconds. A datetime without an offset is local time of the zone (api.md 5.4). A date
 * alone is accepted only with `dateAlone`, the local hour that it means.
 */
export const instant = (timeZone: string, dateAlone?: { hour: number }) =>
  field({ kind: dateAlone ? 'chargeDate' : 'datetime' }, (value, context) =>
    readInstant(value, context, timeZone, dateAlone),
  );

const INSTANT = { tr: '2026-11-20T09:00:00Z gibi bir metin', en: 'a string like 2026-11-20T09:00:00Z' };
/** The expected form of a field that accepts days too. */
export const DAY_OR_INSTANT = {
  tr: '2026-11-20 veya 2026-11-20T09:00:00Z gibi bir metin',
  en: 'a string like 2026-11-20 or 2026-11-20T09:00:00Z',
};

type InstantIn = (timeZone: string) => number;

/**
 * A datetime for an object that exists and has a time zone of its own. The zone is known only after the
 * object has been loaded, so the field returns a function of the zone. A value that is well-formed in one
 * zone is well-formed in every other.
 */
export const instantInZoneOfObject = (kind: 'chargeDate' | 'firstDay', hour: number) =>
  field<InstantIn>({ kind }, (value, context) => {
    readInstant(value, context, 'UTC', { hour });
    return (timeZone) => readInstant(value, context, timeZone, { hour });
  });

function readInstant(
  value: unknown,
  context: FieldContext,
  timeZone: string,
  dateAlone?: { hour: number },
): number {
  const expected = dateAlone ? DAY_OR_INSTANT : INSTANT;
  if (typeof value !== 'string') return problem(context, 'INVALID_TYPE', { expected });
  const reading = readDatetime(value, timeZone, dateAlone);
  return reading.kind === 'instant' ? reading.atMs : problem(context, 'INVALID_FORMAT', { expected });
}
