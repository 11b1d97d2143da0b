// Limits how often the security code (CVV) of a stored card can be guessed on pages (cards.md 7). A code has
// three or four digits, so few tries must be enough for everyone. All pages of a merchant share the count of
// one card number; no success is recorded.
import { createHash } from 'node:crypto';
import { makePaymentReference } from '../id.ts';
import { DAY_MS, MINUTE_MS } from '../time/duration.ts';

const SECURITY_CODE_LIMITS = [
  { wrong: 3, withinMs: DAY_MS },
  { wrong: 6, withinMs: 30 * DAY_MS },
] as const;

/** A wrong code in the last `COUNTED_MS` counts; an older one only if it was one of those that locked. */
const COUNTED_MS = Math.max(...SECURITY_CODE_LIMITS.map(({ withinMs }) => withinMs));
/** Most tries that may be under way at once: those of the shortest limit. */
const MOST_AT_ONCE = SECURITY_CODE_LIMITS[0].wrong;

/** True if the wrong codes ever reached a limit: a lock does not end by waiting. */
export function isLockedBy(wrongAtMs: readonly number[]): boolean {
  const inOrder = [...wrongAtMs].sort((one, other) => one - other);
  return SECURITY_CODE_LIMITS.some(({ wrong, withinMs }) =>
    inOrder.some((firstMs, at) => (inOrder[at + wrong - 1] ?? Number.POSITIVE_INFINITY) - firstMs < withinMs),
  );
}

/** The wrong codes that an unlocked card must remember. */
export const rememberedWrong = (wrongAtMs: readonly number[], nowMs: number): number[] =>
  isLockedBy(wrongAtMs) ? [...wrongAtMs] : wrongAtMs.filter((atMs) => nowMs - atMs < COUNTED_MS);

/** The wrong codes that are left before the lock; 0 if the card is locked. */
export function codeTriesLeft(wrongAtMs: readonly number[], nowMs: number): number {
  if (isLockedBy(wrongAtMs)) return 0;
  const left = SECURITY_CODE_LIMITS.map(
    ({ wrong, withinMs }) => wrong - wrongAtMs.filter((atMs) => nowMs - atMs < withinMs).length,
  );
  return Math.min(...left);
}

/**
 * The references that a payment with the stored card may have now, one for each try that is left. They follow
 * from card and minute, so that the claim of a payment, which creates its row, also claims the try: however
 * many pages are submitted at once, a minute has at most three tries, and no row of a counter is written.
 * Submits on both sides of a full minute may know nothing of each other: up to six codes are then tried.
 */
export function referencesOfTries(
  card: { merchantId: string; fingerprint: string },
  left: number,
  now: Date,
): string[] {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  return Array.from({ length: left }, (_, at) => {
    const named = [card.merchantId, card.fingerprint, minute, MOST_AT_ONCE - left + at];
    const digest = createHash('sha256').update(JSON.stringify(named)).digest();
    return makePaymentReference(minute * MINUTE_MS, (count) => digest.subarray(0, count));
  });
}
