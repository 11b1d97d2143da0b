// The floor with both: the least that an endpoint with a body can be.
import middy from '@middy/core';
import { handler as reading } from './zod.ts';

export const handler = middy()
  .use({ before: () => undefined })
  .handler((event) => reading(event));
