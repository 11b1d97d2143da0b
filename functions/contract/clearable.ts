// A field of an update that may also be taken away: absent leaves it as it is, `null` removes it.
import * as z from 'zod';
import { optional } from './field.ts';

/** `undefined`: untouched; `null`: to be removed. */
export const clearable = <Value>(inner: z.ZodType<Value>) => {
  const given = optional(inner);
  return z.any().transform((value: unknown, context): Value | null | undefined => {
    if (value === null) return null;
    const result = given.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) context.addIssue({ ...issue } as never);
    return z.NEVER;
  });
};
