// The page and HTTP status that a buyer gets for a hosted page, by its state.
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import { frameOriginsOf } from '#domain/payment/frame-origins.ts';
import { type HostedPage, MAX_DECLINES, stateOf } from '#domain/payment/hosted-page.ts';
import { buyerSentence } from './buyer-sentences.ts';
import { type FieldErrorName, fieldErrorText } from './field-errors.ts';
import { FLOW_TEXTS } from './flow-texts.ts';
import { WAITING } from './form/form-answer.ts';
import {
  type EnteredView,
  type PaymentFormView,
  paymentForm,
  paymentFormAnswer,
} from './form/payment-form.ts';
import type { SavedCardView } from './form/saved-cards.ts';
import type { Html } from './html.ts';
import { verifyingPage } from './outcome/challenge.ts';
import { beingChecked, closed, expired, failedFinally, paid, superseded } from './outcome/outcome.ts';
import type { Receipt } from './outcome/receipt.ts';
import type { FieldError, FormAnswer, WaitingAnswer } from './script/contract.ts';
import type { Face } from './shop-face.ts';
import { TEXTS } from './texts.ts';

export type HostedPageView = {
  page: HostedPage;
  face?: Face;
  now: Date;
  language: Language;
  cspNonce: string;
  /** `/iframe/{token}` in the language that the buyer chose. */
  action: string;
  /** The same in the other language. */
  otherLanguageUrl: string;
  /** The address that abandons a challenge. */
  startOverUrl: string;
  formNonce: string;
  /** The address that leads to the shop. */
  returnUrl: string;
  /** The payment under way, or the one that paid. */
  receipt?: Receipt;
  /** True if the payment waits for the issuer, not for the bank. */
  isVerifying?: boolean;
  /** True if the last attempt ended because the buyer cancelled the issuer's verification. */
  isAbandoned?: boolean;
  entered?: EnteredView;
  savedCards: readonly SavedCardView[];
  lockedCards?: readonly SavedCardView[];
  canSaveCard?: boolean;
  errors?: readonly {
    field: FieldError['field'];
    name: FieldErrorName;
    brand?: string;
  }[];
};

/** `answer`: the same content for the form's script. */
export function hostedPage(view: HostedPageView): {
  status: number;
  html: Html;
  answer?: FormAnswer | WaitingAnswer;
} {
  const { page, now, language, cspNonce, returnUrl } = view;
  const { merchantName, isTest } = page;
  const face = view.face && { face: view.face };
  const frame = { language, cspNonce, merchantName, isTest, frameOrigins: frameOriginsOf(page), ...face };
  const kept = { timeZone: page.timeZone, ...defined({ receipt: view.receipt }) };
  const waiting = { ...frame, address: view.action, startOverUrl: view.startOverUrl };
  const code = page.guard === undefined ? page.lastDecline : 'TOO_MANY_CARDS';
  const isShopRefused = page.guard === undefined && page.isShopRefused === true;
  const decline = isShopRefused ? TEXTS[language].shopUnavailable : code && declineSentence(view, code);
  switch (stateOf(page, now)) {
    case 'Open': {
      const form = formView(view, decline);
      // Without `answer` the script opens the page, whose fields change: a stored card needs its CVV now.
      const isCvvAskedFor = code === 'CARD_REQUIRES_CVV' && page.guard === undefined;
      const answer = isCvvAskedFor
        ? {}
        : { answer: paymentFormAnswer(form, isShopRefused ? undefined : code) };
      return { status: 200, html: paymentForm(form), ...answer };
    }
    case 'Processing':
      return {
        status: 200,
        html: (view.isVerifying ? verifyingPage : beingChecked)({ ...waiting, ...kept }),
        ...WAITING,
      };
    case 'Paid':
      return { status: 200, html: paid({ ...frame, returnUrl, ...kept }) };
    case 'Failed':
      return { status: 200, html: failedFinally({ ...frame, returnUrl, ...(decline && { decline }) }) };
    case 'Closed':
      return { status: 410, html: closed({ ...frame, returnUrl }) };
    case 'Expired':
      return { status: 410, html: expired({ ...frame, returnUrl }) };
    case 'Superseded':
      return { status: 410, html: superseded({ ...frame, returnUrl }) };
  }
}

function declineSentence(view: HostedPageView, code: NonNullable<HostedPage['lastDecline']>) {
  const { page, language, receipt } = view;
  const isAbandoned = view.isAbandoned === true && page.state === 'Open';
  // Not a decline: the CVV field asks for the CVV instead.
  if (code === 'CARD_REQUIRES_CVV') return undefined;
  if (code === 'TOO_MANY_CARDS' || code === 'RATE_LIMITED') return TEXTS[language].notNow;
  if (code === 'BANK_UNAVAILABLE') return TEXTS[language].bankUnavailable;
  const sentence = isAbandoned ? FLOW_TEXTS[language].givenUpText : buyerSentence(code, language);
  return receipt === undefined ? sentence : `•••• ${receipt.maskedCardNumber.slice(-4)}: ${sentence}`;
}

/** The form's field errors. If there are none, the bank's request for a CVV is shown at the CVV field. */
function errorsOf({ page, errors = [] }: HostedPageView): NonNullable<HostedPageView['errors']> {
  const isCvvRequested =
    errors.length === 0 && page.guard === undefined && page.lastDecline === 'CARD_REQUIRES_CVV';
  return isCvvRequested ? [{ field: 'cvv', name: 'cvvAskedFor' }] : errors;
}

function formView(view: HostedPageView, decline: string | undefined): PaymentFormView {
  const { page, now, language, cspNonce, action, formNonce, entered } = view;
  return {
    language,
    merchantName: page.merchantName,
    orderNumber: page.orderNumber,
    amountMinor: page.amountMinor,
    currency: page.currency,
    installment: page.installment,
    installmentCounts: page.installmentCounts ?? [page.installment],
    products: page.products,
    createdAt: new Date(page.createdAt),
    expiresAt: new Date(page.expiresAt),
    now,
    timeZone: page.timeZone,
    action,
    formNonce,
    ...defined({ entered }),
    savedCards: view.savedCards,
    lockedCards: view.lockedCards ?? [],
    canSaveCard: view.canSaveCard ?? false,
    ...(page.saveCardFor && { saveCardFor: page.saveCardFor }),
    errors: errorsOf(view).map((error) => ({ field: error.field, text: fieldErrorText(language, error) })),
    ...defined({ decline }),
    isAbandoned: decline !== undefined && page.guard === undefined && view.isAbandoned === true,
    attemptsLeft: MAX_DECLINES - page.declineCount,
    isTest: page.isTest,
    frameOrigins: frameOriginsOf(page),
    ...(view.face && { face: view.face }),
    cspNonce,
    cancelUrl: view.returnUrl,
    ...(page.language === undefined && { otherLanguageUrl: view.otherLanguageUrl }),
  };
}
