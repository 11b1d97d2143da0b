// What is announced before it happens. It follows from the clock and the row as it is, not from a change, so
// that a function looks for it each day. A pure rule for each type; what was announced is not said again.
import { isTagOf, monthAt } from '../card/card-expiry.ts';
import { isCardLive, type StoredCard } from '../card/stored-card.ts';
import { chargeAmountMinor, chargeType, type PreviewedCharge } from '../recurring-payment/plan.ts';
import { planFor } from '../recurring-payment/planned-terms.ts';
import { isCharging, type RecurringPayment } from '../recurring-payment/recurring-payment.ts';
import { addDays, localDay } from '../time/business-day.ts';
import { DAY_MS, MINUTE_MS } from '../time/duration.ts';
import type { Month } from '../time/month.ts';

/** Behind all events of the change that made the version of the row. */
export const ANNOUNCEMENT_ORDINAL = 9;

/**
 * So long no announcement is sent: the events of a change just before it are recorded meanwhile, and go
 * first.
 */
export const ANNOUNCEMENT_WAITS_MS = MINUTE_MS;

/** A merchant has charges announced at most so many days before. */
export const MOST_UPCOMING_DAYS = 30;
export const KEY_EXPIRY_DAYS = 7;
/** Expiring cards are looked for on so many days of a month, so that an outage of days loses none. */
export const CARD_EXPIRY_DAYS = 7;

/** In the future, and not later than `days` after today on the calendar of the merchant. */
const isWithin = (
  atMs: number,
  { nowMs, days, timeZone }: { nowMs: number; days: number; timeZone: string },
) => atMs > nowMs && localDay(atMs, timeZone) <= addDays(localDay(nowMs, timeZone), days);

/**
 * The charge of a due date that comes within `days`, if the plan is going on to it. A retry was announced
 * with the failure before it.
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
 * Until which instant of the index of what is due a charge within `days` can be. There it is at the end of
 * its spread, which is less than a day, and a calendar day may have 25 hours.
 */
export const upcomingUntilMs = (nowMs: number, days: number) => nowMs + (days + 3) * DAY_MS;

/** True on the days of the month on which cards are looked for. */
export const isCardDay = (nowMs: number, timeZone: string): boolean =>
  Number(localDay(nowMs, timeZone).slice(8)) <= CARD_EXPIRY_DAYS;

/** The month at whose end the card ends, if that is the present one and a recurring payment uses the card. */
export function expiringMonth(
  card: StoredCard,
  { now, timeZone, digestKey }: { now: Date; timeZone: string; digestKey: string },
): Month | undefined {
  if (!isCardLive(card, now) || (card.usedBy?.size ?? 0) === 0) return undefined;
  const month = monthAt(now, timeZone);
  return isTagOf(card.expiryTag, month, { cardId: card.id, digestKey }) ? month : undefined;
}

type EndingKey = { expiresAt?: string; revokedAt?: string };

/** The end of a key that comes within a week. A key that was revoked has ended. */
export function keyEnd(
  { expiresAt, revokedAt }: EndingKey,
  nowMs: number,
  timeZone: string,
): string | undefined {
  if (expiresAt === undefined || revokedAt !== undefined) return undefined;
  const within = { nowMs, days: KEY_EXPIRY_DAYS, timeZone };
  return isWithin(Date.parse(expiresAt), within) ? expiresAt : undefined;
}
