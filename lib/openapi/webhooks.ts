// The messages that merchants receive, in the OpenAPI document: one for each type of event.
import { EVENT_TYPES, type EventType } from '#domain/event/event-type.ts';
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
const RECEIVED = { '2XX': { description: 'Received.' } };
const SENDER = 'Sent to webhooks that want this type, in order for each object, until it is answered 2xx.';

/** Messages by the name of the event type. */
export function webhookMessages(): JsonSchema {
  const types = Object.entries(EVENT_TYPES) as [EventType, (typeof EVENT_TYPES)[EventType]][];
  return Object.fromEntries(
    types.map(([type, { when }]) => {
      const schema = { allOf: [reference('Event'), { properties: { type: { const: type } } }] };
      const requestBody = { required: true, content: { 'application/json': { schema } } };
      const operationId = `on-${type.replaceAll(/[._]/g, '-')}`;
      const summary = when.en.replace(/\.$/, '');
      return [
        type,
        {
          post: {
            ...{ operationId, summary, description: SENDER },
            ...{ parameters: HEADERS, requestBody, responses: RECEIVED },
          },
        },
      ];
    }),
  );
}
