// The order beside the form: merchant, amount, product lines, order number. Lines are limited by bytes; the
// rest is summed up in one line, so that the visible lines add up to the amount.
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { moneyText } from '../format.ts';
import { type Html, html, render } from '../html.ts';
import { type Face, merchantHeading } from '../shop-face.ts';
import { TEXTS } from '../texts.ts';

type OrderView = {
  language: Language;
  merchantName: string;
  face?: Face;
  orderNumber: string;
  amountMinor: number;
  currency: Currency;
  installment: number;
  installmentCounts?: readonly number[];
  products: readonly { name: string; amountMinor: number; discountMinor?: number }[];
};

const LINES_AT_ONCE = 2;
/** The most bytes of product lines, about 20 usual lines, so that the page stays small. */
const LINES_BYTES = 1_900;

function line(name: string, amount: string, discount?: string | false | 0): Html {
  return html`<li><bdi>${name}</bdi>${discount}<span class="money">${amount}</span></li>\n`;
}

function productLines(view: OrderView): Html[] {
  const { products, language, currency } = view;
  const lines: Html[] = [];
  let bytes = 0;
  for (const { name, amountMinor, discountMinor } of products) {
    const discount = discountMinor && TEXTS[language].discount(moneyText(discountMinor, currency, language));
    const next = line(name, moneyText(amountMinor, currency, language), discount);
    bytes += Buffer.byteLength(render(next));
    if (bytes > LINES_BYTES) break;
    lines.push(next);
  }
  const rest = products.slice(lines.length);
  if (rest.length === 0) return lines;
  const restMinor = rest.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const restText = TEXTS[language].otherProducts(rest.length);
  return [...lines, line(restText, moneyText(restMinor, currency, language))];
}

function productList(view: OrderView): Html | undefined {
  const lines = productLines(view);
  if (lines.length === 0) return undefined;
  if (lines.length <= LINES_AT_ONCE + 1) return html`<ul class="lines">${lines}</ul>`;
  const hidden = lines.slice(LINES_AT_ONCE);
  const hiddenCount = view.products.length - LINES_AT_ONCE;
  return html`<ul class="lines">${lines.slice(0, LINES_AT_ONCE)}</ul>
<details><summary>${TEXTS[view.language].showMoreProducts(hiddenCount)}</summary>
<ul class="lines">${hidden}</ul></details>`;
}

export function orderSummary(view: OrderView): Html {
  const { language } = view;
  const texts = TEXTS[language];
  const amount = moneyText(view.amountMinor, view.currency, language);
  const installment = view.installment === 1 ? texts.singlePayment : texts.installmentCount(view.installment);
  const isFixed = (view.installmentCounts ?? []).length < 2;
  return html`<section class="pane order" aria-label="${texts.orderSummary}"><div>
<div class="top"><h1 class="merchant">${merchantHeading(view.merchantName, view.face)}</h1>
<div><p class="due">${texts.amountDue}${isFixed && ` · ${installment}`}</p>
<p class="amount money">${amount}</p></div></div>
<details class="more"><summary>${texts.orderSummary}</summary>
${productList(view)}
<dl class="facts">
<div><dt>${texts.orderNumber}</dt><dd><bdi>${view.orderNumber}</bdi></dd></div>
</dl></details>
</div></section>`;
}
