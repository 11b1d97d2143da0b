// A calendar day, `2026-11-20`.
import { readDay } from '#domain/time/business-day.ts';
import { field, notText, problem } from './field.ts';

const DAY = { tr: '2026-11-20 gibi bir gün', en: 'a day like 2026-11-20' };

export const day = () =>
  field({ kind: 'day' }, (value, context) => {
    if (typeof value !== 'string') return notText(context);
    const reading = readDay(value);
    return reading.kind === 'day' ? reading.day : problem(context, 'INVALID_FORMAT', { expected: DAY });
  });
