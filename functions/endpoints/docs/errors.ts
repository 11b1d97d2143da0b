// GET /docs/errors: leads to the page of errors in the language of the reader; `docUrl` of every refused call
// leads here (api.md 2.9).
import { publicDocument } from '#http/document.ts';
import { setting } from '#setting.ts';

export const handler = publicDocument(({ language }) => ({
  to: `${setting('PAY_URL')}/docs/errors.${language}`,
}));
