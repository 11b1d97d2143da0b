// Datetimes of requests: the sentence of a refused one names the forms that the field accepts.
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { instant, instantInZoneOfObject } from '#contract/field/datetime.ts';
import { fields } from '#contract/field/field.ts';
import { fieldProblems } from '#contract/field/field-problems.ts';
import { inOrder, windowFields } from '#contract/field/window.ts';
import {
  createRecurringPaymentBody,
  previewChangeBody,
  updateRecurringPaymentBody,
} from '#contract/recurring-payment.ts';
import { fieldSentence } from '#domain/field-problem.ts';

const ZONE = 'Europe/Istanbul';
const [DAY, INSTANT] = ['2026-11-20', '2026-11-20T09:00:00Z'];
const FORMAT = {
  instant: {
    tr: `Biçimi geçersiz; ${INSTANT} gibi olmalıdır.`,
    en: `Its format is invalid; it must be like ${INSTANT}.`,
  },
  both: {
    tr: `Biçimi geçersiz; ${DAY} veya ${INSTANT} gibi olmalıdır.`,
    en: `Its format is invalid; it must be like ${DAY} or ${INSTANT}.`,
  },
};

/** Returns the sentences about one field of an object in which it is `soon`. */
function said(object: z.ZodMiniType, name: string): { tr: string; en: string } | undefined {
  const { error } = object.safeParse({ [name]: 'soon' });
  const problem = error && fieldProblems(error).find(({ field }) => field === name);
  return problem && { tr: fieldSentence(problem, 'tr'), en: fieldSentence(problem, 'en') };
}

it.each([
  ['a new recurring payment', 'startDate', createRecurringPaymentBody(ZONE)],
  ['a new recurring payment', 'endDate', createRecurringPaymentBody(ZONE)],
  ['a change of one', 'endDate', updateRecurringPaymentBody()],
  ['a change of one', 'effectiveFrom', updateRecurringPaymentBody()],
  ['the preview of a change', 'endDate', previewChangeBody()],
  ['the preview of a change', 'effectiveFrom', previewChangeBody()],
  ['a window', 'startDate', inOrder(fields(windowFields(ZONE)))],
  ['a window', 'endDate', inOrder(fields(windowFields(ZONE)))],
] as const)('a malformed datetime of %s names day and instant: %s', (_, name, object) => {
  expect(said(object, name)).toEqual(FORMAT.both);
});

it('a field that accepts no days names an instant only', () => {
  expect(said(fields({ from: instant(ZONE) }), 'from')).toEqual(FORMAT.instant);
});

it('the forms that the sentences name are accepted', () => {
  for (const value of [DAY, INSTANT]) {
    expect(instant(ZONE, { hour: 10 }).safeParse(value).success).toBe(true);
    expect(instantInZoneOfObject('firstDay', 0).safeParse(value).success).toBe(true);
  }
  expect(instant(ZONE).safeParse(INSTANT).success).toBe(true);
});
