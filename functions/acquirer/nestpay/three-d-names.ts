// The names of the fields in the bank's answer. A name that could be taken for another one, or that belongs
// to a card, makes the whole answer unusable: a bank sends neither.
import { RETURNED, RETURNED_BY_SOME } from './three-d-binding.ts';

/** The fields that are read or compared, in the one spelling that banks use. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [
    ...RETURNED,
    ...RETURNED_BY_SOME,
    'amount',
    'rnd',
    'HASH',
    'mdStatus',
    'md',
    'xid',
    'eci',
    'cavv',
    'txstatus',
    'Response',
    'ErrorCode',
    'ErrCode',
    'ErrMsg',
    'mdErrorMsg',
  ].map((name) => [name.toUpperCase(), name]),
);

/** Names of card fields. `MaskedPan`, the masked number, and `cavv`, which is no CVV, do not match. */
const CARD_NAME = /^(pan|number|cardnumber)$|(cv2|cvv2?|cvc2?)$/i;

type BadName = 'twin names' | 'spelling' | 'card';

/**
 * The fault of the names; undefined if there is none. Names that occur in no recorded answer are permitted.
 */
export function findBadName(names: readonly string[]): BadName | undefined {
  const folded = names.map((name) => name.toUpperCase());
  // The hash orders names without regard to case, so the order of two such names would be undefined.
  if (new Set(folded).size !== names.length) return 'twin names';
  if (names.some((name) => CARD_NAME.test(name))) return 'card';
  const isMisspelt = (name: string) => (SPELLINGS.get(name.toUpperCase()) ?? name) !== name;
  return names.some(isMisspelt) ? 'spelling' : undefined;
}

/**
 * True if a value is the card number that was sent, under whatever name. It is recognised by the mask,
 * because the number itself is not stored.
 */
export function hasCardNumber(values: Iterable<string>, maskedCardNumber: string): boolean {
  const [bin, lastFour] = [maskedCardNumber.slice(0, 6), maskedCardNumber.slice(-4)];
  return [...values].some((value) => {
    const digits = value.replaceAll(/[ -]/g, '');
    const isAsLong = digits.length === maskedCardNumber.length && /^\d+$/.test(digits);
    return isAsLong && digits.startsWith(bin) && digits.endsWith(lastFour);
  });
}
