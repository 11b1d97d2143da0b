// An event as a JSON Schema.
import type { showEvent } from '#contract/event/event.ts';
import { MODES } from '#domain/api-key.ts';
import { EVENT_ID, type EventData } from '#domain/event/event.ts';
import { EVENT_TYPE_NAMES, type EventObjectType, type EventType } from '#domain/event/event-type.ts';
import type { Shown } from './api-fields.ts';
import { count, instant, matching, memberOf, object, oneOf, type SchemaOf, text } from './json-schema.ts';

/** Sent by POST /api/webhook/{id}/test only; no feed has it. */
export const TEST_EVENT = 'webhook.test';

/** The fields depend on the type of the event. */
const anyFields: SchemaOf<EventData['object']> = { type: 'object', additionalProperties: true };

export const EVENT_OBJECT = object<Shown<typeof showEvent>>({
  id: matching(EVENT_ID),
  type: oneOf<readonly string[]>([...EVENT_TYPE_NAMES, TEST_EVENT]) as SchemaOf<EventType>,
  createdAt: instant,
  mode: oneOf(MODES),
  objectType: memberOf<EventObjectType>({
    HostedPage: true,
    Payment: true,
    Refund: true,
    RecurringPayment: true,
    Card: true,
    Customer: true,
    ApiKey: true,
    Webhook: true,
  }),
  objectId: text,
  sequence: count,
  data: object<EventData>(
    { object: anyFields, previous: anyFields, attempt: anyFields, charge: anyFields },
    { attempt: true, charge: true },
  ),
});
