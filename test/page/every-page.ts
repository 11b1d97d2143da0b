// Every page that a buyer can see, built from the same texts, so that one test can check all of them.

import type { Language } from '#domain/language.ts';
import { type PaymentFormView, paymentForm } from '#page/form/payment-form.ts';
import type { Html } from '#page/html.ts';
import { challengePage, verifyingPage } from '#page/outcome/challenge.ts';
import * as outcome from '#page/outcome/outcome.ts';

export const NONCE = 'q83vEjRWeJCrze8SNFZ4kA';
const NOW = new Date('2026-11-20T09:00:00Z');
export const LANGUAGES: readonly Language[] = ['tr', 'en'];

export function formView(language: Language, more: Partial<PaymentFormView> = {}): PaymentFormView {
  return {
    language,
    merchantName: 'Kahve Dükkânı',
    orderNumber: 'SIPARIS-1042',
    amountMinor: 123_450,
    currency: 'TRY',
    installment: 1,
    products: [
      { name: 'Filtre kahve', amountMinor: 42_500 },
      { name: 'Bakır cezve', amountMinor: 80_950 },
    ],
    expiresAt: new Date(NOW.getTime() + 30 * 60_000),
    now: NOW,
    action: '/iframe/HST-x',
    formNonce: 'form-nonce',
    errors: [],
    attemptsLeft: 5,
    isTest: true,
    cspNonce: NONCE,
    cancelUrl: 'https://shop.example/cancel?order=1&why=2',
    otherLanguageUrl: '?language=en',
    ...more,
  };
}

/** A form with `text` in every place that a merchant or buyer can fill. */
function filledForm(language: Language, text: string): Html {
  return paymentForm(
    formView(language, {
      merchantName: text,
      orderNumber: text,
      products: Array.from({ length: 6 }, () => ({ name: text, amountMinor: 100 })),
      action: text,
      formNonce: text,
      cancelUrl: text,
      otherLanguageUrl: text,
      entered: { ownerName: text, expiryMonth: text, expiryYear: text },
      errors: [
        { field: 'ownerName', text },
        { field: 'cardNumber', text },
        { field: 'expiryMonth', text },
        { field: 'expiryYear', text },
        { field: 'cvv', text },
        { field: 'installment', text },
      ],
    }),
  );
}

/** All pages, with `text` in every place that a merchant or buyer can fill. */
export function everyPage(language: Language, text = 'Kahve Dükkânı'): Record<string, Html> {
  const view = { language, cspNonce: NONCE, merchantName: text, returnUrl: 'https://shop.example/' };
  return {
    form: paymentForm(formView(language)),
    filledForm: filledForm(language, text),
    installmentForm: paymentForm(formView(language, { installmentCounts: [1, 2, 3, 6, 9, 12] })),
    framedForm: paymentForm(formView(language, { frameOrigins: ['https://shop.example'] })),
    savingForm: paymentForm(formView(language, { canSaveCard: true })),
    savedCardsForm: paymentForm(
      formView(language, {
        canSaveCard: true,
        savedCards: [
          {
            id: 'card-1',
            cardAlias: text,
            maskedCardNumber: '552879******0008',
            cardAssociation: 'MASTERCARD',
            needsCvv: true,
          },
          {
            id: 'card-2',
            cardAlias: text,
            maskedCardNumber: '460345******0000',
            cardAssociation: 'VISA',
            needsCvv: false,
          },
        ],
      }),
    ),
    declinedForm: paymentForm(formView(language, { decline: text, attemptsLeft: 1, isTest: false })),
    challengeForm: challengePage({
      ...view,
      action: 'https://shop.example/gate',
      fields: { oid: text, pan: text, okUrl: text },
    }),
    verifyingForm: verifyingPage({
      ...view,
      address: '/iframe/HST-x',
      startOverUrl: '/iframe/HST-x/3d/cancel',
    }),
    beingChecked: outcome.beingChecked(view),
    paid: outcome.paid({
      ...view,
      orderNumber: text,
      amount: { amountMinor: 123_450, currency: 'TRY' },
      paymentReferenceNumber: text,
      maskedCardNumber: text,
    }),
    failedFinally: outcome.failedFinally({ ...view, decline: text, returnUrl: text }),
    expired: outcome.expired(view),
    superseded: outcome.superseded(view),
    notFound: outcome.notFound({ language, cspNonce: NONCE }),
    problem: outcome.problem({ ...view, requestId: text }),
    returnToShop: outcome.returnToShop({ ...view, returnUrl: text, isPaid: true }),
  };
}
