// Reads the buyer's payment form, and names the error of each invalid field.

import { isExpired, type TypedCard } from '#domain/card/card.ts';
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import { cardAssociation } from '#domain/card/card-prefix.ts';
import { containsCardNumber, containsSecurityCode } from '#domain/card/card-text.ts';
import { numberFault, plainDigits, readExpiry, refusedBrand } from '#domain/card/typed-card.ts';
import { countIn } from '#domain/installment/plan.ts';
import { MAX_BUYER_NAME } from '#domain/limits.ts';
import { unicodePattern } from '#domain/text/unicode-pattern.ts';

export type FormError = {
  field:
    | 'ownerName'
    | 'cardNumber'
    | 'expiry'
    | 'cvv'
    | 'installment'
    | 'saveCard'
    | 'consent'
    | 'distanceSale';
  name:
    | 'ownerNameRequired'
    | 'ownerNameInvalid'
    | 'ownerNameTooLong'
    | 'cardNumberRequired'
    | 'cardNumberIncomplete'
    | 'cardNumberInvalid'
    | 'cardBrandRefused'
    | 'savedCardNotOffered'
    | 'savedCardLocked'
    | 'expiryRequired'
    | 'expiryInvalid'
    | 'expiryMonthInvalid'
    | 'expiryYearInvalid'
    | 'cardExpired'
    | 'cvvRequired'
    | 'cvvInvalid'
    | 'cvvInvalidAmex'
    | 'cvvInvalidThree'
    | 'installmentInvalid'
    | 'installmentRefused'
    | 'installmentChanged'
    | 'consentRequired';
  /** What the sentence names: the brand that is not accepted. */
  about?: string;
};
/** A stored card of the customer that the page offers. */
type CardOffer = { id: string; cardAssociation: CardAssociation; needsCvv: boolean };
type FormReading =
  /** A stored card, which is still encrypted. */
  | { kind: 'saved'; cardId: string; cvv?: string; chosenInstallment: string; entered: FormEntries }
  | {
      kind: 'complete';
      card: TypedCard;
      cvv: string;
      /** The installments that the buyer has chosen, as the form sends them. */
      chosenInstallment: string;
      /** The buyer ticked "Save this card". */
      savesCard: boolean;
      entered: FormEntries;
    }
  | { kind: 'incomplete'; errors: FormError[]; entered: FormEntries };
/** The values that the form shows again. Card number and CVV are never sent back. */
export type FormEntries = {
  ownerName: string;
  expiry: string;
  installment: string;
  savedCard?: string;
  saveCard?: boolean;
  /** The buyer accepted the texts of the distance sale. */
  distanceSale?: boolean;
};

const MAX_EXPIRY_LENGTH = 20;
/** No card is valid for longer: a later year is a slip, which a bank would decline as another card. */
const LONGEST_YEARS = 20;
const digits = (text: string | undefined) => plainDigits(text ?? '').replace(/\s/g, '');

/** The id of the stored card that the form names; undefined if the buyer typed a card in. */
export function namedCardOf({ savedCard = 'new' }: Record<string, string>): string | undefined {
  return savedCard === '' || savedCard === 'new' ? undefined : savedCard;
}

/**
 * `month` is the current month in the merchant's time zone, `2026-11`. `installment` is the count of a form
 * that names none. `saved` is the stored card that the form names, `notOffered` if the page does not offer
 * it.
 */
export function readPaymentForm(
  form: Record<string, string>,
  month: string,
  installment: number,
  saved?: CardOffer | 'notOffered',
): FormReading {
  if (saved !== undefined) return readSavedCard(form, saved, installment);
  const ownerName = nameOf(form);
  const cardNumber = plainDigits(form['cardNumber'] ?? '').replace(separators(), '');
  const typedExpiry = expiryOf(form);
  const expiry = readExpiry(typedExpiry);
  const cvv = digits(form['cvv']);
  const chosenInstallment = form['installment'] ?? String(installment);
  const savesCard = form['saveCard'] === 'yes';
  const nameErrors = ownerNameErrors(ownerName);
  const errors = [
    ...nameErrors,
    ...numberErrors(cardNumber),
    ...expiryErrors(typedExpiry, expiry, month),
    ...cvvErrors(cvv, cardAssociation(cardNumber)),
    ...installmentErrors(chosenInstallment),
  ];
  const entered = {
    // A card number that was typed into the wrong field is not sent back to a page either.
    ownerName: nameErrors.some(({ name }) => name === 'ownerNameInvalid')
      ? ''
      : [...ownerName].slice(0, MAX_BUYER_NAME).join(''),
    expiry: containsCardNumber(typedExpiry) ? '' : typedExpiry.slice(0, MAX_EXPIRY_LENGTH),
    installment: enteredChoice(chosenInstallment),
    ...(form['savedCard'] !== undefined && { savedCard: 'new' }),
    ...(savesCard && { saveCard: true }),
    ...acceptedIn(form),
  };
  if (errors.length === 0 && typeof expiry === 'object') {
    const card = { cardNumber, ...expiry, isTyped: true as const };
    return { kind: 'complete', card, cvv, chosenInstallment, savesCard, entered };
  }
  return { kind: 'incomplete', errors, entered };
}

// Controls, and characters that change the direction of the text around them.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** The entered name without unprintable characters and superfluous blanks. */
function nameOf({ ownerName = '' }: Record<string, string>): string {
  return ownerName.toWellFormed().normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();
}

