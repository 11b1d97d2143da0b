// Customers in responses (customers.md 1), and their consents (customers.md 3.2).

import type { SavedCardUse } from '#domain/card/saved-card-use.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';
import type { Customer } from '#domain/customer.ts';
import type { Frequency } from '#domain/frequency.ts';
import { toDecimal } from '#domain/money.ts';
import type { Payment } from '#domain/payment/payment.ts';

export const showCustomer = (customer: Customer) => ({
  ...setOfCustomer(customer),
  changedBy: customer.changedBy ?? null,
  updatedAt: customer.updatedAt,
});

/** What only calls set: a PUT that repeats it must agree (api.md 4.12). */
export const setOfCustomer = (customer: Customer) => ({
  id: customer.id,
  fullName: customer.fullName,
  email: customer.email ?? null,
  phone: customer.phone ?? null,
  isActive: customer.isActive,
  metadata: customer.metadata ?? {},
  createdBy: customer.createdBy ?? null,
  createdAt: customer.createdAt,
});

type ShownTerms = {
  amount: number;
  frequency: Frequency;
  frequencyInterval: number;
  startDate: string | null;
};

export type Consent = {
  type: 'SavedCard' | 'PreliminaryInformation' | 'SalesContract';
  use: SavedCardUse | null;
  /** What the page showed with `recurring`. */
  recurringTerms: ShownTerms | null;
  cardStorageId: string | null;
  recurringPaymentId: string | null;
  paymentReferenceNumber: string | null;
  version: string | null;
  digest: string | null;
  givenAt: string;
};
/** What a consent to store a card has not, and what other consents have not. */
const NO_TEXT = { version: null, digest: null };
const NO_TERMS = { recurringTerms: null };

const showTerms = ({ recurringTerms: terms }: Payment): ShownTerms | null => {
  if (terms === undefined) return null;
  const { amountMinor, frequency, frequencyInterval, startDate = null } = terms;
  return { amount: toDecimal(amountMinor), frequency, frequencyInterval, startDate };
};

/**
 * The consents of a buyer who paid: that the card is saved, or a stored card is charged, and the texts of a
 * distance sale. They hold once the payment has succeeded.
 */
export function consentsOfPayment(payment: Payment): Consent[] {
  const { savesCard, saveCardFor, cardStorageId, distanceSale, paidAt, createdAt: givenAt } = payment;
  const isForCard = savesCard === true || (saveCardFor !== undefined && paidAt !== undefined);
  const given = { recurringPaymentId: null, paymentReferenceNumber: payment.paymentReferenceNumber };
  const accepted = { use: null, ...NO_TERMS, cardStorageId: null, ...given, givenAt };
  return [
    ...(isForCard && cardStorageId !== undefined
      ? [
          {
            type: 'SavedCard' as const,
            use: saveCardFor ?? null,
            recurringTerms: showTerms(payment),
            cardStorageId,
            ...given,
            ...NO_TEXT,
            givenAt,
          },
        ]
      : []),
    ...(distanceSale !== undefined && paidAt !== undefined
      ? [
          { type: 'PreliminaryInformation' as const, ...accepted, ...distanceSale.preliminaryInformation },
          { type: 'SalesContract' as const, ...accepted, ...distanceSale.salesContract },
        ]
      : []),
  ];
}

/**
 * The consents that were given on card pages. The text of an add-card link names no use; that of an update
 * link names the charges of a recurring payment.
 */
export function consentsOfCard({ id, consentedAt, chargeConsents = [] }: StoredCard): Consent[] {
  const given = {
    type: 'SavedCard',
    cardStorageId: id,
    paymentReferenceNumber: null,
    ...NO_TEXT,
    ...NO_TERMS,
  } as const;
  return [
    ...(consentedAt === undefined
      ? []
      : [{ ...given, use: null, recurringPaymentId: null, givenAt: consentedAt }]),
    ...chargeConsents.map((one) => ({ ...given, use: 'recurring' as const, ...one })),
  ];
}
