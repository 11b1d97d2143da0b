// Whether the cardholder agreed to charges without them, before a card is charged for a recurring payment
// (recurring-payments.md R38). A card that a buyer saved on a page to choose it again is no such consent.

import { Rejection } from '../rejection.ts';
import type { RejectionRow } from '../rejection-table.ts';
import type { StoredCard } from './stored-card.ts';

/** The merchant's own record of the cardholder's consent, for example a signed contract. */
export type Mandate = {
  /** The merchant's name for it, 1 to 64 characters. */
  readonly reference: string;
  readonly acceptedAtMs: number;
};

/** What becomes of a card of which no consent is known, because a previous version stored it. */
export const OLDER_CARD_MANDATES = ['warn', 'require'] as const;
type OlderCardMandate = (typeof OLDER_CARD_MANDATES)[number];

type MandateHolder = {
  /** Absent: the recurring payment is created now. */
  recurringPaymentId?: string;
  mandate?: Mandate | undefined;
  olderCardMandate?: OlderCardMandate | undefined;
};

/** `unknown` deserves a warning. */
export type KnownConsent = 'known' | 'unknown';

/** @throws Rejection MANDATE_REQUIRED */
export function requirePast({ acceptedAtMs }: Mandate, now: Date): void {
  if (acceptedAtMs <= now.getTime()) return;
  throw new Rejection({ code: 'MANDATE_REQUIRED', row: IN_THE_FUTURE }).at('mandate.acceptedAt');
}

/**
 * Returns what is known of the consent.
 * @throws Rejection MANDATE_REQUIRED
 */
export function requireMandate(card: StoredCard, charged: MandateHolder, now: Date): KnownConsent {
  const { recurringPaymentId, mandate, olderCardMandate = 'warn' } = charged;
  if (mandate !== undefined) {
    requirePast(mandate, now);
    return 'known';
  }
  const { agreedUse, answerSecret, consentedAt, chargeConsents = [] } = card;
  if (chargeConsents.some((consent) => consent.recurringPaymentId === recurringPaymentId)) return 'known';
  if (agreedUse === 'oneClick') throw new Rejection('MANDATE_REQUIRED').at('mandate');
  // Cards that the merchant stored have a secret, cards of links a consent. The rest is older.
  const isOlder = agreedUse === undefined && answerSecret === undefined && consentedAt === undefined;
  if (!isOlder || chargeConsents.length > 0) return 'known';
  if (olderCardMandate === 'require') throw new Rejection('MANDATE_REQUIRED').at('mandate');
  return 'unknown';
}

const IN_THE_FUTURE: RejectionRow = {
  status: 422,
  tr: 'Onay anı gelecekte olamaz.',
  en: 'The moment of consent cannot be in the future.',
  advice: {
    tr: '`mandate.acceptedAt`, müşterinin onay verdiği geçmiş bir andır.',
    en: '`mandate.acceptedAt` is the past instant at which the customer agreed.',
  },
};
