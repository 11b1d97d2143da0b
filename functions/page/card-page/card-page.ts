// The page and HTTP status that a buyer gets for a card page, by its state.
import {
  type CardPage,
  type CardPageDecline,
  cardPageStateOf,
  MAX_CARD_ATTEMPTS,
} from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { frameOriginsOf } from '#domain/payment/frame-origins.ts';
import { buyerSentence } from '../buyer-sentences.ts';
import { type FieldErrorName, fieldErrorText } from '../field-errors.ts';
import { WAITING } from '../form/form-answer.ts';
import type { Html } from '../html.ts';
import { verifyingPage } from '../outcome/challenge.ts';
import { beingChecked } from '../outcome/outcome.ts';
import type { ShownCard } from '../outcome/receipt.ts';
import type { FieldError, FormAnswer, WaitingAnswer } from '../script/contract.ts';
import type { Face } from '../shop-face.ts';
import { TEXTS } from '../texts.ts';
import { type CardFormView, cardForm, cardFormAnswer } from './card-form.ts';
import { cardFailed, cardKept, cardPageOver } from './card-outcome.ts';
import { CARD_TEXTS } from './card-texts.ts';

type Money = { amountMinor: number; currency: Currency };

export type CardPageView = {
  page: CardPage;
  face?: Face;
  now: Date;
  language: Language;
  cspNonce: string;
  action: string;
  otherLanguageUrl: string;
  startOverUrl: string;
  formNonce: string;
  /** The address that leads to the shop, if the merchant gave one. */
  returnUrl?: string;
  /** True if the customer was erased or the recurring payment has ended. */
  isGone: boolean;
  subscriptionName?: string;
  /** The amount that is charged with the card; for a completed page, with the state of its charge. */
  due?: Money;
  charge?: 'paid' | 'pending' | 'checking';
  isOnlyVerified: boolean;
  card?: ShownCard;
  entered?: CardFormView['entered'];
  errors?: readonly {
    field: FieldError['field'];
    name: FieldErrorName | 'consentRequired';
    brand?: string;
  }[];
};

/** `answer`: the same content for the form's script. */
export function cardPage(view: CardPageView): {
  status: number;
  html: Html;
  answer?: FormAnswer | WaitingAnswer;
} {
  const { page, language, cspNonce, returnUrl } = view;
  const { merchantName, isTest } = page;
  const frame = {
    language,
    cspNonce,
    merchantName,
    isTest,
    frameOrigins: frameOriginsOf(page),
    ...defined({ returnUrl }),
    ...(view.face && { face: view.face }),
  };
  const waiting = { ...frame, address: view.action, startOverUrl: view.startOverUrl };
  const decline = declineSentence(page, language);
  const isKept = page.cardStorageId !== undefined;
  const state = cardPageStateOf(page, view.now);
  if (state === 'Completed') {
    return { status: 200, html: completed(view, frame), ...(view.charge === 'checking' && WAITING) };
  }
  if (state === 'Failed') {
    return { status: 200, html: cardFailed({ ...frame, isKept, ...(decline && { decline }) }) };
  }
  if (state === 'Closed') return { status: 410, html: cardPageOver({ ...frame, isKept }, 'closed') };
  if (state === 'Expired') return { status: 410, html: cardPageOver({ ...frame, isKept }, 'expired') };
  if (view.isGone) return { status: 410, html: cardPageOver({ ...frame, isKept }, 'gone') };
  if (state === 'Processing') return { status: 200, html: verifyingPage(waiting), ...WAITING };
  const form = formView(view, decline);
  const { lastDecline } = page;
  const code = lastDecline === 'CARD_NUMBER_LIMIT_REACHED' ? undefined : lastDecline;
  return { status: 200, html: cardForm(form), answer: cardFormAnswer(form, code) };
}

function completed(view: CardPageView, frame: Parameters<typeof beingChecked>[0]): Html {
  const { page, due, charge, card } = view;
  if (charge === 'checking') {
    const { returnUrl: _, ...checked } = frame;
    return beingChecked({ ...checked, address: view.action });
  }
  return cardKept({
    ...frame,
    purpose: page.purpose,
    ...defined({ card }),
    ...(due && charge && { due: { ...due, isPaid: charge === 'paid' } }),
  });
}

function declineSentence({ guard, lastDecline }: CardPage, language: Language): string | undefined {
  const code: CardPageDecline | undefined = guard === undefined ? lastDecline : 'TOO_MANY_CARDS';
  if (code === undefined) return undefined;
  if (code === 'TOO_MANY_CARDS') return CARD_TEXTS[language].notNow;
  if (code === 'CARD_NUMBER_LIMIT_REACHED') return CARD_TEXTS[language].noRoom;
  return code === 'BANK_UNAVAILABLE' ? TEXTS[language].bankUnavailable : buyerSentence(code, language);
}

function formView(view: CardPageView, decline: string | undefined): CardFormView {
  const { page, now, language, errors = [] } = view;
  const { subscriptionName, due, entered, returnUrl, isOnlyVerified } = view;
  return {
    language,
    now,
    cspNonce: view.cspNonce,
    action: view.action,
    formNonce: view.formNonce,
    merchantName: page.merchantName,
    purpose: page.purpose,
    ...defined({ subscriptionName, due }),
    isOnlyVerified,
    createdAt: new Date(page.createdAt),
    expiresAt: new Date(page.expiresAt),
    timeZone: page.timeZone,
    ...(entered && { entered }),
    errors: errors.map((error) => ({ field: error.field, text: fieldErrorText(language, error) })),
    ...defined({ decline }),
    isKept: page.cardStorageId !== undefined,
    attemptsLeft: MAX_CARD_ATTEMPTS - page.attemptCount,
    isTest: page.isTest,
    frameOrigins: frameOriginsOf(page),
    ...(view.face && { face: view.face }),
    ...defined({ cancelUrl: returnUrl }),
    ...(page.language === undefined && { otherLanguageUrl: view.otherLanguageUrl }),
  };
}
