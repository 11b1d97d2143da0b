// GET /docs/errors: every error code, its meaning and its remedy, from the table of rejections.
import { ERRORS } from '#domain/rejection.ts';
import { page } from '#http/page.ts';
import { errorReference } from '#page/error-reference.ts';

export const handler = page(async ({ language, cspNonce }) => ({
  kind: 'page',
  status: 200,
  language,
  html: errorReference({ language, cspNonce, errors: ERRORS }),
}));
