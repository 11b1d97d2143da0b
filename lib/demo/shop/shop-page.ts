// The demo shop's front page: products with a button each, the sandbox cards, and links to the documents. The
// shop is a merchant like any other and uses only the API of the payment service.

import type { Language } from '#domain/language.ts';
import { moneyText } from '#page/format.ts';
import { pageHeaders } from '#page/headers.ts';
import { type Html, html, raw } from '#page/html.ts';
import { pageDocument } from '#page/layout.ts';
import { CUP_MARK, DRAWINGS } from './drawings.ts';
import { PRODUCTS, type Product } from './products.ts';
import { SHOP_STYLE } from './shop-style.ts';
import { SHOP_TEXTS } from './shop-texts.ts';

type ShopPageView = {
  language: Language;
  cspNonce: string;
  sandboxCards: readonly { number: string; description: string }[];
};

/** The same strict headers as the hosted page. The buy form redirects to the hosted page's origin. */
export function shopHeaders(view: { cspNonce: string; language: Language; payUrl: string }) {
  const { cspNonce, language, payUrl } = view;
  return pageHeaders({ cspNonce, language, formActionOrigins: [payUrl], frameAncestors: [] });
}

/** The frame of a shop page: name, demo ribbon, link to the other language. */
export function shopDocument(view: {
  language: Language;
  cspNonce: string;
  title: string;
  main: Html;
  otherLanguageUrl?: string;
}): Html {
  const texts = SHOP_TEXTS[view.language];
  const other = view.language === 'tr' ? 'en' : 'tr';
  const { language, otherLanguageUrl } = view;
  return pageDocument({
    language: view.language,
    title: view.title === '' ? texts.shopName : `${view.title} · ${texts.shopName}`,
    cspNonce: view.cspNonce,
    style: [SHOP_STYLE],
    main: html`<header><p class="ribbon">${texts.demo}</p>
<div class="bar"><a class="name" href="/?language=${language}">${CUP_MARK}<span>${texts.shopName}</span></a>
<nav><a class="switch" href="/shop/account?language=${language}">${texts.account}</a>
${
  otherLanguageUrl !== undefined &&
  html`<a class="switch" href="${otherLanguageUrl}" lang="${other}"
 hreflang="${other}">${texts.otherLanguage}</a>`
}</nav></div></header>
${view.main}`,
  });
}

export function buyButton(product: Product, language: Language, label: string): Html {
  return html`<input type="hidden" name="productId" value="${product.id}">
<input type="hidden" name="language" value="${language}">
<button class="button">${label}</button>`;
}

function productCard(product: Product, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  const price = moneyText(product.amountMinor, 'TRY', language);
  return html`<li><div class="art">${DRAWINGS[product.drawing]}</div>
<div class="about"><h2 id="${product.id}">${product.name[language]}</h2>
<p>${product.description[language]}</p>
<form method="post" action="/shop/buy" aria-labelledby="${product.id}">
<span class="price money">${product.isMonthly ? texts.perMonth(price) : price}</span>
${buyButton(product, language, product.isMonthly ? texts.subscribe : texts.buy)}
<button class="inframe" name="where" value="frame">${texts.buyInFrame}</button>
</form></div></li>\n`;
}

/** `5528 7900 0000 0008`: groups for reading; the payment form accepts pasted spaces. */
function grouped(number: string): string {
  return number.length === 15
    ? number.replace(/^(.{4})(.{6})/, '$1 $2 ')
    : number.replace(/.{4}(?=.)/g, '$& ');
}

/** The buttons appear only in browsers that let a page write to the clipboard. */
const COPY_SCRIPT = raw`
const heard = document.querySelector('.heard');
if (navigator.clipboard) for (const button of document.querySelectorAll('.copy')) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.number);
    button.textContent = heard.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; heard.textContent = ''; }, 2000);
  });
}`;

export function shopPage(view: ShopPageView): Html {
  const { language } = view;
  const texts = SHOP_TEXTS[language];
  return shopDocument({
    language,
    cspNonce: view.cspNonce,
    title: '',
    otherLanguageUrl: `/?language=${language === 'tr' ? 'en' : 'tr'}`,
    main: html`<main>
<section class="hero"><h1>${texts.headline}</h1><p>${texts.introduction}</p></section>
<section aria-label="${texts.products}">
<ul class="goods">${PRODUCTS.map((product) => productCard(product, language))}</ul></section>
<section class="cards"><h2>${texts.cardsTitle}</h2><p>${texts.cardsText}</p>
<table>
<thead><tr><th scope="col">${texts.cardNumber}</th><th scope="col">${texts.cardResult}</th></tr></thead>
<tbody>${view.sandboxCards.map(
      ({ number, description }) =>
        html`<tr><td><code>${grouped(number)}</code>
<button type="button" class="copy" data-number="${number}" hidden
 aria-label="${texts.copy} ${grouped(number)}"
 data-done="${texts.copied}">${texts.copy}</button></td><td>${description}</td></tr>\n`,
    )}</tbody></table><p class="heard" role="status"></p></section>
<section class="cards"><h2>${texts.developersTitle}</h2><p>${texts.developersText}</p>
<ul class="docs">${texts.documents.map(([code, what]) => html`<li><code>${code}</code> ${what}</li>\n`)}</ul>
<p><a class="switch" href="/shop/events?language=${language}">${texts.eventsLink}</a></p></section>
</main>
<script nonce="${view.cspNonce}">${COPY_SCRIPT}</script>`,
  });
}