/** The text of the expiry field, or of the two fields of a client that sends month and year apart. */
function expiryOf({ expiry = '', expiryMonth = '', expiryYear = '' }: Record<string, string>): string {
  if (expiry.trim() !== '') return expiry.trim();
  const [month, year] = [expiryMonth.trim(), expiryYear.trim()];
  return month === '' && year === '' ? '' : `${month}/${year}`;
}

const acceptedIn = (form: Record<string, string>) => ({
  ...(form['distanceSale'] === 'yes' && { distanceSale: true }),
});

/** Reads the installment count, and the security code if one was entered or the card needs one. */
function readSavedCard(
  form: Record<string, string>,
  saved: CardOffer | 'notOffered',
  installment: number,
): FormReading {
  const cvv = digits(form['cvv']);
  const chosenInstallment = form['installment'] ?? String(installment);
  const blank = {
    ownerName: '',
    expiry: '',
    installment: enteredChoice(chosenInstallment),
    ...(form['saveCard'] === 'yes' && { saveCard: true }),
    ...acceptedIn(form),
  };
  if (saved === 'notOffered') {
    const errors: FormError[] = [{ field: 'cardNumber', name: 'savedCardNotOffered' }];
    return { kind: 'incomplete', errors, entered: { ...blank, savedCard: 'new' } };
  }
  const { id: cardId, cardAssociation: association, needsCvv } = saved;
  const errors = [
    ...(cvv !== '' || needsCvv ? cvvErrors(cvv, association) : []),
    ...installmentErrors(chosenInstallment),
  ];
  const entered = { ...blank, savedCard: cardId };
  if (errors.length > 0) return { kind: 'incomplete', errors, entered };
  return { kind: 'saved', cardId, ...(cvv && { cvv }), chosenInstallment, entered };
}

/**
 * Reads the entered values that the bank has returned as base64url of JSON. Returns undefined for anything
 * else.
 */
export function readEntered(echo: string): FormEntries | undefined {
  try {
    const kept = JSON.parse(Buffer.from(echo, 'base64url').toString('utf8')) as Record<string, unknown>;
    const { ownerName, expiry, installment, savedCard, saveCard, distanceSale } = kept;
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      ownerName: text(ownerName),
      expiry: text(expiry),
      installment: text(installment),
      ...(typeof savedCard === 'string' && { savedCard }),
      ...(saveCard === true && { saveCard }),
      ...(distanceSale === true && { distanceSale }),
    };
  } catch {
    return undefined;
  }
}

const separators = unicodePattern('[^\\p{L}\\p{N}]', 'gu');
const letter = unicodePattern('\\p{L}');

/** Cards are issued to companies too: `3M A.Ş.`, `Yılmaz & Oğulları`. Every name has a letter. */
function ownerNameErrors(ownerName: string): FormError[] {
  if (ownerName === '') return [{ field: 'ownerName', name: 'ownerNameRequired' }];
  const isCardData =
    !letter().test(ownerName) || containsCardNumber(ownerName) || containsSecurityCode(ownerName);
  if (isCardData) return [{ field: 'ownerName', name: 'ownerNameInvalid' }];
  return [...ownerName].length > MAX_BUYER_NAME ? [{ field: 'ownerName', name: 'ownerNameTooLong' }] : [];
}

function numberErrors(cardNumber: string): FormError[] {
  if (cardNumber === '') return [{ field: 'cardNumber', name: 'cardNumberRequired' }];
  const fault = numberFault(cardNumber);
  if (fault === 'incomplete') return [{ field: 'cardNumber', name: 'cardNumberIncomplete' }];
  if (fault === 'wrong') return [{ field: 'cardNumber', name: 'cardNumberInvalid' }];
  const brand = refusedBrand(cardNumber);
  return brand === undefined ? [] : [{ field: 'cardNumber', name: 'cardBrandRefused', about: brand }];
}

function expiryErrors(typed: string, expiry: ReturnType<typeof readExpiry>, month: string): FormError[] {
  if (typed === '') return [{ field: 'expiry', name: 'expiryRequired' }];
  if (expiry === 'unreadable') return [{ field: 'expiry', name: 'expiryInvalid' }];
  if (expiry === 'badMonth') return [{ field: 'expiry', name: 'expiryMonthInvalid' }];
  if (isExpired(expiry, month)) return [{ field: 'expiry', name: 'cardExpired' }];
  const lastYear = Number(month.slice(0, 4)) + LONGEST_YEARS;
  return Number(expiry.expiryYear) > lastYear ? [{ field: 'expiry', name: 'expiryYearInvalid' }] : [];
}

function cvvErrors(cvv: string, association: CardAssociation): FormError[] {
  if (cvv === '') return [{ field: 'cvv', name: 'cvvRequired' }];
  if (association === 'OTHER') return /^\d{3,4}$/.test(cvv) ? [] : [{ field: 'cvv', name: 'cvvInvalid' }];
  if (association === 'AMEX') return /^\d{4}$/.test(cvv) ? [] : [{ field: 'cvv', name: 'cvvInvalidAmex' }];
  return /^\d{3}$/.test(cvv) ? [] : [{ field: 'cvv', name: 'cvvInvalidThree' }];
}

const enteredChoice = (chosenInstallment: string) =>
  countIn(chosenInstallment) === undefined ? '' : chosenInstallment;

/** Whether the card can be charged so is judged with the card's family. */
const installmentErrors = (chosenInstallment: string): FormError[] =>
  countIn(chosenInstallment) === undefined ? [{ field: 'installment', name: 'installmentInvalid' }] : [];
