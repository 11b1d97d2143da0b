// Calls about refunds that are sent at the same moment, in a random order.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RefundData } from '../../drivers/refund-driver.ts';
import type { ApiAnswer } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

export const ROUNDS = rounds(30, 5);
/** The number of rounds that run at the same time. */
export const AT_ONCE = Math.min(ROUNDS, 10);
export const MOST_PAUSE_MS = 6;

export type Answer = ApiAnswer<RefundData>;
type Send = () => Promise<Answer>;
/** Sends each call after a random delay, so that any of them may be first. */
export const scattered = (...sends: Send[]): Promise<Answer[]> =>
  Promise.all(
    sends.map(async (send) => {
      await sleep(Math.random() * MOST_PAUSE_MS * 2);
      return await send();
    }),
  );

/** The same for two calls, but in two of the rounds one call ends before the other begins. */
export async function raced(round: number, one: Send, other: Send): Promise<[one: Answer, other: Answer]> {
  if (round % AT_ONCE === 0) return [await one(), await other()];
  if (round % AT_ONCE === 1) return [await other(), await one()].reverse() as [Answer, Answer];
  return (await scattered(one, other)) as [Answer, Answer];
}
