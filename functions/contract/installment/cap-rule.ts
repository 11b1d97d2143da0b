// A rule that caps installments, as a caller sees it: a sentence of a buyer's question is answered with it.
import type { CapRule } from '#domain/installment/caps.ts';
import { toDecimal } from '#domain/money.ts';

/** `from` is null if its first day is not known, `category` if it holds for every order. */
export const showRule = ({ category, personal, corporate, from, source, ...price }: CapRule) => ({
  category: category ?? null,
  unitPriceUpTo: price.unitUpToMinor === undefined ? null : toDecimal(price.unitUpToMinor),
  unitPriceAbove: price.unitAboveMinor === undefined ? null : toDecimal(price.unitAboveMinor),
  personal,
  corporate: corporate ?? null,
  from: from ?? null,
  source,
});
