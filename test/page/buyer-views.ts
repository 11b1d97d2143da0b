// Everything that a buyer sees during a payment, state by state: our pages, the issuer's and the demo shop's.
// The screenshots and the accessibility tests use these views.

import type { Language } from '#domain/language.ts';
import { buyerSentence } from '#page/buyer-sentences.ts';
import { cardForm } from '#page/card-page/card-form.ts';
import { cardFailed, cardKept, cardPageOver } from '#page/card-page/card-outcome.ts';
import { CARD_TEXTS } from '#page/card-page/card-texts.ts';
import { FIELD_ERRORS } from '#page/field-errors.ts';
import { paymentForm } from '#page/form/payment-form.ts';
import type { Html } from '#page/html.ts';
import { challengePage, verifyingPage } from '#page/outcome/challenge.ts';
import * as outcome from '#page/outcome/outcome.ts';
import { SANDBOX_CARDS } from '../../lib/bank/sandbox-cards.ts';
import { challengePage as issuerPage } from '../../lib/bank/three-d/gate-pages.ts';
import { shopPage } from '../../lib/demo/shop/shop-page.ts';
import { shopReturnPage } from '../../lib/demo/shop/shop-result.ts';
import type { Return } from '../../lib/demo/shop/verified-result.ts';
import { cardFormView, formView, NONCE, receiptView } from './every-page.ts';

const REFERENCE = 'PAY-01KAD4Q8ZV6W3K5N7R9T2X4Y6B';
const ADDRESS = '/iframe/HST-x';
const entered = { ownerName: 'Ayşe Yılmaz', expiry: '09/29' };
const at = (language: Language) => ({ language, cspNonce: NONCE, merchantName: 'Kahve Dükkânı' }) as const;
const back = (language: Language) => ({ ...at(language), returnUrl: 'https://shop.example/' });

const receipt = {
  ...receiptView('SIPARIS-1042'),
  maskedCardNumber: '552879******0008',
  paymentReferenceNumber: REFERENCE,
};

const PLAN = { tr: 'Aylık kahve', en: 'Monthly coffee' };
const updating = (language: Language) => ({
  ...{ purpose: 'UpdateCard' as const, subscriptionName: PLAN[language], isOnlyVerified: false },
  due: { amountMinor: 14_990, currency: 'TRY' as const },
});

const SALARY = { tr: 'Maaş kartım', en: 'Salary' };
/** One card named by the merchant, and one that the buyer saved on a page. */
const savedCards = (language: Language) =>
  [
    {
      id: 'a',
      cardAlias: SALARY[language],
      maskedCardNumber: '552879******0008',
      cardAssociation: 'MASTERCARD',
      needsCvv: true,
    },
    {
      id: 'b',
      cardAlias: 'TROY ••0000',
      maskedCardNumber: '979203******0000',
      cardAssociation: 'TROY',
      needsCvv: true,
    },
  ] as const;

/** The form of the issuer's page. */
export const issuerForm = (language: Language) => ({
  clientId: '100200300',
  orderId: REFERENCE,
  amountMinor: 123_450,
  currency: 'TRY' as const,
  language,
  okUrl: ADDRESS,
  failUrl: ADDRESS,
  callbackUrl: undefined,
  card: { number: '5528790000000008', expires: '09/29' },
  echoed: [],
  clientAddress: '127.0.0.1',
});
const sandboxCards = (language: Language) =>
  SANDBOX_CARDS.map(({ number, description }) => ({ number, description: description[language] }));
const order = {
  orderNumber: 'SIPARIS-1042',
  amount: 425,
  currency: 'TRY',
  productId: 'kahve',
  hostedPageUrl: ADDRESS,
} as const;
type Result = Extract<Return, { kind: 'verified' }>['result'];

/** A return to the demo shop that the shop could verify. */
export const verifiedReturn = (
  status: Result['status'],
  more: Partial<Result> = {},
): Extract<Return, { kind: 'verified' }> => ({
  kind: 'verified',
  order,
  result: {
    ...{ iss: '', aud: '', jti: '', iat: 0, exp: 600, page: '', status },
    ...{ orderNumber: order.orderNumber, amount: order.amount, currency: order.currency },
    ...{ paymentReferenceNumber: null, errorCode: null },
    ...more,
  },
});
const shopReturn = (returned: Return) => (language: Language) =>
  shopReturnPage({
    ...{ language, cspNonce: NONCE, returned },
    ...{ baseUrl: 'http://localhost:3000', apiKey: 'psk_test_…' },
  });
const paid = verifiedReturn('Successful', { paymentReferenceNumber: REFERENCE });
const failed = verifiedReturn('Failed', { paymentReferenceNumber: REFERENCE, errorCode: 'DO_NOT_HONOUR' });

type BuyerView = { title: string; show: (language: Language) => Html | string };

