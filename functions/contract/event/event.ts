// Events in responses, and as they are delivered.
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
