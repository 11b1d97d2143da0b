// What follows from one change of a row: the type of an event, and what it needs beside the row.
import type { EventType } from './event-type.ts';

export type Happening = {
  type: EventType;
  /** The object's own instant of the change (ISO); if absent, that of the commit. */
  at?: string | undefined;
  /** Of a charge that has ended: the attempt whose row tells how. */
  attempt?: { periodNumber: number; attemptNumber: number };
};
