// The messages that merchants receive, as callbacks of the call that creates a webhook: one for each type of
// event. OpenAPI's own `webhooks` would be the same messages, but openapi-generator takes those for calls of
// the API, and its TypeScript of them does not compile.
import { EVENT_TYPES } from '#domain/event/event-type.ts';
import { TEST_EVENT } from './field-formats.ts';
import { type JsonSchema, reference } from './json-schema.ts';

const header = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const HEADERS = [
  header('webhook-id', 'The id of the event, the same at every try.'),
  header('webhook-timestamp', 'When the message was sent, in seconds since 1970.'),
  header(
    'webhook-signature',
    'Standard Webhooks 1.0.0: v1 and the base64 of HMAC-SHA256; two during a rotation.',
  ),
];
/** OpenAPI's expression for the address that the call sent. */
const REGISTERED_URL = '{$request.body#/url}';
const RECEIVED = { '2XX': { description: 'Received.' } };
const SENDER = 'Sent to webhooks that want this type, in order for each object, until it is answered 2xx.';

const TESTED = { en: 'The webhook is tested with POST /api/webhook/{id}/test.' };

/** Messages by the name of the event type. */
export function webhookMessages(): JsonSchema {
  const types = Object.entries({ ...EVENT_TYPES, [TEST_EVENT]: { when: TESTED } });
  return Object.fromEntries(
    types.map(([type, { when }]) => {
      const ofType = { type: 'object', properties: { type: { const: type } } };
      const schema = { allOf: [reference('Event'), ofType] };
      const requestBody = { required: true, content: { 'application/json': { schema } } };
      const operationId = `on-${type.replaceAll(/[._]/g, '-')}`;
      const summary = when.en.replace(/\.$/, '');
      return [
        type,
        {
          [REGISTERED_URL]: {
            post: {
              operationId,
              summary,
              description: SENDER,
              parameters: HEADERS,
              requestBody,
              responses: RECEIVED,
            },
          },
        },
      ];
    }),
  );
}
