// What a card is to the service: three secret values that are sealed together and a mask that may be seen.

/** The clear card. Lives in memory between the buyer's request (or the vault) and the bank, nowhere else. */
export type CardDetails = {
  cardNumber: string;
  /** `01` to `12`. */
  expiryMonth: string;
  /** Four digits. */
  expiryYear: string;
};

export const CARD_ASSOCIATIONS = ['VISA', 'MASTERCARD', 'AMEX', 'TROY', 'OTHER'] as const;
export type CardAssociation = (typeof CARD_ASSOCIATIONS)[number];

/**
 * Prefix ranges by association, the longest prefix first. TROY owns 9792 and shares 65 with Discover, whose
 * Turkish issues it acquires.
 */
const PREFIXES: readonly [association: CardAssociation, from: number, to: number][] = [
  ['TROY', 9792, 9792],
  ['TROY', 650052, 650052],
  ['TROY', 650082, 650092],
  ['TROY', 650170, 650173],
  ['TROY', 650456, 650458],
  ['TROY', 650987, 650987],
  ['TROY', 657366, 657366],
  ['TROY', 657998, 657998],
  ['TROY', 654997, 654997],
  ['AMEX', 34, 34],
  ['AMEX', 37, 37],
  ['MASTERCARD', 2221, 2720],
  ['MASTERCARD', 51, 55],
  ['VISA', 4, 4],
];

export function cardAssociation(cardNumber: string): CardAssociation {
  const match = PREFIXES.find(([, from, to]) => {
    const prefix = Number(cardNumber.slice(0, String(from).length));
    return prefix >= from && prefix <= to;
  });
  return match?.[0] ?? 'OTHER';
}

/** Spaces and hyphens go, as people write them; undefined unless 15 to 19 ASCII digits pass Luhn. */
export function readCardNumber(text: string): string | undefined {
  const digits = text.replace(/[ -]/g, '');
  return /^\d{15,19}$/.test(digits) && passesLuhn(digits) ? digits : undefined;
}

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

/** First six and last four digits, an asterisk for each digit between them (specification 2.3). */
export function maskCardNumber(cardNumber: string): string {
  return `${cardNumber.slice(0, 6)}${'*'.repeat(cardNumber.length - 10)}${cardNumber.slice(-4)}`;
}

/** `26` or `2026` as four digits; undefined for anything else. */
export function readExpiryYear(text: string): string | undefined {
  if (/^\d{4}$/.test(text)) return text;
  return /^\d{2}$/.test(text) ? `20${text}` : undefined;
}

/** `7` or `07` as two digits; undefined unless 01 to 12. */
export function readExpiryMonth(text: string): string | undefined {
  const month = text.padStart(2, '0');
  return /^(0[1-9]|1[0-2])$/.test(month) ? month : undefined;
}

/** A card is good to the end of its month; `month` is the current one as `2026-11`. */
export function isExpired(card: Pick<CardDetails, 'expiryMonth' | 'expiryYear'>, month: string): boolean {
  return `${card.expiryYear}-${card.expiryMonth}` < month;
}
