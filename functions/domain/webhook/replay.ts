// A replay sends one event, or the events of a span, to one webhook again: in order for each object, and in
// parallel with new events.
import { listOf, natural, optional, text, type ValueOf } from '../shape.ts';

export const replayFields = () => ({
  id: text,
  merchantId: text,
  webhookId: text,
  /** ISO instants, both included. */
  from: text,
  to: text,
  /** The only event that is sent, whichever types the webhook has chosen; absent: the events of the span. */
  eventId: optional(text),
  /** Absent: the types of the webhook. */
  eventTypes: optional(listOf(text)),
  createdAt: text,
  /** All events before this instant have their deliveries. */
  cursor: optional(text),
  /** Number of events that the replay has found so far. */
  found: natural,
  /** When the deliver function continues the replay; absent: the replay has ended. */
  workAt: optional(text),
});
export type Replay = ValueOf<typeof replayFields>;

/** The events of an object in a replay are sent in order, and wait for no other events. */
export const laneOfReplay = (objectId: string, replayId: string) => `${objectId}~${replayId}`;
