// One merchant's slow receivers hold nothing up on this machine: as time passes, whoever sends events is
// waited for only as long as a quick receiver takes. A test that moves the clock waits for all.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../time/clock.ts';

const WAITED_FOR_MS = 1_000;

/**
 * Returns a function that waits for the sending, or lets it go on alone; at once for a sender of whom an
 * earlier sending is going on alone. Throws if the sending fails before.
 */
export function waitForQuickReceivers(clock: Pick<Clock, 'isHeld'>) {
  const alone = new Map<string, number>();
  const count = (sender: string, change: number) => alone.set(sender, (alone.get(sender) ?? 0) + change);
  return async (sender: string, sending: Promise<unknown>): Promise<void> => {
    if (clock.isHeld()) return void (await sending);
    const waitedMs = (alone.get(sender) ?? 0) > 0 ? 0 : WAITED_FOR_MS;
    const ended = sending.then(() => true);
    const hasEnded = await Promise.race([ended, sleep(waitedMs, false, { ref: false })]);
    if (hasEnded) return;
    count(sender, 1);
    const leave = () => void count(sender, -1);
    ended.then(leave, leave);
  };
}
