// The page and HTTP status that a buyer gets for a hosted page, by its state.

import type { Language } from '#domain/language.ts';
import { type HostedPage, MAX_DECLINES, stateOf } from '#domain/payment/hosted-page.ts';
import { buyerSentence } from './buyer-sentences.ts';
import type { FieldName } from './form/card-fields.ts';
import { type EnteredView, paymentForm } from './form/payment-form.ts';
import type { SavedCardView } from './form/saved-cards.ts';
import type { Html } from './html.ts';
import { verifyingPage } from './outcome/challenge.ts';
import { beingChecked, expired, failedFinally, paid, superseded } from './outcome/outcome.ts';
import { FIELD_ERRORS, type FieldErrorName, TEXTS } from './texts.ts';

export type HostedPageView = {
  page: HostedPage;
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
  maskedCardNumber?: string;
  /** True if the payment waits for the issuer, not for the bank. */
  isVerifying?: boolean;
  entered?: EnteredView;
  savedCards?: readonly SavedCardView[];
  canSaveCard?: boolean;
  errors?: readonly { field: FieldName | 'installment'; name: FieldErrorName }[];
};

export function hostedPage(view: HostedPageView): { status: number; html: Html } {
  const { page, now, language, cspNonce, returnUrl } = view;
  const { merchantName, isTest, frameOrigins } = page;
  const frame = { language, cspNonce, merchantName, isTest, frameOrigins };
  const waiting = { ...frame, address: view.action, startOverUrl: view.startOverUrl };
  const code = page.guard === undefined ? page.lastDecline : 'RATE_LIMITED';
  const isShopRefused = page.guard === undefined && page.isShopRefused === true;
  const decline = isShopRefused ? TEXTS[language].shopUnavailable : code && declineSentence(code, language);
  switch (stateOf(page, now)) {
    case 'Open':
      return { status: 200, html: form(view, decline) };
    case 'Processing':
      return { status: 200, html: (view.isVerifying ? verifyingPage : beingChecked)(waiting) };
    case 'Paid':
      return { status: 200, html: paid({ ...frame, returnUrl, ...paidFacts(view) }) };
    case 'Failed':
      return { status: 200, html: failedFinally({ ...frame, returnUrl, ...(decline && { decline }) }) };
    case 'Expired':
      return { status: 410, html: expired({ ...frame, returnUrl }) };
    case 'Superseded':
      return { status: 410, html: superseded({ ...frame, returnUrl }) };
  }
}

function declineSentence(code: NonNullable<HostedPage['lastDecline']>, language: Language) {
  // Not a decline: the CVV field asks for the CVV instead.
  if (code === 'CARD_REQUIRES_CVV') return undefined;
  if (code === 'RATE_LIMITED') return TEXTS[language].notNow;
  return code === 'BANK_UNAVAILABLE' ? TEXTS[language].bankUnavailable : buyerSentence(code, language);
}

function paidFacts({ page, maskedCardNumber }: HostedPageView) {
  const { orderNumber, amountMinor, currency, paymentReferenceNumber } = page;
  return {
    orderNumber,
    amount: { amountMinor, currency },
    ...(paymentReferenceNumber !== undefined && { paymentReferenceNumber }),
    ...(maskedCardNumber !== undefined && { maskedCardNumber }),
  };
}

/** The form's field errors. If there are none, the bank's request for a CVV is shown at the CVV field. */
function errorsOf({ page, errors = [] }: HostedPageView): NonNullable<HostedPageView['errors']> {
  const isCvvRequested =
    errors.length === 0 && page.guard === undefined && page.lastDecline === 'CARD_REQUIRES_CVV';
  return isCvvRequested ? [{ field: 'cvv', name: 'cvvAskedFor' }] : errors;
}

function form(view: HostedPageView, decline: string | undefined): Html {
  const { page, now, language, cspNonce, action, formNonce, entered } = view;
  return paymentForm({
    language,
    merchantName: page.merchantName,
    orderNumber: page.orderNumber,
    amountMinor: page.amountMinor,
    currency: page.currency,
    installment: page.installment,
    installmentCounts: page.installmentCounts ?? [page.installment],
    products: page.products,
    expiresAt: new Date(page.expiresAt),
    now,
    timeZone: page.timeZone,
    action,
    formNonce,
    ...(entered && { entered }),
    savedCards: view.savedCards ?? [],
    canSaveCard: view.canSaveCard ?? false,
    errors: errorsOf(view).map(({ field, name }) => ({ field, text: FIELD_ERRORS[language][name] })),
    ...(decline !== undefined && { decline }),
    attemptsLeft: MAX_DECLINES - page.declineCount,
    isTest: page.isTest,
    frameOrigins: page.frameOrigins,
    cspNonce,
    cancelUrl: view.returnUrl,
    ...(page.language === undefined && { otherLanguageUrl: view.otherLanguageUrl }),
  });
}
