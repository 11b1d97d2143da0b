// Invokes the delivering function when the first of what is due in its index is due, to the millisecond. A
// deployed one is invoked every minute, and for each new delivery.
import { earliestDelivery } from '../aws/earliest-due.ts';
import type { TimedEvents } from './timeline.ts';

type DeliveryTimer = TimedEvents & {
  /** A function ran that may have written what is due; others cost no look at the table. */
  reschedule(): void;
};

/** If the function leaves the first row as it is, it is invoked again after so long. */
const REPEAT_MS = 60_000;

export function createDeliveryTimer(nowMs: () => number, deliver: () => Promise<void>): DeliveryTimer {
  let isCurrent = false;
  let nextMs: number | undefined;
  let lastMs = 0;
  /** What a function writes meanwhile makes another look necessary, and so does a look that fails. */
  const look = async () => {
    isCurrent = true;
    try {
      const dueAt = await earliestDelivery();
      return dueAt === undefined ? undefined : Date.parse(dueAt);
    } catch (error) {
      isCurrent = false;
      throw error;
    }
  };
  const find = async () => {
    if (isCurrent) return nextMs;
    const dueMs = await look();
    nextMs = dueMs === undefined ? undefined : Math.max(dueMs, lastMs);
    return nextMs;
  };
  return {
    name: 'deliveries',
    reschedule: () => {
      isCurrent = false;
    },
    nextDueMs: find,
    async fireDue(dueMs) {
      const next = await find();
      if (next === undefined || next > dueMs) return 0;
      await deliver();
      const leftMs = await look();
      lastMs = leftMs !== undefined && leftMs <= nowMs() ? nowMs() + REPEAT_MS : 0;
      nextMs = leftMs === undefined ? undefined : Math.max(leftMs, lastMs);
      return 1;
    },
  };
}
