// Our wrapper around an endpoint without a body: envelope, rejections, idempotency, log.
import { endpoint } from '#http/endpoint.ts';

const SAID = { tr: 'Oldu.', en: 'Done.' };

export const handler = endpoint({ scope: 'read' }, async () => ({ message: SAID, data: null }));
