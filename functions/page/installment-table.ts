// The counts a buyer may pay in, as a table: how many, what each month costs, what it comes to. Nothing is
// rounded: where the months cannot be equal, the larger ones are named.

import { splitAmount } from '#domain/installment.ts';
import type { Currency } from '#domain/money.ts';
import { moneyText } from './format.ts';
import { type Html, html } from './html.ts';
import { type Language, TEXTS } from './texts.ts';

export type InstallmentsView = {
  language: Language;
  amountMinor: number;
  currency: Currency;
  /** Ascending; a single one is no choice. */
  counts: readonly number[];
  chosen: number;
};

/** `33,33 ₺`, or `1 × 33,34 ₺ + 2 × 33,33 ₺` where the amount cannot be divided. */
function monthsText({ amountMinor, currency, language }: InstallmentsView, count: number): Html {
  const months = splitAmount(amountMinor, count);
  const different = [...new Set(months)];
  const texts = different.map((minor) => ({
    times: months.filter((month) => month === minor).length,
    amount: moneyText(minor, currency, language),
  }));
  const parts = texts.map(({ times, amount }) =>
    texts.length === 1 ? amount : `${times}\u00a0×\u00a0${amount}`,
  );
  const [first, ...rest] = parts;
  const others = rest.map((part) => html` <span class="whole">+\u00a0${part}</span>`);
  return html`<span class="whole">${first}</span>${others}`;
}

export function installmentTable(view: InstallmentsView): Html {
  const texts = TEXTS[view.language];
  const total = moneyText(view.amountMinor, view.currency, view.language);
  const rows = view.counts.map((count) => {
    const name = count === 1 ? texts.singlePayment : texts.installmentCount(count);
    const checked = count === view.chosen && html` checked`;
    return html`<tr><th scope="row"><label for="installment-${count}"><input type="radio" name="installment"
 id="installment-${count}" value="${count}"${checked}>${name}</label></th>
<td class="money">${monthsText(view, count)}</td><td class="money whole">${total}</td></tr>\n`;
  });
  return html`<fieldset class="installments"><legend>${texts.installments}</legend>
<div class="wide"><table><thead><tr><th scope="col">${texts.installmentColumn}</th>
<th scope="col">${texts.monthly}</th><th scope="col">${texts.total}</th></tr></thead>
<tbody>${rows}</tbody></table></div></fieldset>\n`;
}
