// What the first digits of a card tell, in responses (cards.md 8).
import { type BinFacts, FULL_BIN_DIGITS, isBin } from '#domain/card/bin.ts';
import type { FieldProblem } from '#domain/field-problem.ts';

export const BIN_WORDS = {
  tr: 'kartın ilk altı veya sekiz rakamı',
  en: 'the first six or eight digits of the card',
};

/** The problem of a path that does not end with a BIN. */
export function binProblem(bin: string): FieldProblem | undefined {
  if (isBin(bin)) return undefined;
  const code = bin.length > FULL_BIN_DIGITS ? 'TOO_LONG' : 'INVALID_FORMAT';
  return { field: 'bin', code, hint: { expected: BIN_WORDS } };
}

/** Whatever is sent in an address is logged on its way. */
export const NO_CARD_NUMBER = {
  tr: 'Yalnızca ilk sekiz rakamı gönderin: bir adrese hiçbir zaman kart numarası yazmayın.',
  en: 'Send the first eight digits only: never write a card number into an address.',
};

export type BinAnswer = {
  bin: string;
  match: { prefix: string; facts: BinFacts } | undefined;
  listVersion: number | undefined;
};

/** Only cards of Turkish banks have a `bankCode`: of others it is not known whether they are domestic. */
export function showBin({ bin, match, listVersion }: BinAnswer) {
  const { bankCode, bankName, type, association, family, commercial } = match?.facts ?? {};
  return {
    bin,
    bank: bankCode === undefined ? null : { code: bankCode, name: bankName ?? null },
    type: type ?? null,
    association: association ?? null,
    family: family ?? null,
    commercial: commercial ?? null,
    domestic: bankCode === undefined ? null : true,
    prefix: match?.prefix ?? null,
    listVersion: listVersion ?? null,
  };
}
