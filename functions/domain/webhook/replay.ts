// A replay: the events of a span, sent to one webhook again, in order for each object and beside what happens
// now.

export type Replay = {
  id: string;
  merchantId: string;
  webhookId: string;
  /** ISO instants, both included. */
  from: string;
  to: string;
  /** Absent: those of the webhook. */
  eventTypes?: string[];
  createdAt: string;
  /** All before this instant have their deliveries. */
  cursor?: string;
  /** Deliveries that it has made. */
  found: number;
  /** When the delivering function looks at it next; absent: it has ended. */
  workAt?: string;
};

/** Events of an object in a replay are in order among themselves, and wait for no others. */
export const laneOfReplay = (objectId: string, replayId: string) => `${objectId}~${replayId}`;
