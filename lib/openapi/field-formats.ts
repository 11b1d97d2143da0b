// What the name of a field in an answer says beyond its type: one name means one thing in the whole API,
// except for the objects that are named here.
import { EVENT_ID } from '#domain/event/event.ts';
import { EVENT_TYPE_NAMES } from '#domain/event/event-type.ts';
import { HOSTED_PAGE_TOKEN, PAYMENT_REFERENCE } from '#domain/id.ts';
import { SETTLEMENT_ID } from '#domain/settlement/settlement.ts';
import { amount, decimal, type JsonSchema, matching, oneOf, reference, text, uuid } from './json-schema.ts';

/** Sent by POST /api/webhook/{id}/test only; no feed has it. */
export const TEST_EVENT = 'webhook.test';

const day = { ...text, format: 'date' };
const keyEnd = matching(/^[0-9A-Za-z]{4}$/);
const pageId = matching(/^[0-9a-f]{16}$/);

/** By the path from the object to the field. */
const ONE_FIELD: Record<string, JsonSchema> = {
  'CreatedHostedPage.id': pageId,
  'HostedPage.id': pageId,
  'ListedHostedPage.id': pageId,
  'ClosedHostedPage.id': pageId,
  'HostedPageQr.id': pageId,
  'CardPage.id': pageId,
  'CardPage.errorCode': {
    anyOf: [reference('BankRefusal'), oneOf(['TOO_MANY_CARDS', 'CARD_NUMBER_LIMIT_REACHED'])],
  },
  'Bin.bin': matching(/^[0-9]{6}(?:[0-9]{2})?$/),
  'Bin.prefix': matching(/^[0-9]{6}(?:[0-9]{2})?$/),
  'RevokedApiKey.active.pages.id': pageId,
  'RevokedApiKey.active.links.id': pageId,
  'ChargeAttempt.id': text,
  'Event.id': matching(EVENT_ID),
  'Settlement.id': matching(SETTLEMENT_ID),
  'Movement.settlementId': matching(SETTLEMENT_ID),
  // Of a payment or of a refund.
  'Movement.id': text,
  'Event.type': oneOf([...EVENT_TYPE_NAMES, TEST_EVENT]),
  'Event.objectId': text,
  'ApiKey.lastFour': keyEnd,
  'CreatedApiKey.lastFour': keyEnd,
  'RevokedApiKey.key.lastFour': keyEnd,
  'Me.key.lastFour': keyEnd,
  'Replay.eventId': matching(EVENT_ID),
  'OrderStory.events.id': matching(EVENT_ID),
  'OrderStory.events.objectId': text,
  'OrderStory.timeline.ids.eventId': matching(EVENT_ID),
  'OrderStory.timeline.ids.page': pageId,
  'InstallmentOffers.families.missing.rule.from': day,
  'InstallmentOffers.card.bin': matching(/^[0-9]{6}(?:[0-9]{2})?$/),
  'PaymentStatistics.startDate': day,
  'PaymentStatistics.endDate': day,
  'RefundStatistics.startDate': day,
  'RefundStatistics.endDate': day,
  'Settlement.date': day,
  'Settlement.payouts.valueDate': day,
  'Movement.valueDate': day,
};

/** By the name of the field. */
const BY_NAME: readonly (readonly [name: RegExp, format: JsonSchema])[] = [
  [/^(errorCode|blockedReason)$/, reference('BankRefusal')],
  [/^(paymentReferenceNumber|transactionId)$/, matching(PAYMENT_REFERENCE)],
  [/^(id|.*Ids?|requestedBy|decidedBy|createdBy|changedBy|revokedBy)$/, uuid],
  [/^valid(From|Until)$/, { ...text, format: 'date' }],
  [/(At|Date|Since|From|Until|SeesBy)$|^(at|from|to)$/, { ...text, format: 'date-time' }],
  [/([aA]mount|AmountLimit)$/, amount],
  [/^unitPrice(UpTo|Above)$/, amount],
  [/^(ratePercent|commissionPercent)$/, { type: 'number' }],
  [/^(url|hostedPageUrl|frameOrigins)$/, { ...text, format: 'uri' }],
  [/^email$/, { ...text, format: 'email' }],
  [/^token$/, matching(HOSTED_PAGE_TOKEN)],
  [/^maskedCardNumber$/, matching(/^[0-9]{6}\*+[0-9]{4}$/)],
  [/^bin$/, matching(/^[0-9]{6}$/)],
  [/^lastFour$/, matching(/^[0-9]{4}$/)],
];

/** In a day's book what goes back is below zero. */
const IS_SIGNED = /^(?:Settlement|Movement)\..*Amount$/;

export function formatOf(path: string): JsonSchema | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (IS_SIGNED.test(path)) return decimal;
  return ONE_FIELD[path] ?? BY_NAME.find(([names]) => names.test(name))?.[1];
}
