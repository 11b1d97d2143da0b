// GET /docs/errors: every error code, what it means and what to do, from the table itself.
import { REJECTIONS } from '#domain/rejection.ts';
import { page } from '#http/page.ts';
import { errorReference } from '#page/error-reference.ts';

export const handler = page(async ({ language, cspNonce }) => ({
  kind: 'page',
  status: 200,
  language,
  html: errorReference({ language, cspNonce, rejections: REJECTIONS }),
}));
