// The floor with zod/mini: one schema of the types that our fields use.
import * as z from 'zod/mini';
import { handler as floor } from '../floor.ts';

const word = z.pipe(
  z.transform((value) => value),
  z.transform((value) => value || z.NEVER),
);
const body = z.object({ word, words: z.array(word) });

export const handler = (input: unknown) => floor(z.safeParse(body, input).data as never);
