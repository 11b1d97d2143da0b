// Card schemes fine a merchant who keeps trying a dead card. All recurring payments of a merchant share one
// count per card of the tries since the bank last approved one; a try beyond the caps waits
// (recurring-payments.md R12).
import { DAY_MS } from '#domain/time/duration.ts';

export const CARD_TRY_CAPS = [
  { tries: 10, withinMs: DAY_MS },
  { tries: 15, withinMs: 30 * DAY_MS },
] as const;

/** No more tries than the largest cap need be remembered, so that the row of a card stays small. */
export const REMEMBERED_TRIES = Math.max(...CARD_TRY_CAPS.map((cap) => cap.tries));

/** The first moment, now or later, at which another try stays within both caps. */
export function firstAllowedTryAt(unapprovedTriesMs: readonly number[], nowMs: number): number {
  const newestFirst = [...unapprovedTriesMs].sort((a, b) => b - a);
  const freeFrom = CARD_TRY_CAPS.map(({ tries, withinMs }) => {
    const oldestThatCounts = newestFirst[tries - 1];
    return oldestThatCounts === undefined ? nowMs : oldestThatCounts + withinMs;
  });
  return Math.max(nowMs, ...freeFrom);
}
