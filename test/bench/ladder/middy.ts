// The floor with @middy/core around it.
import middy from '@middy/core';
import { handler as floor } from '../floor.ts';

export const handler = middy()
  .use({ before: () => undefined })
  .handler((event) => floor(event as never));
