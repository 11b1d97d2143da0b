// How long a buyer may take. A buyer who needs more time extends the page's deadline, again and again, up to
// a day after the page was created (WCAG 2.2.1; hosted-page.md 3.8).
import { DAY_MS, MINUTE_MS } from '../time/duration.ts';

const EXTENSION_MS = 30 * MINUTE_MS;

type Deadline = { createdAt: string; expiresAt: string };

/** The deadline if the buyer extends it now; undefined if it would not be later. */
export function extendedDeadline({ createdAt, expiresAt }: Deadline, now: Date): string | undefined {
  const latest = Date.parse(createdAt) + DAY_MS;
  const extended = Math.min(now.getTime() + EXTENSION_MS, latest);
  return extended > Date.parse(expiresAt) ? new Date(extended).toISOString() : undefined;
}

/** Whether the deadline will be extendable when it comes near. */
export const canBeExtended = (page: Deadline): boolean =>
  extendedDeadline(page, new Date(page.expiresAt)) !== undefined;
