// Every page that a buyer sees during a payment, state by state: our pages and the issuer's. The pages of the
// demo shop are in shop-views.ts. The screenshots and the accessibility tests use these views.
import { ANY_COUNT, type InstallmentTerms } from '#domain/installment/offer.ts';
import { plansFor } from '#domain/installment/plan.ts';
import type { Language } from '#domain/language.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { buyerSentence } from '#page/buyer-sentences.ts';
import { cardForm } from '#page/card-page/card-form.ts';
import { cardFailed, cardKept, cardPageOver } from '#page/card-page/card-outcome.ts';
import { paymentForm } from '#page/form/payment-form.ts';
import { challengePage, verifyingPage } from '#page/outcome/challenge.ts';
import * as outcome from '#page/outcome/outcome.ts';
import type { Face } from '#page/shop-face.ts';
import { FIELD_ERRORS } from '#page/texts.ts';
import { challengePage as issuerPage } from '../../lib/bank/three-d/gate-pages.ts';
import { cardFormView, formView, NONCE, receiptView, saleOf } from './every-page.ts';
import { BACK_IN_SHOP, type BuyerView, PLACE, SHOP } from './shop-views.ts';

const { reference: REFERENCE, address: ADDRESS } = PLACE;
const entered = { ownerName: 'Ayşe Yılmaz', expiry: '09/29' };
const at = (language: Language) => ({ language, cspNonce: NONCE, merchantName: 'Kahve Dükkânı' }) as const;
const back = (language: Language) => ({ ...at(language), returnUrl: 'https://shop.example/' });

const receipt = {
  ...receiptView('SIPARIS-1042'),
  maskedCardNumber: '552879******0008',
  paymentReferenceNumber: REFERENCE,
};

/** The branding of the demo shop, whose logo every page server has. */
export const FACE: Face = {
  color: '#9a4a1c',
  logo: { address: '/logo.png', width: 128, height: 128 },
  supportEmail: 'destek@kahve.example',
  supportPhone: '0850 000 00 00',
  termsUrl: 'https://shop.example/terms',
  privacyUrl: 'https://shop.example/privacy',
};

const PLAN = { tr: 'Aylık kahve', en: 'Monthly coffee' };
const updating = (language: Language) => ({
  purpose: 'UpdateCard' as const,
  subscriptionName: PLAN[language],
  isOnlyVerified: false,
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
      bankName: 'Halkbank',
      needsCvv: true,
    },
    {
      id: 'b',
      cardAlias: 'TROY ••0000',
      maskedCardNumber: '979203******0000',
      cardAssociation: 'TROY',
      bankName: 'QNB Finansbank',
      needsCvv: true,
    },
  ] as const;

const ORDER = { amountMinor: 123_450, currency: 'TRY', installments: ANY_COUNT } as const;
/** Two families with a rate from six installments on. */
const TABLE: InstallmentTerms = {
  table: ['Bonus', 'World'].flatMap((family, at) =>
    [3, 6].map((count) => ({ family, count, ratePpm: count > 3 ? 18_000 + at * 6_000 : 0, bearer: 'buyer' })),
  ),
  counts: [],
  today: '2026-11-20',
};

