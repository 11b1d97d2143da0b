// Events in responses and in messages to webhooks.
import type { Event } from '#domain/event/event.ts';

export const showEvent = (event: Event) => ({
  id: event.id,
  type: event.type,
  createdAt: event.createdAt,
  mode: event.mode,
  objectType: event.objectType,
  objectId: event.objectId,
  sequence: event.sequence,
  data: event.data,
});
