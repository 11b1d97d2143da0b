// What a field of numbers takes, learnt by asking it. In a body a number keeps its source text, in a query it
// is text; the same samples are sent in both notations.
import type * as z from 'zod/mini';
import { TYPES } from '#contract/field/field.ts';
import { type FieldHint, type FieldProblem, fieldSentence } from '#domain/field-problem.ts';
import { jsonNumber } from '#domain/json-number.ts';

export type JsonSchema = Record<string, unknown>;
export type Field = z.core.$ZodType;
/** Sends a field one value; `made` is what it became, `problem` what was wrong. */
export type Ask = (value: unknown) => { made?: unknown; problem?: FieldProblem | undefined };

const TOO_PRECISE = '1.005';
const TOO_LARGE = '9999999999';

/** Undefined where the field takes no numbers. */
export function numberSchema(ask: Ask): JsonSchema | undefined {
  for (const write of [jsonNumber, String]) {
    const { code, hint } = ask(write(TOO_PRECISE)).problem ?? {};
    const bounds = boundsIn(ask(write(TOO_LARGE)).problem?.hint ?? {});
    if (code === 'AMOUNT_PRECISION') {
      const least = ask(write('0')).problem ? {} : { minimum: 0 };
      return { type: 'number', ...bounds, ...least, description: TWO_DECIMALS };
    }
    if (hint?.expected === TYPES.integer) return { type: 'integer', ...bounds };
  }
  return undefined;
}

const TWO_DECIMALS = (['en', 'tr'] as const)
  .map((language) => fieldSentence({ field: '', code: 'AMOUNT_PRECISION' }, language))
  .join(' ');

const boundsIn = ({ min, max }: FieldHint): JsonSchema => ({ minimum: Number(min), maximum: Number(max) });
