// The shop page to which the buyer returns. It shows only verified facts, and none if the return could not be
// verified.

import type { Language } from '#domain/language.ts';
import { moneyText } from '#page/format.ts';
import { type Html, html, raw } from '#page/html.ts';
import type { Subscribed } from './account.ts';
import { TICK } from './drawings.ts';
import { orderEvents } from './events/events-page.ts';
import type { Received } from './events/inbox.ts';
import { findProduct } from './products.ts';
import { buyButton, shopDocument } from './shop-page.ts';
import { RESULT_TEXTS, SHOP_TEXTS, type ShopTexts } from './shop-texts.ts';
import type { Return } from './verified-result.ts';

type ShopReturnView = {
  language: Language;
  cspNonce: string;
  returned: Return;
  baseUrl: string;
  apiKey: string;
  /** Present after a paid first month of a subscription. */
  subscribed?: Subscribed | undefined;
  /** The order's events so far; undefined if the shop receives none. */
  events?: readonly Received[] | undefined;
};
type Signed = Extract<Return, { kind: 'verified' | 'unexpected' }>;

const CROSS = raw`<svg class="tick" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle
 cx="10" cy="10" r="9" fill="currentColor" opacity=".16"/><path stroke="currentColor" stroke-width="2"
 stroke-linecap="round" d="m6.7 6.7 6.6 6.600m0-6.6-6.6 6.6"/></svg>`;

const PAUSE = raw`<svg class="tick" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle
 cx="10" cy="10" r="9" fill="currentColor" opacity=".16"/><path stroke="currentColor" stroke-width="2"
 stroke-linecap="round" d="M8 6.500v7m4-7v7"/></svg>`;

/** `wait`: no payment has failed, and the buyer can continue. */
const SIGNS = {
  good: html`<span class="good">${TICK}</span>`,
  wait: html`<span class="wait">${PAUSE}</span>`,
  bad: html`<span class="bad">${CROSS}</span>`,
};

function facts(returned: Signed, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  const { result } = returned;
  const product = returned.kind === 'verified' ? findProduct(returned.order.productId) : undefined;
  const rows = [
    [texts.product, product?.name[language]],
    [texts.amount, moneyText(Math.round(result.amount * 100), result.currency, language)],
    [texts.orderNumber, result.orderNumber],
    [texts.status, language === 'tr' ? `${RESULT_TEXTS[result.status]} (${result.status})` : result.status],
    [texts.paymentReference, result.paymentReferenceNumber],
    [texts.errorCode, result.errorCode],
  ] as const;
  return html`<dl class="facts">${rows.map(
    ([label, value]) => value && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>\n`,
  )}<div><dt>${texts.signature}</dt><dd class="good">${TICK} ${texts.signatureValid}</dd></div></dl>`;
}

/** The command with which a developer looks up the payment. */
function lookUpCommand(reference: string, { language, apiKey, baseUrl }: ShopReturnView): Html {
  const command = `curl -H 'X-Api-Key: ${apiKey}' ${baseUrl}/api/payment/${reference}`;
  return html`<section class="ask"><h2>${SHOP_TEXTS[language].lookUp}</h2><pre>${command}</pre></section>`;
}

type Ending = { sign: keyof typeof SIGNS; title: string; text: string };

const AFTER_FIRST_MONTH = {
  started: 'subscribedText',
  noCard: 'notSubscribedText',
  failed: 'subscriptionFailedText',
} as const satisfies Record<Subscribed, keyof ShopTexts>;

function endingOf({ returned, subscribed }: ShopReturnView, texts: ShopTexts): Ending {
  if (returned.kind === 'refused') {
    const text = { forged: texts.forgedText, old: texts.oldText, different: texts.differentText };
    return { sign: 'bad', title: texts.refusedTitle, text: text[returned.reason] };
  }
  if (returned.kind === 'unexpected') {
    return { sign: 'wait', title: texts.unexpectedTitle, text: texts.unexpectedText };
  }
  switch (returned.result.status) {
    case 'Successful':
      return {
        sign: 'good',
        title: texts.paidTitle,
        text: subscribed === undefined ? texts.paidText : texts[AFTER_FIRST_MONTH[subscribed]],
      };
    case 'Failed':
      return { sign: 'bad', title: texts.failedTitle, text: texts.failedText };
    case 'Cancelled':
      return { sign: 'wait', title: texts.cancelledTitle, text: texts.cancelledText };
    case 'Expired':
      return { sign: 'wait', title: texts.expiredTitle, text: texts.expiredText };
  }
}

/** The buyer's next step: continue with an open page, or buy the product again. */
function nextStep({ returned, language }: ShopReturnView): Html | undefined {
  if (returned.kind !== 'verified' || returned.result.status === 'Successful') return undefined;
  const texts = SHOP_TEXTS[language];
  const { hostedPageUrl, productId } = returned.order;
  if (returned.result.status === 'Cancelled') {
    return html`<a class="button" href="${hostedPageUrl}">${texts.goOn}</a>`;
  }
  const product = findProduct(productId);
  return (
    product &&
    html`<form method="post" action="/shop/buy">${buyButton(product, language, texts.tryAgain)}</form>`
  );
}

export function shopReturnPage(view: ShopReturnView): Html {
  const { language, cspNonce, returned, events } = view;
  const texts = SHOP_TEXTS[language];
  const { sign, title, text } = endingOf(view, texts);
  const home = html`<a class="button second" href="/?language=${language}">${texts.home}</a>
<a class="button second" href="/shop/account?language=${language}">${texts.account}</a>`;
  const { paymentReferenceNumber: reference = null, orderNumber = '' } =
    returned.kind === 'refused' ? {} : returned.result;
  return shopDocument({
    language,
    cspNonce,
    title,
    main: html`<main><section class="result">
<h1>${SIGNS[sign]} ${title}</h1>
<p>${text}</p>
${returned.kind !== 'refused' && facts(returned, language)}
${reference !== null && lookUpCommand(reference, view)}
<div class="actions">${nextStep(view)}${home}</div>
${events !== undefined && orderEvents({ language, cspNonce, events, orderNumber })}
</section></main>`,
  });
}
