// Announcements as events, with the object as the API's GET shows it now. The id of an event follows from the
// announced date and not from the version of the row, so that a later change announces nothing twice.
import { showCard } from '#contract/card-answer.ts';
import { showApiKey } from '#contract/event/api-key.ts';
import { showPreviewedCharge } from '#contract/plan-preview.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { ANNOUNCEMENT_ORDINAL, expiringMonth, keyEnd, upcomingCharge } from '#domain/event/announcement.ts';
import { announcementId, type Event, fittingData } from '#domain/event/event.ts';
import { EVENT_TYPES, type EventType } from '#domain/event/event-type.ts';
import { planFor } from '#domain/recurring-payment/planned-terms.ts';
import type { StoredCardItem } from '#store/card/card.ts';
import type { ApiKeyItem } from '#store/merchant/api-key.ts';
import type { RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import type { CapturedMerchant } from './captured-merchant.ts';

type Facts = { merchantId: string; objectId: string; version: number; data: Omit<Event['data'], 'previous'> };

/** `of`: the announced date, which makes the id. */
function announcement(
  type: EventType,
  of: string,
  { merchantId, objectId, version, data }: Facts,
  { mode, now }: { mode: Event['mode']; now: Date },
): Event {
  return {
    id: announcementId({ objectId, type }, of),
    merchantId,
    type,
    objectId,
    objectType: EVENT_TYPES[type].objectType,
    sequence: version,
    ordinal: ANNOUNCEMENT_ORDINAL,
    mode,
    createdAt: now.toISOString(),
    data: fittingData({ ...data, previous: {} }),
  };
}

/** Undefined if no charge is due within the number of days that the merchant has set. */
export function upcomingEvent(
  item: RecurringPaymentItem,
  { mode, timeZone, upcomingChargeDays: days }: CapturedMerchant,
  now: Date,
): Event | undefined {
  const { merchantId, record, version } = item;
  const charge = upcomingCharge(record, { nowMs: now.getTime(), days, timeZone });
  if (charge === undefined) return undefined;
  const { currency } = planFor(record, charge.periodNumber);
  const data = {
    object: showRecurringPayment(item, now),
    charge: { ...showPreviewedCharge(charge), currency },
  };
  const of = new Date(charge.dueAtMs).toISOString();
  const facts = { merchantId, objectId: record.id, version, data };
  return announcement('recurring_payment.upcoming', of, facts, { mode, now });
}

/** Undefined if the card does not expire this month, or if no recurring payment uses it. */
export async function expiringCardEvent(
  card: StoredCardItem,
  { mode, timeZone, digestKeyOf }: CapturedMerchant,
  now: Date,
): Promise<Event | undefined> {
  const reader = { timeZone, digestKey: await digestKeyOf() };
  const month = expiringMonth(card, { now, ...reader });
  if (month === undefined) return undefined;
  const { merchantId, id: objectId, version } = card;
  const facts = { merchantId, objectId, version, data: { object: showCard(card, reader, now) } };
  return announcement('card.expiring', month, facts, { mode, now });
}

/** Undefined if no announcement of the end of the key is due. */
export function expiringKeyEvent(
  key: ApiKeyItem,
  { mode, timeZone }: CapturedMerchant,
  now: Date,
): Event | undefined {
  const end = keyEnd(key, now.getTime(), timeZone);
  if (end === undefined) return undefined;
  const { merchantId, keyId: objectId, version } = key;
  const facts = { merchantId, objectId, version, data: { object: showApiKey(key) } };
  return announcement('api_key.expiring', `${end.expiresAt}#${end.days}`, facts, { mode, now });
}