/** By screenshot name, in the order of a payment. */
export const BUYER_VIEWS: Record<string, BuyerView> = {
  shop: {
    title: 'The demo shop',
    show: (language) =>
      shopPage({ language, cspNonce: NONCE, sandboxCards: sandboxCards(language).slice(0, 6) }),
  },
  form: { title: 'The form', show: (language) => paymentForm(formView(language)) },
  installments: {
    title: 'Installments',
    show: (language) => paymentForm(formView(language, { installmentCounts: [1, 2, 3, 6, 9] })),
  },
  'saved-cards': {
    title: 'Saved cards',
    show: (language) =>
      paymentForm(formView(language, { savedCards: savedCards(language), canSaveCard: true })),
  },
  'save-card': {
    title: 'A card that may be saved',
    show: (language) =>
      paymentForm(formView(language, { canSaveCard: true, entered: { ...entered, saveCard: true } })),
  },
  errors: {
    title: 'Fields to correct',
    show: (language) => {
      const { cardNumberInvalid, cvvRequired } = FIELD_ERRORS[language];
      const errors = [
        { field: 'cardNumber', text: cardNumberInvalid },
        { field: 'cvv', text: cvvRequired },
      ] as const;
      return paymentForm(formView(language, { entered, errors }));
    },
  },
  challenge: {
    title: 'On the way to the bank',
    show: (language) =>
      challengePage({
        ...{ ...at(language), action: 'https://bank.example/', fields: {} },
        startOverUrl: '/iframe/HST-x/3d/cancel',
      }),
  },
  issuer: {
    title: 'At the issuer (simulated)',
    show: (language) => String(issuerPage(issuerForm(language), 'challenge').body),
  },
  verifying: {
    title: 'Waiting for the verification',
    show: (language) => verifyingPage({ ...at(language), address: ADDRESS, startOverUrl: ADDRESS }),
  },
  declined: {
    title: 'Declined',
    show: (language) => {
      const decline = buyerSentence('NOT_SUFFICIENT_FUNDS', language);
      return paymentForm(formView(language, { entered, decline, attemptsLeft: 4 }));
    },
  },
  checking: {
    title: 'Being checked',
    show: (language) => outcome.beingChecked({ ...at(language), receipt }),
  },
  'add-card': { title: 'Add a card', show: (language) => cardForm(cardFormView(language)) },
  'update-card': {
    title: 'Update a card',
    show: (language) => cardForm(cardFormView(language, updating(language))),
  },
  'update-card-declined': {
    title: 'The new card was declined',
    show: (language) => {
      const decline = buyerSentence('NOT_SUFFICIENT_FUNDS', language);
      return cardForm(
        cardFormView(language, { ...updating(language), decline, isKept: true, attemptsLeft: 4 }),
      );
    },
  },
  'add-card-errors': {
    title: 'A card without consent',
    show: (language) => {
      const { consentRequired } = CARD_TEXTS[language];
      const errors = [{ field: 'consent', text: consentRequired }] as const;
      return cardForm(cardFormView(language, { entered, errors }));
    },
  },
  'card-kept': {
    title: 'Card saved',
    show: (language) =>
      cardKept({ ...back(language), purpose: 'AddCard', maskedCardNumber: '552879******0008' }),
  },
  'card-paid': {
    title: 'Card saved, open amount charged',
    show: (language) =>
      cardKept({
        ...{ ...back(language), purpose: 'UpdateCard', maskedCardNumber: '552879******0008' },
        due: { amountMinor: 14_990, currency: 'TRY', isPaid: true },
      }),
  },
  'card-failed': {
    title: 'No card was saved',
    show: (language) =>
      cardFailed({
        ...{ ...back(language), isKept: false },
        decline: buyerSentence('THREE_D_SECURE_FAILED', language),
      }),
  },
  'card-link-closed': { title: 'Link closed', show: (language) => cardPageOver(back(language), 'closed') },
  'card-link-expired': { title: 'Link expired', show: (language) => cardPageOver(back(language), 'expired') },
  'card-link-gone': { title: 'Link not needed', show: (language) => cardPageOver(back(language), 'gone') },
  closed: { title: 'Closed by the shop', show: (language) => outcome.closed(back(language)) },
  paid: {
    title: 'Paid',
    show: (language) =>
      outcome.paid({
        ...back(language),
        receipt,
      }),
  },
  failed: {
    title: 'Failed',
    show: (language) =>
      outcome.failedFinally({ ...back(language), decline: buyerSentence('DO_NOT_HONOUR', language) }),
  },
  expired: { title: 'Expired', show: (language) => outcome.expired(back(language)) },
  superseded: { title: 'Superseded', show: (language) => outcome.superseded(back(language)) },
  unknown: {
    title: 'Unknown',
    show: (language) => outcome.notFound({ language, cspNonce: NONCE }),
  },
  'shop-paid': { title: 'Back in the shop, paid', show: shopReturn(paid) },
  'shop-failed': { title: 'Back in the shop, failed', show: shopReturn(failed) },
  'shop-unexpected': {
    title: 'Back in the shop, ordered by a call of the API',
    show: shopReturn({ ...paid, kind: 'unexpected' }),
  },
  'shop-cancelled': { title: 'Back in the shop, left', show: shopReturn(verifiedReturn('Cancelled')) },
  'shop-expired': { title: 'Back in the shop, expired', show: shopReturn(verifiedReturn('Expired')) },
  'shop-forged': {
    title: 'Back in the shop, forged',
    show: shopReturn({ kind: 'refused', reason: 'forged' }),
  },
};
