// Events: an open schema that every event fits, one for each type with its typed object, and the messages
// that merchants receive, as callbacks of the call that creates a webhook. OpenAPI's own `webhooks` would
// be the same messages, but openapi-generator takes those for calls of the API, and its TypeScript of them
// does not compile.
import { EVENT_TYPES, type EventObjectType } from '#domain/event/event-type.ts';
import { typeName } from './components.ts';
import { TEST_EVENT } from './field-formats.ts';
import { type JsonSchema, OPEN, only, reference } from './json-schema.ts';
import { described } from './words/fields.ts';
import { type BilingualText, say } from './words/said.ts';

const header = (name: string, said: BilingualText): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description: say(said),
  schema: { type: 'string' },
});
const HEADERS = [
  header('webhook-id', [
    'The id of the event, the same at every try.',
    'Olayın kimliği; her denemede aynıdır.',
  ]),
  header('webhook-timestamp', [
    'When the message was sent, in seconds since 1970.',
    'İletinin gönderildiği an, 1970’ten beri saniye olarak.',
  ]),
  header('webhook-signature', [
    'Standard Webhooks 1.0.0: v1 and the base64 of HMAC-SHA256; two during a rotation.',
    'Standard Webhooks 1.0.0: v1 ve HMAC-SHA256 değerinin base64’ü; yenileme sırasında iki tane.',
  ]),
];
/** OpenAPI's expression for the address that the call sent. */
const REGISTERED_URL = '{$request.body#/url}';
const RECEIVED = {
  '2XX': { description: say(['Received.', 'Alındı.']) },
  '4XX': { description: say(['Not received: it is sent again.', 'Alınmadı: yeniden gönderilir.']) },
};
const SENDER: BilingualText = [
  'Sent to webhooks that want this type, in order for each object, until it is answered 2xx.',
  'Bu türü isteyen webhook’lara, her nesne için sırayla, 2xx ile yanıtlanana dek gönderilir.',
];

const TESTED = {
  en: 'The webhook is tested with POST /api/webhook/{id}/test.',
  tr: 'Webhook, POST /api/webhook/{id}/test ile deneniyor.',
};
type EventWords = { objectType?: EventObjectType; when: { en: string; tr: string } };
const TYPES: [type: string, row: EventWords][] = Object.entries({
  ...EVENT_TYPES,
  [TEST_EVENT]: { when: TESTED },
});

/** What an event shows of an object; of a page not its token. */
const SHOWN: Record<EventObjectType, string> = {
  HostedPage: 'ListedHostedPage',
  Payment: 'Payment',
  Refund: 'Refund',
  RecurringPayment: 'RecurringPayment',
  Card: 'Card',
  Customer: 'Customer',
  InstallmentTable: 'InstallmentTable',
  ApiKey: 'ApiKey',
  CardTesting: 'CardTesting',
  Settlement: 'Settlement',
  Webhook: 'Webhook',
};
const objectOf = (type: string, objectType: EventObjectType): JsonSchema =>
  reference(type.endsWith('.deleted') ? 'Deleted' : SHOWN[objectType]);

const eventName = (type: string) => `${typeName(type)}Event`;

/** One schema for each type of event, by its name. */
export function eventSchemas(): Record<string, JsonSchema> {
  const all = TYPES.map(([type, { objectType, when }]) => {
    const object = objectType && { object: described(objectOf(type, objectType), 'object') };
    const data = { type: 'object', properties: { ...object }, ...OPEN };
    const own = {
      type: 'object',
      properties: {
        type: described(only(type), 'Event.type'),
        ...(object && { data: described(data, 'Event.data') }),
      },
      ...OPEN,
    };
    return [
      eventName(type),
      { description: say([when.en, when.tr]), allOf: [reference('Event'), own] },
    ] as const;
  });
  return Object.fromEntries(all);
}

/** Messages by the name of the event type. */
export function webhookMessages(): JsonSchema {
  const all = TYPES.map(([type, { when }]) => {
    const content = { 'application/json': { schema: reference(eventName(type)) } };
    const post = {
      operationId: `on-${type.replaceAll(/[._]/g, '-')}`,
      summary: say([when.en.replace(/\.$/, ''), when.tr.replace(/\.$/, '')]),
      description: say(SENDER),
      parameters: HEADERS,
      requestBody: { required: true, content },
      responses: RECEIVED,
    };
    return [type, { [REGISTERED_URL]: { post } }] as const;
  });
  return Object.fromEntries(all);
}
