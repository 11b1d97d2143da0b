// The charges without the buyer that a page asks consent for, as one sentence.
import type { RecurringTerms } from '#domain/frequency.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { dayText, moneyText } from './format.ts';
import { TEXTS } from './texts.ts';

export type ChargesView = {
  recurringTerms?: RecurringTerms;
  currency: Currency;
  language: Language;
  timeZone: string;
  now: Date;
};

/** `29 Aralık’ta 399,00 ₺, sonra her ay`, as far as the merchant has said it. */
export function chargesText(view: ChargesView): string | undefined {
  const { recurringTerms: terms, currency, language, timeZone, now } = view;
  if (terms === undefined) return undefined;
  const { amountMinor, frequency, frequencyInterval, startDate } = terms;
  const isQuarterly = frequency === 'quarterly';
  return TEXTS[language].charges({
    unit: isQuarterly ? 'monthly' : frequency,
    count: isQuarterly ? 3 * frequencyInterval : frequencyInterval,
    amount: moneyText(amountMinor, currency, language),
    first: startDate && dayText(new Date(startDate), now, timeZone, language),
  });
}
