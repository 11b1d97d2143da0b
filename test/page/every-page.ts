// Every page that a buyer can see, built from the same texts, so that one test can check all of them.
import { ANY_COUNT } from '#domain/installment/offer.ts';
import type { InstallmentPlan } from '#domain/installment/plan.ts';
import type { Language } from '#domain/language.ts';
import { type CardFormView, cardForm } from '#page/card-page/card-form.ts';
import { cardFailed, cardKept, cardPageOver } from '#page/card-page/card-outcome.ts';
import { type PaymentFormView, paymentForm } from '#page/form/payment-form.ts';
import type { Html } from '#page/html.ts';
import { challengePage, verifyingPage } from '#page/outcome/challenge.ts';
import * as outcome from '#page/outcome/outcome.ts';
import type { Face } from '#page/shop-face.ts';

export const NONCE = 'q83vEjRWeJCrze8SNFZ4kA';
const NOW = new Date('2026-11-20T09:00:00Z');
export const LANGUAGES: readonly Language[] = ['tr', 'en'];

/** Counts that every card has, without a rate. */
const plansOf = (amountMinor: number, counts: readonly number[]): readonly InstallmentPlan[] => [
  { families: [], offers: counts.map((count) => ({ count, chargedMinor: amountMinor, surchargeMinor: 0 })) },
];

type MoreOfForm = Partial<PaymentFormView> & { installmentCounts?: readonly number[] };

export function formView(language: Language, more: MoreOfForm = {}): PaymentFormView {
  const { installmentCounts = [], amountMinor = 123_450 } = more;
  return {
    plans: installmentCounts.length > 0 ? plansOf(amountMinor, installmentCounts) : [],
    language,
    merchantName: 'Kahve Dükkânı',
    orderNumber: 'SIPARIS-1042',
    amountMinor: 123_450,
    currency: 'TRY',
    installments: ANY_COUNT,
    products: [
      { name: 'Filtre kahve', amountMinor: 42_500 },
      { name: 'Bakır cezve', amountMinor: 80_950 },
    ],
    canExtend: true,
    expiresAt: new Date(NOW.getTime() + 30 * 60_000),
    now: NOW,
    action: '/iframe/HST-x',
    formNonce: 'form-nonce',
    savedCards: [],
    errors: [],
    attemptsLeft: 5,
    isTest: true,
    timeZone: 'Europe/Istanbul',
    frameOrigins: [],
    cspNonce: NONCE,
    cancelUrl: 'https://shop.example/cancel?order=1&why=2',
    otherLanguageUrl: '?language=en',
    ...more,
  };
}

export const cardFormView = (language: Language, more: Partial<CardFormView> = {}): CardFormView => ({
  language,
  merchantName: 'Kahve Dükkânı',
  purpose: 'AddCard',
  isOnlyVerified: true,
  canExtend: false,
  expiresAt: new Date(NOW.getTime() + 24 * 60 * 60_000),
  now: NOW,
  timeZone: 'Europe/Istanbul',
  action: '/iframe/HST-x',
  formNonce: 'form-nonce',
  errors: [],
  isKept: false,
  attemptsLeft: 5,
  isTest: true,
  frameOrigins: [],
  cspNonce: NONCE,
  cancelUrl: 'https://shop.example/cancel?order=1&why=2',
  otherLanguageUrl: '?language=en',
  ...more,
});

export const receiptView = (text: string): outcome.Receipt => ({
  orderNumber: text,
  status: 'Successful',
  paymentReferenceNumber: text,
  maskedCardNumber: text,
  chargedMinor: 123_450,
  currency: 'TRY',
  installment: 6,
  cardAssociation: 'MASTERCARD',
  createdAt: '2026-11-20T09:00:00.000Z',
  timeZone: 'Europe/Istanbul',
  products: Array.from({ length: 6 }, () => ({ id: '1', name: text, amountMinor: 100 })),
});

export const saleOf = (url: string) => {
  const text = { url, version: '1', digest: 'a'.repeat(64) };
  return { preliminaryInformation: text, salesContract: text };
};

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
      entered: { ownerName: text, expiry: text },
      distanceSale: saleOf(text),
      errors: [
        { field: 'ownerName', text },
        { field: 'cardNumber', text },
        { field: 'expiry', text },
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
            cardAlias: 'Maaş kartım',
            maskedCardNumber: '552879******0008',
            cardAssociation: 'MASTERCARD',
            bankName: text || 'Halkbank',
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
    ...facedPages(language, text),
    ...cardPages(language, text),
    declinedForm: paymentForm(formView(language, { decline: text, attemptsLeft: 1, isTest: false })),
    challengeForm: challengePage({
      ...view,
      action: 'https://shop.example/gate',
      fields: { oid: text, pan: text, okUrl: text },
      startOverUrl: '/iframe/HST-x/3d/cancel',
    }),
    verifyingForm: verifyingPage({
      ...view,
      address: '/iframe/HST-x',
      startOverUrl: '/iframe/HST-x/3d/cancel',
      receipt: receiptView(text),
    }),
    beingChecked: outcome.beingChecked({ ...view, receipt: receiptView(text) }),
    paid: outcome.paid({ ...view, receipt: receiptView(text) }),
    failedFinally: outcome.failedFinally({ ...view, decline: text, returnUrl: text }),
    expired: outcome.pageOver(view, 'expired'),
    superseded: outcome.pageOver(view, 'superseded'),
    notFound: outcome.notFound({ language, cspNonce: NONCE }),
    problem: outcome.problem({ ...view, requestId: text }),
    returnToShop: outcome.returnToShop({ ...view, returnUrl: text }, 'paid'),
  };
}

/** Pages with a yellow: texts on it are dark, and texts in it are darkened. */
function facedPages(language: Language, text: string): Record<string, Html> {
  const face: Face = {
    color: '#ffcc00',
    supportEmail: text,
    supportPhone: text,
    supportUrl: text,
    termsUrl: text,
    privacyUrl: text,
  };
  const view = { language, cspNonce: NONCE, merchantName: text, returnUrl: 'https://shop.example/', face };
  return {
    facedForm: paymentForm(
      formView(language, { face, installmentCounts: [1, 2, 3], canSaveCard: true, products: [] }),
    ),
    facedCardForm: cardForm(cardFormView(language, { face: { ...face, color: '#14213d' } })),
    facedReceipt: outcome.paid({ ...view, receipt: receiptView(text) }),
    facedVerifyingForm: verifyingPage({
      ...view,
      face: { ...face, color: '#ffffff' },
      address: '/iframe/HST-x',
      startOverUrl: '/iframe/HST-x/3d/cancel',
    }),
  };
}

function cardPages(language: Language, text: string): Record<string, Html> {
  const view = { language, cspNonce: NONCE, merchantName: text, returnUrl: 'https://shop.example/' };
  return {
    cardForm: cardForm(cardFormView(language)),
    filledCardForm: cardForm(
      cardFormView(language, {
        merchantName: text,
        subscriptionName: text,
        action: text,
        formNonce: text,
        cancelUrl: text,
        purpose: 'UpdateCard',
        due: { amountMinor: 100, currency: 'TRY' },
        decline: text,
        entered: { ownerName: text, expiry: text },
        errors: [{ field: 'consent', text }],
      }),
    ),
    cardKept: cardKept({ ...view, purpose: 'UpdateCard', card: receiptView(text) }),
    cardFailed: cardFailed({ ...view, decline: text, isKept: true }),
    cardPageOver: cardPageOver({ ...view, isKept: true }, 'closed'),
  };
}
