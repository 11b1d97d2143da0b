// The texts and data of a form's script, for payments and for cards.
import { prefixText, refusedPrefixText } from '#domain/card/card-prefix.ts';
import { spellingText } from '#domain/card/typed-card.ts';
import { monthNumber } from '../format.ts';
import type { FormWords } from '../script/contract.ts';
import { FIELD_ERRORS, FLOW_TEXTS, TEXTS } from '../texts.ts';
import type { DeadlineView } from './deadline.ts';

/** The texts of a card page's form, in place of those about a payment. */
export type OwnWords = Record<
  'sending' | 'asking' | 'offlineText' | 'notSentTitle' | 'notSentText' | 'timeOverText',
  string
>;

export type WordsView = DeadlineView & { now: Date; tellsLeft?: boolean };

export function formWords(view: WordsView, words?: OwnWords): FormWords {
  const texts = TEXTS[view.language];
  const errors = FIELD_ERRORS[view.language];
  const flow = FLOW_TEXTS[view.language];
  const own = words ?? { ...texts, ...flow };
  const { timeZone, now } = view;
  return {
    leftMs: String(Math.max(0, view.expiresAt.getTime() - now.getTime())),
    canExtend: view.canExtend ? '' : undefined,
    left: view.tellsLeft ? '' : undefined,
    timeLeft: texts.timeLeft,
    left300: texts.left300,
    left60: texts.left60,
    left30: texts.left30,
    extended: texts.extended,
    notExtended: texts.notExtended,
    toShop: texts.returnToShop,
    timeOverText: own.timeOverText,
    month: monthNumber(now, timeZone),
    sending: own.sending,
    slow: flow.slow,
    resend: flow.resend,
    asking: own.asking,
    offline: flow.offlineTitle,
    offlineText: own.offlineText,
    notSent: own.notSentTitle,
    notSentText: own.notSentText,
    bankTitle: texts.challengeTitle,
    brandPrefix: texts.brandPrefix,
    numberMissing: errors.cardNumberRequired,
    numberWrong: errors.cardNumberInvalid,
    numberShort: errors.cardNumberIncomplete,
    brandRefused: errors.cardBrandRefused,
    nameMissing: errors.ownerNameRequired,
    nameWrong: errors.ownerNameInvalid,
    expiryMissing: errors.expiryRequired,
    expiryWrong: errors.expiryInvalid,
    monthWrong: errors.expiryMonthInvalid,
    yearWrong: errors.expiryYearInvalid,
    cardExpired: errors.cardExpired,
    cvvMissing: errors.cvvRequired,
    cvvWrong: errors.cvvInvalid,
    cvvThree: errors.cvvInvalidThree,
    cvvAmex: errors.cvvInvalidAmex,
    prefixes: prefixText(),
    refused: refusedPrefixText(),
    spellings: spellingText(),
  };
}
