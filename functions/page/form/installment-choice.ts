// The installment counts to choose from, one row each. The whole row is the label of its radio button. The
// amount of a month is the exact smaller one; if the months are not equal, a sentence below explains it.

import { splitAmount } from '#domain/installment/offer.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { moneyText } from '../format.ts';
import { dataset, type Html, html } from '../html.ts';
import type { ChoiceData } from '../script/contract.ts';
import { TEXTS } from '../texts.ts';

type InstallmentsView = {
  language: Language;
  amountMinor: number;
  currency: Currency;
  /** Ascending, at least two. */
  counts: readonly number[];
  chosen: number;
};

type PlanView = Omit<InstallmentsView, 'counts' | 'chosen'> & { count: number };

/** `6 × 249,98 ₺`; for a single payment, the amount. */
function monthsText({ amountMinor, currency, language, count }: PlanView): string {
  const smallest = splitAmount(amountMinor, count).at(-1) ?? amountMinor;
  const month = moneyText(smallest, currency, language);
  return count === 1 ? month : `${count}\u00a0×\u00a0${month}`;
}

/** The label of the button that pays: `1.499,90 ₺ öde · 6 taksit`. */
export function payLabel({ amountMinor, currency, language, count }: PlanView): string {
  const texts = TEXTS[language];
  const pay = texts.pay(moneyText(amountMinor, currency, language));
  // Wraps before the count, if at all.
  return count === 1 ? pay : `${pay} · ${texts.installmentCount(count).replace(' ', '\u00a0')}`;
}

export function installmentChoice({ counts, chosen, ...order }: InstallmentsView): Html {
  const texts = TEXTS[order.language];
  const rows = counts.map((count) => {
    const plan = { ...order, count };
    const data = dataset<ChoiceData>({ pay: payLabel(plan) });
    const name = count === 1 ? texts.singlePayment : texts.installmentCount(count);
    return html`<label class="saved" for="installment-${count}"><input type="radio" name="installment"
 id="installment-${count}" value="${count}"${count === chosen && html` checked`}${data}>
<span>${name} <span class="months money">${monthsText(plan)}</span></span></label>\n`;
  });
  return html`<fieldset class="installments"><legend>${texts.installments}</legend>
<div class="choices">${rows}</div></fieldset>\n`;
}
