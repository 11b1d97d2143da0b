// A JSON number of a request with its source text, which a double does not preserve, and what else spells a
// number or a boolean (api.md 5.1): the one place where a text of a request becomes either.
import { caseless } from './text/turkish-fold.ts';

const source = Symbol('source text');
type JsonNumber = { readonly [source]: string };

export const jsonNumber = (text: string): JsonNumber => Object.freeze({ [source]: text });

/** Returns the source text, or undefined if the value is not a JSON number. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && source in value
    ? (value as JsonNumber)[source]
    : undefined;
}

/** True for a JSON object: not an array, not null and not a `JsonNumber`. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isNested && numberText(value) === undefined;
}

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** 1500 to those who group thousands by a dot, and 1.5 to others. */
const MAYBE_GROUPED = /^-?[1-9]\d{0,2}\.\d{3}$/;

/**
 * The digits of a JSON number, or of a text that is no more than such digits: no exponent, no separators.
 * Undefined for anything else, and for a text that could mean two numbers.
 */
export function spelledNumber(value: unknown): string | undefined {
  const source = numberText(value);
  if (source !== undefined) return withoutExponent(source);
  return typeof value === 'string' && PLAIN.test(value) && !MAYBE_GROUPED.test(value) ? value : undefined;
}

/** Further zeros change nothing: a number of so many digits is out of every range, or too precise. */
const MOST_ZEROS = 20;

/** `1.5E+2` is `150`. Other numbers stay as they are written. */
function withoutExponent(source: string): string {
  const [, sign = '', whole = '', decimals = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  if (exponent === undefined) return source;
  const point = whole.length + Number(exponent);
  const digits = whole + decimals;
  const before = '0'.repeat(Math.min(Math.max(1 - point, 0), MOST_ZEROS));
  const after = '0'.repeat(Math.min(Math.max(point - digits.length, 0), MOST_ZEROS));
  const all = before + digits + after;
  const at = Math.min(Math.max(point, 1), all.length);
  const left = all.slice(0, at).replace(/^0+(?=\d)/, '');
  return `${sign}${left}${at < all.length ? `.${all.slice(at)}` : ''}`;
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** True and false, also as text or as 1 and 0; undefined for anything else. */
export function spelledFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = spelledNumber(value) ?? (typeof value === 'string' ? caseless(value) : '');
  return Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined;
}
