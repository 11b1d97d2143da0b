// The receipt of a payment: order, amount, card, installments, time and reference. The page of a payment that
// is being checked and that of a paid one show the same facts.
import type { Language } from '#domain/language.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { momentText } from '../format.ts';
import { BRAND_NAMES } from '../icons.ts';
import { TEXTS } from '../texts.ts';

export type Receipt = Pick<
  Payment,
  | 'orderNumber'
  | 'amountMinor'
  | 'currency'
  | 'installment'
  | 'maskedCardNumber'
  | 'cardAssociation'
  | 'paymentReferenceNumber'
  | 'createdAt'
  | 'paidAt'
>;

export type ShownCard = Pick<Receipt, 'maskedCardNumber' | 'cardAssociation'>;

type ReceiptFacts = readonly (readonly [label: string, value: string])[];

/** `Mastercard •••• 0008`. */
export function cardText({ cardAssociation, maskedCardNumber }: ShownCard): string {
  return `${BRAND_NAMES[cardAssociation]} •••• ${maskedCardNumber.slice(-4)}`.trim();
}

export function receiptFacts(receipt: Receipt, timeZone: string, language: Language): ReceiptFacts {
  const texts = TEXTS[language];
  const { installment, paidAt, createdAt } = receipt;
  return [
    [texts.orderNumber, receipt.orderNumber],
    [texts.card, cardText(receipt)],
    [texts.installment, installment === 1 ? texts.singlePayment : texts.installmentCount(installment)],
    [texts.paymentTime, momentText(new Date(paidAt ?? createdAt), timeZone, language)],
    [texts.paymentReference, receipt.paymentReferenceNumber],
  ];
}
