// The bank's daily batch close. No job runs at that time: a batch is closed if its end has passed, so a clock
// that is moved by a month needs no thirty closes.
import { batchEndMs } from '#domain/time/batch-close.ts';
import { DAY_MS } from '#domain/time/duration.ts';

/** Running number of the batch, as in SETTLEID. */
export function batchNumber(atMs: number, closeAt: string): number {
  return Math.floor(batchEndMs(atMs, closeAt) / DAY_MS) % 10_000;
}
