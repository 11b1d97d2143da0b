// Amounts are integers in minor units (kuruş, cent) everywhere between the text of a request and the text of
// a response. No float is multiplied: text becomes an integer by moving the decimal point.

export const CURRENCIES = ['TRY', 'USD', 'EUR', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Rates are whole numbers: millionths of an amount. */
export const PPM = 1_000_000n;
export const PPM_OF_PERCENT = 10_000;

/** The largest amount of one payment in minor units: 999999999.99 (api.md 5.1). */
export const MAX_AMOUNT_MINOR = 99_999_999_999;

type AmountReading =
  | { kind: 'amount'; amountMinor: number }
  | { kind: 'malformed' }
  | { kind: 'tooPrecise' }
  | { kind: 'outOfRange' };

const PLAIN_DIGITS = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/;
const NEGATIVE_ZERO = /^-[0.]+$/;
const ZEROS = /^0*$/;

/**
 * Reads the source text of a JSON number as an amount: plain digits, at most two decimals beside zeros at the
 * end, 0.01 to 999999999.99 (api.md 5.1). Exponents, `+` and `-0` are malformed; `40.505` is too precise.
 */
export function readAmount(text: string): AmountReading {
  const match = PLAIN_DIGITS.exec(text);
  if (!match || NEGATIVE_ZERO.test(text)) return { kind: 'malformed' };
  const [, whole = '', decimals = ''] = match;
  if (!ZEROS.test(decimals.slice(2))) return { kind: 'tooPrecise' };
  if (text.startsWith('-') || whole.length > 9) return { kind: 'outOfRange' };
  const amountMinor = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  if (amountMinor < 1 || amountMinor > MAX_AMOUNT_MINOR) return { kind: 'outOfRange' };
  return { kind: 'amount', amountMinor };
}

/** Formats minor units with two decimals: 4050 is `40.50`. */
export function formatMinor(amountMinor: number): string {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The JSON number of an amount: 4050 is 40.5. The nearest double prints the same two decimals. */
export function toDecimal(amountMinor: number): number {
  return Number(formatMinor(amountMinor));
}
