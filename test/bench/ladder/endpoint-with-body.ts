// Our wrapper around an endpoint with a body. The schema is created at load, as the first call would do.
import { amount, fields, list, optional, text } from '#contract/field/field.ts';
import { endpoint } from '#http/endpoint.ts';

const SAID = { tr: 'Oldu.', en: 'Done.' };
const body = fields({ amount: amount(), note: optional(text(1, 10)), lines: list(text(1, 10), 10) });

export const handler = endpoint({ scope: 'read', body: () => body }, async () => ({
  message: SAID,
  data: null,
}));
