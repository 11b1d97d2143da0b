// The lines of an order, on the form and on the receipt: the first ones at once, the others behind a summary.
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import type { OrderedProduct } from '#domain/row/hosted-page.ts';
import { moneyText } from './format.ts';
import { type Html, html, render, style } from './html.ts';
import { TEXTS } from './texts.ts';

type OrderedLines = {
  products: readonly Omit<OrderedProduct, 'id'>[];
  currency: Currency;
  language: Language;
};

/** Product lines that are shown at once. */
const LINES_AT_ONCE = 2;

export const LINES_STYLE = style`
.lines { margin-top: .625rem; display: grid; gap: .625rem; font-size: .9375rem; }
.lines li { display: flex; justify-content: space-between; gap: 1.25rem; }
.lines .money { flex: none; }
summary {
  display: inline-flex; align-items: center; gap: .6rem; min-height: 2.75rem;
  cursor: pointer; list-style: none; color: var(--accent); font-size: .9375rem; font-weight: 600;
}
summary::-webkit-details-marker { display: none; }
summary::before {
  content: ""; width: .5em; height: .5em; border: solid currentColor; border-width: 0 2px 2px 0;
  transform: translateY(-15%) rotate(45deg); transition: transform .15s;
}
details[open] > summary::before { transform: translateY(15%) rotate(225deg); }
`;

function line(name: Html, amount: string): Html {
  return html`<li><span>${name}</span><span class="money">${amount}</span></li>\n`;
}

function productLines({ products, language, currency }: OrderedLines, mostBytes: number): Html[] {
  const texts = TEXTS[language];
  const money = (minor: number) => moneyText(minor, currency, language);
  const lines: Html[] = [];
  let bytes = 0;
  for (const { name, amountMinor, quantity, discountMinor } of products) {
    const pieces = quantity !== undefined && `${quantity}\u00a0× `;
    const discount = discountMinor && texts.discount(money(discountMinor));
    const next = line(html`${pieces}<bdi>${name}</bdi>${discount}`, money(amountMinor));
    bytes += Buffer.byteLength(render(next));
    if (bytes > mostBytes) break;
    lines.push(next);
  }
  const rest = products.slice(lines.length);
  if (rest.length === 0) return lines;
  const restMinor = rest.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return [...lines, line(html`${texts.otherProducts(rest.length)}`, money(restMinor))];
}

/** `mostBytes` of lines, so that the page stays small: 95 a usual line. The rest is summed up in one line. */
export function productList(order: OrderedLines, mostBytes: number): Html | undefined {
  const lines = productLines(order, mostBytes);
  if (lines.length === 0) return undefined;
  if (lines.length <= LINES_AT_ONCE + 1) return html`<ul class="lines">${lines}</ul>`;
  const hidden = lines.slice(LINES_AT_ONCE);
  const hiddenCount = order.products.length - LINES_AT_ONCE;
  return html`<ul class="lines">${lines.slice(0, LINES_AT_ONCE)}</ul>
<details><summary>${TEXTS[order.language].showMoreProducts(hiddenCount)}</summary>
<ul class="lines">${hidden}</ul></details>`;
}
