// The sentences for a buyer after a decline. Lost, stolen, withheld and suspected cards share one neutral
// sentence, because the exact reason would help a thief who tries cards. The merchant gets the code.
import type { Language } from '#domain/language.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';
import { BUYER_SENTENCES } from './texts.ts';

/** `card`: names the card in a sentence about it, for example `Visa •••• 1129`. */
export function buyerSentence(code: DeclineCode, language: Language, card = ''): string {
  const sentence = BUYER_SENTENCES[language][code].replace('{}', card && `${card} `);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The first sentence, without the advice that follows: on a page that is over nothing can be tried. */
export const reasonOnly = (text: string): string => text.replace(/(?<=\.) .*/s, '');
