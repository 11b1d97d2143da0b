// Card schemes charge a merchant for repeated attempts on a dead card. All recurring payments of a merchant
// share one count per card of the tries since the bank last approved one. A try beyond the limits waits
// (recurring-payments.md R12).
import { DAY_MS } from '#domain/time/duration.ts';

export const CARD_TRY_CAPS = [
  { tries: 10, withinMs: DAY_MS },
  { tries: 15, withinMs: 30 * DAY_MS },
] as const;

/** Only as many tries are stored as the largest limit needs, so a card's row stays small. */
export const REMEMBERED_TRIES = Math.max(...CARD_TRY_CAPS.map((cap) => cap.tries));

/** The first moment, now or later, at which another try is within both limits. */
export function firstAllowedTryAt(unapprovedTriesMs: readonly number[], nowMs: number): number {
  const newestFirst = [...unapprovedTriesMs].sort((a, b) => b - a);
  const freeFrom = CARD_TRY_CAPS.map(({ tries, withinMs }) => {
    const oldestThatCounts = newestFirst[tries - 1];
    return oldestThatCounts === undefined ? nowMs : oldestThatCounts + withinMs;
  });
  return Math.max(nowMs, ...freeFrom);
}
