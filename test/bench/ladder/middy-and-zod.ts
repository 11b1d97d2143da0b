// The floor with both: the minimum of an endpoint with a body.
import middy from '@middy/core';
import { handler as reading } from './zod.ts';

export const handler = middy()
  .use({ before: () => undefined })
  .handler((event) => reading(event));
