// Announcements: events that precede a charge or an expiry. An announcement follows from the clock and the
// current row, not from a change, so a function looks for announcements each day. Each type has one pure rule
// here; nothing is announced twice.
import { isTagOf, monthAt } from '../card/card-expiry.ts';
import { isCardLive, type StoredCard } from '../card/stored-card.ts';
import { KEY_FIRST_NOTICE_DAYS, KEY_LAST_NOTICE_DAYS, KEY_SECOND_NOTICE_DAYS } from '../limits.ts';
import { chargeAmountMinor, chargeType, type PreviewedCharge } from '../recurring-payment/plan.ts';
import { planFor } from '../recurring-payment/planned-terms.ts';
import { isCharging, type RecurringPayment } from '../recurring-payment/recurring-payment.ts';
import { addDays, localDay } from '../time/business-day.ts';
import { DAY_MS, MINUTE_MS } from '../time/duration.ts';
import type { Month } from '../time/month.ts';

/** Sorts an announcement behind all events of the change that produced the row's version. */
export const ANNOUNCEMENT_ORDINAL = 9;

/**
 * Announcements are sent after this delay, in which the events of a change just before them are recorded and
 * sent first.
 */
export const ANNOUNCEMENT_WAITS_MS = MINUTE_MS;

/** Most days before a charge for its announcement. */
export const MOST_UPCOMING_DAYS = 30;
/** The days before the end of a key at which it is announced. */
export const KEY_EXPIRY_DAYS = [KEY_FIRST_NOTICE_DAYS, KEY_SECOND_NOTICE_DAYS, KEY_LAST_NOTICE_DAYS] as const;
/** Expiring cards are looked for on the first days of a month: on several, so that an outage loses none. */
export const CARD_EXPIRY_DAYS = 7;

/** True for an instant in the future that is at most `days` after today on the merchant's calendar. */
const isWithin = (
  atMs: number,
  { nowMs, days, timeZone }: { nowMs: number; days: number; timeZone: string },
) => atMs > nowMs && localDay(atMs, timeZone) <= addDays(localDay(nowMs, timeZone), days);

/**
 * Returns the next scheduled charge if it is due within `days`. A retry has no announcement: the event of the
 * failure before it contains its time.
 */
export function upcomingCharge(
  record: RecurringPayment,
  within: { nowMs: number; days: number; timeZone: string },
): PreviewedCharge | undefined {
  const { nextAction, openAttempt, held } = record;
  if (within.days === 0 || !isCharging(record)) return undefined;
  if (nextAction?.trigger !== 'Schedule' || openAttempt !== undefined || held !== undefined) return undefined;
  const { periodNumber, dueAtMs } = nextAction;
  if (!isWithin(dueAtMs, within)) return undefined;
  const amountMinor = chargeAmountMinor(planFor(record, periodNumber), periodNumber);
  return { periodNumber, type: chargeType(periodNumber), dueAtMs, amountMinor };
}

/**
 * The last instant of the due index at which a charge within `days` can be. The index has a charge at the end
 * of its spread, which is less than a day, and a calendar day may have 25 hours.
 */
export const upcomingUntilMs = (nowMs: number, days: number) => nowMs + (days + 3) * DAY_MS;

/** True on the days of the month on which cards are looked for. */
export const isCardDay = (nowMs: number, timeZone: string): boolean =>
  Number(localDay(nowMs, timeZone).slice(8)) <= CARD_EXPIRY_DAYS;

/** Returns the current month if the card expires at its end and a recurring payment uses the card. */
export function expiringMonth(
  card: StoredCard,
  { now, timeZone, digestKey }: { now: Date; timeZone: string; digestKey: string },
): Month | undefined {
  if (!isCardLive(card, now) || (card.usedBy?.size ?? 0) === 0) return undefined;
  const month = monthAt(now, timeZone);
  return isTagOf(card.expiryTag, month, { cardId: card.id, digestKey }) ? month : undefined;
}

type EndingKey = { expiresAt?: string; revokedAt?: string };

/**
 * The announcement that is due of a key that ends: `days` is the least of `KEY_EXPIRY_DAYS` within which it does.
 * Undefined if it ends later, or was revoked.
 */
export function keyEnd({ expiresAt, revokedAt }: EndingKey, nowMs: number, timeZone: string) {
  if (expiresAt === undefined || revokedAt !== undefined) return undefined;
  const atMs = Date.parse(expiresAt);
  const days = KEY_EXPIRY_DAYS.findLast((one) => isWithin(atMs, { nowMs, days: one, timeZone }));
  return days === undefined ? undefined : { expiresAt, days };
}
