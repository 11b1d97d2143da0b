// The shop page to which the buyer returns. As a real shop must, it trusts the return only if its signature
// is valid, and gets the payment's state from the API.

import type { Language } from '#domain/language.ts';
import { type Html, html, raw } from '#page/html.ts';
import { findProduct } from './products.ts';
import { buyButton, shopDocument } from './shop-page.ts';
import { SHOP_TEXTS, type ShopTexts } from './shop-texts.ts';

export type ShopReturnView = {
  language: Language;
  cspNonce: string;
  orderNumber: string;
  status: string;
  paymentReferenceNumber?: string;
  errorCode?: string;
  /** The result of the shop's own signature check. */
  isSignatureValid: boolean;
  baseUrl: string;
  apiKey: string;
  /** The product, for another attempt. */
  productId?: string;
};

const TICK = raw`<svg class="tick" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle
 cx="10" cy="10" r="9" fill="currentColor" opacity=".16"/><path fill="none" stroke="currentColor"
 stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="m5.8 10.4 2.9 2.9 5.5-6.2"/></svg>`;
const CROSS = raw`<svg class="tick" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle
 cx="10" cy="10" r="9" fill="currentColor" opacity=".16"/><path stroke="currentColor" stroke-width="2"
 stroke-linecap="round" d="m6.7 6.7 6.6 6.600m0-6.6-6.6 6.6"/></svg>`;

function facts(view: ShopReturnView, texts: ShopTexts): Html {
  const rows = [
    [texts.orderNumber, view.orderNumber],
    [texts.status, view.status],
    [texts.paymentReference, view.paymentReferenceNumber],
    [texts.errorCode, view.errorCode],
  ] as const;
  const signature = view.isSignatureValid
    ? html`<dd class="good">${TICK} ${texts.signatureValid}</dd>`
    : html`<dd class="bad">${CROSS} ${texts.signatureInvalid}</dd>`;
  return html`<dl class="facts">${rows.map(
    ([label, value]) =>
      value !== undefined && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>\n`,
  )}<div><dt>${texts.signature}</dt>${signature}</div></dl>`;
}

/**
 * A command for the shell. The reference comes from the URL, which anyone can write, so the command contains
 * it only if it has the format of our references.
 */
function lookUpCommand(view: ShopReturnView, texts: ShopTexts): Html | undefined {
  const reference = view.paymentReferenceNumber ?? '';
  if (!view.isSignatureValid || !/^PAY-[0-9A-Z]{26}$/.test(reference)) return undefined;
  const command = `curl -H 'X-Api-Key: ${view.apiKey}' ${view.baseUrl}/api/payment/${reference}`;
  return html`<section class="ask"><h2>${texts.lookUp}</h2><pre>${command}</pre></section>`;
}

type ResultText = { isGood: boolean; title: string; text: string };

function resultPage(view: ShopReturnView, { isGood, title, text }: ResultText): Html {
  const texts = SHOP_TEXTS[view.language];
  const product = isGood ? undefined : findProduct(view.productId ?? '');
  const home = html`<a class="button second" href="/?language=${view.language}">${texts.home}</a>`;
  return shopDocument({
    language: view.language,
    cspNonce: view.cspNonce,
    title,
    main: html`<main><section class="result">
<h1><span class="${isGood ? 'good' : 'bad'}">${isGood ? TICK : CROSS}</span> ${title}</h1>
<p>${text}</p>
${facts(view, texts)}
${lookUpCommand(view, texts)}
<div class="actions">${
      product &&
      html`<form method="post" action="/shop/buy">${buyButton(product, view.language, texts.tryAgain)}</form>`
    }${home}</div>
</section></main>`,
  });
}

/** A return with an invalid signature is never shown as a success. */
export function shopSuccessPage(view: ShopReturnView): Html {
  const texts = SHOP_TEXTS[view.language];
  return view.isSignatureValid
    ? resultPage(view, { isGood: true, title: texts.paidTitle, text: texts.paidText })
    : resultPage(view, { isGood: false, title: texts.forgedTitle, text: texts.forgedText });
}

export function shopFailPage(view: ShopReturnView): Html {
  const texts = SHOP_TEXTS[view.language];
  return view.isSignatureValid
    ? resultPage(view, { isGood: false, title: texts.failedTitle, text: texts.failedText })
    : resultPage(view, { isGood: false, title: texts.forgedTitle, text: texts.forgedText });
}
