// The schema of a page on which a buyer enters a card.
import type { showCardPage } from '#contract/card-page.ts';
import { CARD_PAGE_PURPOSES, type CardPageDecline } from '#domain/card/card-page.ts';
import { HOSTED_PAGE_TOKEN } from '#domain/id.ts';
import type { Shown } from './api-fields.ts';
import {
  count,
  instant,
  listOf,
  matching,
  memberOf,
  object,
  oneOf,
  orNull,
  reference,
  url,
  uuid,
} from './json-schema.ts';

export const CARD_PAGE_OBJECT = object<Shown<typeof showCardPage>>({
  id: matching(/^[0-9a-f]{16}$/),
  purpose: oneOf(CARD_PAGE_PURPOSES),
  state: memberOf({
    Open: true,
    Processing: true,
    Completed: true,
    Failed: true,
    Closed: true,
    Expired: true,
  }),
  customerId: uuid,
  recurringPaymentId: orNull(uuid),
  attemptCount: count,
  cardStorageId: orNull(uuid),
  errorCode: {
    anyOf: [
      reference('BankRefusal'),
      oneOf<CardPageDecline[]>(['TOO_MANY_CARDS', 'CARD_NUMBER_LIMIT_REACHED']),
      { type: 'null' },
    ],
  },
  guard: orNull(memberOf({ ADDRESS: true, CARD_RANGE: true, CARDS: true })),
  consentedAt: orNull(instant),
  completedAt: orNull(instant),
  createdBy: orNull(uuid),
  createdAt: instant,
  expiresAt: instant,
  token: matching(HOSTED_PAGE_TOKEN),
  hostedPageUrl: url,
  frameOrigins: listOf(url),
});
