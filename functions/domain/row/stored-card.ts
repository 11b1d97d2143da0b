// The fields of a stored card; see hosted-page.ts.
import { CARD_ASSOCIATIONS } from '../card/card-prefix.ts';
import type { SavedCardUse } from '../card/saved-card-use.ts';
import type { DeclineCode } from '../rejection-table.ts';
import {
  bytes,
  code,
  flag,
  instantAsNumber,
  listOf,
  object,
  oneOf,
  optional,
  type Shape,
  text,
  textMap,
  texts,
  uuid,
} from '../shape.ts';

/** For charges without the buyer the row states true. */
const agreedUse: Shape<SavedCardUse> = {
  read: (value, place) => (flag.read(value, place) ? 'recurring' : 'oneClick'),
  write: (use) => use === 'recurring',
};

export const storedCardFields = () => ({
  /** Also the `cardStorageId` of recurring payments. */
  id: text,
  merchantId: text,
  cardAlias: text,
  ownerName: optional(text),
  maskedCardNumber: text,
  /** The first six digits. */
  bin: text,
  /** The next two digits, if the number has 16 or more. A short name: a card from a page fits into one KB. */
  binRest: optional(text),
  lastFour: text,
  cardAssociation: oneOf(CARD_ASSOCIATIONS),
  expiryTag: text,
  /** The month in which the tag was made. A card that had expired by then is never stored. */
  expirySince: text,
  /** The buyer must enter the CVV at every payment, so the card is never charged unattended. */
  forceCvv: flag,
  customerId: optional(text),
  metadata: optional(textMap),
  /** See `Customer`; absent also on cards that a page saved. */
  answerSecret: optional(bytes),
  /** The id of the API key that stored it; absent on cards that buyers gave on pages. */
  createdBy: optional(uuid),
  /** The id of the API key that last changed it; absent: none did. */
  changedBy: optional(text),
  /** Equal for equal numbers at one merchant. */
  fingerprint: text,
  /** ISO instants. */
  createdAt: text,
  updatedAt: text,
  /** Present only on temporary cards. */
  expiresAt: optional(text),
  /** The ids of the live recurring payments that charge it; absent if there are none. */
  usedBy: optional(texts),
  /** A buyer has paid with it on a page, so its mask may have one more number (`MOST_UNPAID_NUMBERS`). */
  hasPaid: optional(flag),
  /** ISO instant of a sale, or of the end of a recurring payment: see `isUseDue`. */
  lastUsedAt: optional(text),
  /** ISO instant from which an operator deletes the card unless it is used or changed before. */
  deletionPlannedAt: optional(text),
  /**
   * The card is blocked by a hard decline of a recurring payment. No recurring payment charges it until its
   * expiry is renewed or a buyer pays with it (cards.md 5). With `posId`: blocked only at this virtual POS,
   * whose bank requires a CVV from the shop.
   */
  blocked: optional(object({ code: code<DeclineCode>(), at: text, posId: optional(uuid) })),
  /** ISO instant from which pages do not accept the card, because of wrong security codes (cards.md 7). */
  lockedAt: optional(instantAsNumber),
  /** The operator who freed the card from its last lock, and why. */
  freed: optional(object({ by: text, reason: text, at: text })),
  /**
   * What the buyer agreed to when a page saved the card, or later when it paid. Absent for cards from
   * requests and links, and in rows of the previous version.
   */
  agreedUse: optional(agreedUse),
  /** ISO instant of the last consent on an add-card link. Payments contain the consents on their pages. */
  consentedAt: optional(instantAsNumber),
  /** For each recurring payment, the last consent on an update link that the card is stored and charged for it. */
  chargeConsents: optional(listOf(object({ recurringPaymentId: text, givenAt: text }))),
});
