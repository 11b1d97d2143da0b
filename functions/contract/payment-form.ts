// Reads the buyer's payment form, and names the error of each field that is not valid.
import {
  cardAssociation,
  isExpired,
  readCardNumber,
  readExpiryMonth,
  readExpiryYear,
  type TypedCard,
} from '#domain/card/card.ts';
import type { CardAssociation } from '#domain/card/card-prefix.ts';

type FormError = {
  field: 'ownerName' | 'cardNumber' | 'expiryMonth' | 'expiryYear' | 'cvv' | 'installment';
  name:
    | 'ownerNameRequired'
    | 'ownerNameInvalid'
    | 'cardNumberRequired'
    | 'cardNumberInvalid'
    | 'savedCardNotOffered'
    | 'expiryMonthInvalid'
    | 'expiryYearInvalid'
    | 'cardExpired'
    | 'cvvRequired'
    | 'cvvInvalid'
    | 'installmentInvalid';
};
/** A stored card of the customer that the page offers. */
type OfferedCard = { id: string; cardAssociation: CardAssociation; needsCvv: boolean };
type FormReading =
  /** A stored card, which is still encrypted. */
  | { kind: 'saved'; cardId: string; cvv?: string; installment: number; entered: Entered }
  | {
      kind: 'complete';
      card: TypedCard;
      cvv: string;
      installment: number;
      /** The buyer ticked "Save this card". */
      savesCard: boolean;
      entered: Entered;
    }
  | { kind: 'incomplete'; errors: FormError[]; entered: Entered };
/** The values that the form shows again. Card number and CVV are never sent back. */
export type Entered = {
  ownerName: string;
  expiryMonth: string;
  expiryYear: string;
  installment: string;
  savedCard?: string;
  saveCard?: boolean;
};

const MAX_NAME_LENGTH = 100;
const digits = (text: string | undefined) => (text ?? '').replace(/\s/g, '');

/** The id of the stored card that the form names; undefined if the buyer typed a card in. */
export function namedCardOf({ savedCard = 'new' }: Record<string, string>): string | undefined {
  return savedCard === '' || savedCard === 'new' ? undefined : savedCard;
}

/**
 * `month` is the current month in the merchant's time zone, `2026-11`. `counts` are the numbers of
 * installments to choose from; the first is the default. `saved` is the stored card that the form names,
 * `notOffered` if the page does not offer it.
 */
export function readPaymentForm(
  form: Record<string, string>,
  month: string,
  counts: readonly number[],
  saved?: OfferedCard | 'notOffered',
): FormReading {
  if (saved !== undefined) return readSavedCard(form, saved, counts);
  const ownerName = (form['ownerName'] ?? '').normalize('NFC').trim();
  const cardNumber = readCardNumber((form['cardNumber'] ?? '').trim());
  const expiryMonth = readExpiryMonth(digits(form['expiryMonth']));
  const expiryYear = readExpiryYear(digits(form['expiryYear']));
  const cvv = digits(form['cvv']);
  const installment = form['installment'] ?? String(counts[0]);
  const savesCard = form['saveCard'] === 'yes';
  const errors = [
    ...ownerNameErrors(ownerName),
    ...numberErrors(form['cardNumber'], cardNumber),
    ...expiryErrors(expiryMonth, expiryYear, month),
    ...cvvErrors(cvv, cardNumber === undefined ? undefined : cardAssociation(cardNumber)),
    ...installmentErrors(installment, counts),
  ];
  const entered = {
    ownerName: ownerName.slice(0, MAX_NAME_LENGTH),
    expiryMonth: digits(form['expiryMonth']).slice(0, 2),
    expiryYear: digits(form['expiryYear']).slice(0, 4),
    installment: installment.slice(0, 2),
    ...(form['savedCard'] !== undefined && { savedCard: 'new' }),
    ...(savesCard && { saveCard: true }),
  };
  if (errors.length === 0 && cardNumber && expiryMonth && expiryYear) {
    const card = { cardNumber, expiryMonth, expiryYear, isTyped: true as const };
    return { kind: 'complete', card, cvv, installment: Number(installment), savesCard, entered };
  }
  return { kind: 'incomplete', errors, entered };
}

