// Datetimes of requests: the sentence of a refused one names the forms that the field accepts.
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { instant, instantInZoneOfObject } from '#contract/field/datetime.ts';
import { fields } from '#contract/field/field.ts';
import { fieldProblems } from '#contract/field/field-problems.ts';
import { inOrder, windowFields } from '#contract/field/window.ts';
import { createRecurringPaymentBody, updateRecurringPaymentBody } from '#contract/recurring-payment.ts';
import { fieldSentence } from '#domain/field-problem.ts';
import { jsonNumber } from '#domain/json-number.ts';

const ZONE = 'Europe/Istanbul';
const [DAY, INSTANT] = ['2026-11-20', '2026-11-20T09:00:00Z'];
const FORMAT = {
  instant: {
    tr: `Biçimi geçersiz; ${INSTANT} gibi bir metin olmalıdır.`,
    en: `Its format is invalid; it must be a string like ${INSTANT}.`,
  },
  both: {
    tr: `Biçimi geçersiz; ${DAY} veya ${INSTANT} gibi bir metin olmalıdır.`,
    en: `Its format is invalid; it must be a string like ${DAY} or ${INSTANT}.`,
  },
};

/** Returns the sentences about one field of an object. */
function said(object: z.ZodMiniType, name: string, sent: unknown = 'soon') {
  const { error } = object.safeParse({ [name]: sent });
  const problem = error && fieldProblems(error).find(({ field }) => field === name);
  return problem && { tr: fieldSentence(problem, 'tr'), en: fieldSentence(problem, 'en') };
}

it.each([
  ['a new recurring payment', 'startDate', createRecurringPaymentBody(ZONE)],
  ['a new recurring payment', 'endDate', createRecurringPaymentBody(ZONE)],
  ['a change of one', 'endDate', updateRecurringPaymentBody(ZONE)],
  ['a change of one', 'effectiveFrom', updateRecurringPaymentBody(ZONE)],
  ['a window', 'startDate', inOrder(fields(windowFields(ZONE)))],
  ['a window', 'endDate', inOrder(fields(windowFields(ZONE)))],
] as const)('a malformed datetime of %s names day and instant: %s', (_, name, object) => {
  expect(said(object, name)).toEqual(FORMAT.both);
});

it('a field that accepts no days names an instant only', () => {
  expect(said(fields({ from: instant(ZONE) }), 'from')).toEqual(FORMAT.instant);
});

it('a number or a list in place of a datetime is told the same forms', () => {
  const TYPE = {
    tr: FORMAT.both.tr.replace('Biçimi geçersiz', 'Türü yanlış'),
    en: FORMAT.both.en.replace('Its format is invalid', 'It has the wrong type'),
  };
  const plan = createRecurringPaymentBody(ZONE);
  for (const sent of [jsonNumber('1796108400000'), [2026, 12, 1]]) {
    expect(said(plan, 'startDate', sent)).toEqual(TYPE);
  }
});

it('the forms that the sentences name are accepted', () => {
  for (const value of [DAY, INSTANT]) {
    expect(instant(ZONE, { hour: 10 }).safeParse(value).success).toBe(true);
    expect(instantInZoneOfObject('firstDay', 0).safeParse(value).success).toBe(true);
  }
  expect(instant(ZONE).safeParse(INSTANT).success).toBe(true);
});
