// A field of an update that may also be taken away: absent leaves it as it is, `null` removes it.
import * as z from 'zod/mini';
import { optional, readAs } from './field.ts';

/** `undefined`: untouched; `null`: to be removed. */
export const clearable = <Value>(inner: z.ZodMiniType<Value>) => {
  const given = optional(inner);
  return z.transform((value: unknown, context): Value | null | undefined =>
    value === null ? null : readAs(given, value, context),
  );
};