/** Reads only the security code, if one was entered or the card needs one. */
function readSavedCard(
  form: Record<string, string>,
  saved: OfferedCard | 'notOffered',
  counts: readonly number[],
): FormReading {
  const cvv = digits(form['cvv']);
  const installment = form['installment'] ?? String(counts[0]);
  const blank = { ownerName: '', expiryMonth: '', expiryYear: '', installment: installment.slice(0, 2) };
  if (saved === 'notOffered') {
    const errors: FormError[] = [{ field: 'cardNumber', name: 'savedCardNotOffered' }];
    return { kind: 'incomplete', errors, entered: { ...blank, savedCard: 'new' } };
  }
  const { id: cardId, cardAssociation: association, needsCvv } = saved;
  const errors = [
    ...(cvv !== '' || needsCvv ? cvvErrors(cvv, association) : []),
    ...installmentErrors(installment, counts),
  ];
  const entered = { ...blank, savedCard: cardId };
  if (errors.length > 0) return { kind: 'incomplete', errors, entered };
  return { kind: 'saved', cardId, ...(cvv && { cvv }), installment: Number(installment), entered };
}

/** Reads the values that went through the bank as base64url of JSON. Returns undefined for anything else. */
export function readEntered(echo: string): Entered | undefined {
  try {
    const kept = JSON.parse(Buffer.from(echo, 'base64url').toString('utf8')) as Record<string, unknown>;
    const { ownerName, expiryMonth, expiryYear, installment, savedCard, saveCard } = kept;
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      ownerName: text(ownerName),
      expiryMonth: text(expiryMonth),
      expiryYear: text(expiryYear),
      installment: text(installment),
      ...(typeof savedCard === 'string' && { savedCard }),
      ...(saveCard === true && { saveCard }),
    };
  } catch {
    return undefined;
  }
}

function ownerNameErrors(ownerName: string): FormError[] {
  if (ownerName === '') return [{ field: 'ownerName', name: 'ownerNameRequired' }];
  const isName =
    /^[\p{L}\p{M}][\p{L}\p{M}\s.'\u2019-]*$/u.test(ownerName) && [...ownerName].length <= MAX_NAME_LENGTH;
  return isName ? [] : [{ field: 'ownerName', name: 'ownerNameInvalid' }];
}

function numberErrors(sent: string | undefined, cardNumber: string | undefined): FormError[] {
  if (cardNumber !== undefined) return [];
  const name = digits(sent) === '' ? 'cardNumberRequired' : 'cardNumberInvalid';
  return [{ field: 'cardNumber', name }];
}

function expiryErrors(
  expiryMonth: string | undefined,
  expiryYear: string | undefined,
  month: string,
): FormError[] {
  if (expiryMonth && expiryYear) {
    return isExpired({ expiryMonth, expiryYear }, month)
      ? [{ field: 'expiryMonth', name: 'cardExpired' }]
      : [];
  }
  return [
    ...(expiryMonth ? [] : [{ field: 'expiryMonth', name: 'expiryMonthInvalid' } as const]),
    ...(expiryYear ? [] : [{ field: 'expiryYear', name: 'expiryYearInvalid' } as const]),
  ];
}

function cvvErrors(cvv: string, association: CardAssociation | undefined): FormError[] {
  if (cvv === '') return [{ field: 'cvv', name: 'cvvRequired' }];
  const length = association === undefined ? '{3,4}' : association === 'AMEX' ? '{4}' : '{3}';
  return new RegExp(`^[0-9]${length}$`).test(cvv) ? [] : [{ field: 'cvv', name: 'cvvInvalid' }];
}

/** Accepts only the values that the form offers: no signs, no leading zeros. */
function installmentErrors(sent: string, counts: readonly number[]): FormError[] {
  return counts.some((count) => String(count) === sent)
    ? []
    : [{ field: 'installment', name: 'installmentInvalid' }];
}
