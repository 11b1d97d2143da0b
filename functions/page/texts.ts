// The texts of the buyer's pages by language. A language is a file in language/; one that lacks a text does
// not compile. A function's bundle has only the tables that its pages use.
import type { Language } from '#domain/language.ts';
import * as en from './language/en.ts';
import * as tr from './language/tr.ts';

export const FORMATS: Record<Language, typeof tr.format> = { tr: tr.format, en: en.format };
export const TEXTS: Record<Language, typeof tr.texts> = { tr: tr.texts, en: en.texts };
export const INSTALLMENT_TEXTS: Record<Language, typeof tr.installments> = {
  tr: tr.installments,
  en: en.installments,
};
export const FLOW_TEXTS: Record<Language, typeof tr.flow> = { tr: tr.flow, en: en.flow };
export const LINK_TEXTS: Record<Language, typeof tr.linkTexts> = { tr: tr.linkTexts, en: en.linkTexts };
export const FIELD_ERRORS: Record<Language, typeof tr.fieldErrors> = {
  tr: tr.fieldErrors,
  en: en.fieldErrors,
};
export const BUYER_SENTENCES: Record<Language, typeof tr.sentences> = { tr: tr.sentences, en: en.sentences };
export const CARD_TEXTS: Record<Language, typeof tr.cardTexts> = { tr: tr.cardTexts, en: en.cardTexts };
export const SHOP_LABELS: Record<Language, typeof tr.shopLabels> = { tr: tr.shopLabels, en: en.shopLabels };
