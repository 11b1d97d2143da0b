// The installment counts as a table with monthly amounts and total. Nothing is rounded: if the months are not
// equal, the table shows both amounts.

import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { splitAmount } from '#domain/payment/installment.ts';
import { moneyText } from '../format.ts';
import { type Html, html } from '../html.ts';
import { TEXTS } from '../texts.ts';

type InstallmentsView = {
  language: Language;
  amountMinor: number;
  currency: Currency;
  /** Ascending, at least two. */
  counts: readonly number[];
  chosen: number;
};

/** `33,33 ₺`, or `1 × 33,34 ₺ + 2 × 33,33 ₺` if the months are not equal. */
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

/**
 * The explicit roles are for phones: each row has two lines there, and some browsers then drop the table
 * roles.
 */
export function installmentTable(view: InstallmentsView): Html {
  const texts = TEXTS[view.language];
  const total = moneyText(view.amountMinor, view.currency, view.language);
  const rows = view.counts.map((count) => {
    const name = count === 1 ? texts.singlePayment : texts.installmentCount(count);
    const checked = count === view.chosen && html` checked`;
    return html`<tr role="row"><th scope="row" role="rowheader"><label for="installment-${count}"><input
 type="radio" name="installment" id="installment-${count}" value="${count}"${checked}>${name}</label></th>
<td class="money" role="cell">${monthsText(view, count)}</td>
<td class="money whole" role="cell" data-label="${texts.total}">${total}</td></tr>\n`;
  });
  return html`<fieldset class="installments"><legend>${texts.installments}</legend>
<div class="wide"><table role="table"><thead role="rowgroup"><tr role="row">
<th scope="col" role="columnheader">${texts.installmentColumn}</th>
<th scope="col" role="columnheader">${texts.monthly}</th>
<th scope="col" role="columnheader">${texts.total}</th></tr></thead>
<tbody role="rowgroup">${rows}</tbody></table></div></fieldset>\n`;
}
