// A replay sends one event, or the events of a span, to one webhook again: in order for each object, and in
// parallel with new events.

export type Replay = {
  id: string;
  merchantId: string;
  webhookId: string;
  /** ISO instants, both included. */
  from: string;
  to: string;
  /** The only event that is sent, whichever types the webhook has chosen; absent: the events of the span. */
  eventId?: string;
  /** Absent: the types of the webhook. */
  eventTypes?: string[];
  createdAt: string;
  /** All events before this instant have their deliveries. */
  cursor?: string;
  /** Number of events that the replay has found so far. */
  found: number;
  /** When the deliver function continues the replay; absent: the replay has ended. */
  workAt?: string;
};

/** The events of an object in a replay are sent in order, and wait for no other events. */
export const laneOfReplay = (objectId: string, replayId: string) => `${objectId}~${replayId}`;