/** The form of the issuer's page. */
export const issuerForm = (language: Language) => ({
  clientId: '100200300',
  orderId: REFERENCE,
  isPreAuth: false,
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
/** The views by screenshot name, in the order of a payment. */
export const BUYER_VIEWS: Record<string, BuyerView> = {
  shop: SHOP,
  form: { title: 'The form', show: (language) => paymentForm(formView(language)) },
  installments: {
    title: 'Installments',
    show: (language) =>
      paymentForm(formView(language, { plans: plansFor(ORDER, TABLE), entered: { installment: '6' } })),
  },
  face: {
    title: 'In the colours of the shop',
    show: (language) => paymentForm(formView(language, { face: FACE, isTest: false })),
  },
  link: {
    title: 'A payment link',
    show: (language) => {
      const { now } = formView(language);
      const expiresAt = new Date(now.getTime() + 7 * DAY_MS);
      return paymentForm(formView(language, { isLink: true, face: FACE, canExtend: false, expiresAt }));
    },
  },
  'saved-cards': {
    title: 'Saved cards',
    show: (language) =>
      paymentForm(
        formView(language, {
          savedCards: savedCards(language),
          canSaveCard: true,
          canRemoveCards: true,
          distanceSale: saleOf('https://shop.example/terms'),
        }),
      ),
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
  deadline: {
    title: 'The end is near',
    show: (language) => {
      const { now } = formView(language);
      const expiresAt = new Date(now.getTime() + 4 * MINUTE_MS);
      return paymentForm(formView(language, { entered, expiresAt }));
    },
  },
  challenge: {
    title: 'On the way to the bank',
    show: (language) =>
      challengePage({
        ...at(language),
        action: 'https://bank.example/',
        fields: {},
        startOverUrl: '/iframe/HST-x/3d/cancel',
      }),
  },
  issuer: {
    title: 'At the issuer (simulated)',
    show: (language) => String(issuerPage(issuerForm(language), 'challenge').body),
  },
  verifying: {
    title: 'Waiting for the verification',
    show: (language) => verifyingPage({ ...at(language), address: ADDRESS, startOverUrl: ADDRESS, receipt }),
  },
  declined: {
    title: 'Declined',
    show: (language) => {
      const decline = buyerSentence('NOT_SUFFICIENT_FUNDS', language, 'Visa •••• 1129');
      return paymentForm(formView(language, { entered, decline, attemptsLeft: 4 }));
    },
    typed: '4111 1111 1111 1129',
  },
  waiting: {
    title: 'Being checked, over the form',
    show: (language) => paymentForm(formView(language)),
    over: (language) => outcome.beingChecked({ ...at(language), receipt, address: ADDRESS }),
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
      const errors = [{ field: 'consent', text: FIELD_ERRORS[language].consentRequired }] as const;
      return cardForm(cardFormView(language, { entered, errors }));
    },
  },
  'card-kept': {
    title: 'Card saved',
    show: (language) => cardKept({ ...back(language), purpose: 'AddCard', card: receipt }),
  },
  'card-paid': {
    title: 'Card saved, open amount charged',
    show: (language) =>
      cardKept({
        ...back(language),
        purpose: 'UpdateCard',
        card: receipt,
        due: { amountMinor: 14_990, currency: 'TRY', isPaid: true },
      }),
  },
  'card-failed': {
    title: 'No card was saved',
    show: (language) =>
      cardFailed({
        ...back(language),
        isKept: false,
        decline: buyerSentence('THREE_D_SECURE_FAILED', language),
      }),
  },
  'card-link-closed': {
    title: 'Link closed',
    show: (language) => cardPageOver({ ...back(language), isKept: false }, 'closed'),
  },
  'card-link-expired': {
    title: 'Link expired',
    show: (language) => cardPageOver({ ...back(language), isKept: false }, 'expired'),
  },
  'card-link-gone': {
    title: 'Link not needed',
    show: (language) => cardPageOver({ ...back(language), isKept: false }, 'gone'),
  },
  closed: { title: 'Closed by the shop', show: (language) => outcome.pageOver(back(language), 'closed') },
  paid: {
    title: 'Paid',
    show: (language) =>
      outcome.paid({
        ...back(language),
        receipt,
        face: FACE,
      }),
  },
  failed: {
    title: 'Failed',
    show: (language) =>
      outcome.failedFinally({ ...back(language), decline: buyerSentence('DO_NOT_HONOUR', language) }),
  },
  expired: { title: 'Expired', show: (language) => outcome.pageOver(back(language), 'expired') },
  superseded: { title: 'Superseded', show: (language) => outcome.pageOver(back(language), 'superseded') },
  unknown: {
    title: 'Unknown',
    show: (language) => outcome.notFound({ language, cspNonce: NONCE }),
  },
  ...BACK_IN_SHOP,
};
