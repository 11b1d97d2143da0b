// Schedule expressions: at(...), rate(...) and cron(...), as instants.
import { Temporal } from 'temporal-polyfill';
import { AwsError } from '../aws-json.ts';
import { parseCron } from './cron.ts';

export type Expression = {
  /** A one-time schedule has one occurrence, past or not. */
  oneTime: boolean;
  /** The first occurrence at or after the instant; of a one-time schedule always the only one. */
  nextAtOrAfter(instantMs: number): number | undefined;
};

const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** `anchorMs` is where a rate begins to count: its start date, or else its creation. */
export function parseExpression(text: string, timeZone: string, anchorMs: number): Expression {
  if (!isTimeZone(timeZone)) {
    throw new AwsError('ValidationException', `Invalid ScheduleExpressionTimezone ${timeZone}.`);
  }
  const [, kind, inner = ''] = /^(at|rate|cron)\((.*)\)$/.exec(text) ?? [];
  if (kind === 'cron') return { oneTime: false, ...parseCron(inner, timeZone) };
  if (kind === 'rate') return { oneTime: false, nextAtOrAfter: everyPeriod(inner, anchorMs, text) };
  if (kind !== 'at') throw invalidExpression(text);
  const instantMs = onceAt(inner, timeZone, text);
  return { oneTime: true, nextAtOrAfter: () => instantMs };
}

function onceAt(inner: string, timeZone: string, text: string): number {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(inner)) throw invalidExpression(text);
  try {
    return Temporal.PlainDateTime.from(inner).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    throw invalidExpression(text);
  }
}

function everyPeriod(inner: string, anchorMs: number, text: string): (instantMs: number) => number {
  const [, count, unit] = /^([1-9]\d{0,5}) (minute|hour|day)s?$/.exec(inner) ?? [];
  const oneMs = unitMs[unit ?? ''];
  if (count === undefined || oneMs === undefined) throw invalidExpression(text);
  const periodMs = Number(count) * oneMs;
  return (instantMs) => anchorMs + Math.max(0, Math.ceil((instantMs - anchorMs) / periodMs)) * periodMs;
}

/** Names only: Temporal also takes offsets, which the Scheduler does not. */
function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) && Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name) !== null
    );
  } catch {
    return false;
  }
}

function invalidExpression(text: string): AwsError {
  return new AwsError('ValidationException', `Invalid Schedule Expression ${text}.`);
}
