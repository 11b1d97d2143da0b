// A card: three secret values that are encrypted together, and a mask that may be shown.

/** The card in clear text. It exists only in memory, between the buyer or the vault and the bank. */
export type CardDetails = {
  cardNumber: string;
  /** `01` to `12`. */
  expiryMonth: string;
  /** Four digits. */
  expiryYear: string;
};

/**
 * A card that the buyer has just typed in. Only such a card may go back to a browser, for the bank's 3-D
 * Secure gate; a card from the vault is no `TypedCard`, so code that would show it does not compile.
 */
export type TypedCard = CardDetails & { isTyped: true };

export const isTypedCard = (card: CardDetails | TypedCard): card is TypedCard => 'isTyped' in card;

export const MIN_CARD_DIGITS = 15;
export const MAX_CARD_DIGITS = 19;

export const withoutSeparators = (cardNumber: string) => cardNumber.replace(/[ -]/g, '');

/** The check digit of ISO/IEC 7812-1: from the right, every second digit doubled. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    const digit = Number(digits[digits.length - 1 - fromRight]);
    const doubled = fromRight % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** First six and last four digits, an asterisk for each digit between them (cards.md 2.1). */
export function maskCardNumber(cardNumber: string): string {
  return `${cardNumber.slice(0, 6)}${'*'.repeat(cardNumber.length - 10)}${cardNumber.slice(-4)}`;
}

/** Returns `26` or `2026` as four digits, otherwise undefined. */
export function readExpiryYear(text: string): string | undefined {
  if (/^\d{4}$/.test(text)) return text;
  return /^\d{2}$/.test(text) ? `20${text}` : undefined;
}

/** Returns `7` or `07` as two digits, or undefined unless 01 to 12. */
export function readExpiryMonth(text: string): string | undefined {
  const month = text.padStart(2, '0');
  return /^(0[1-9]|1[0-2])$/.test(month) ? month : undefined;
}

/** A card is valid to the end of its month. `month` is the current month as `2026-11`. */
export function isExpired(card: Pick<CardDetails, 'expiryMonth' | 'expiryYear'>, month: string): boolean {
  return `${card.expiryYear}-${card.expiryMonth}` < month;
}
