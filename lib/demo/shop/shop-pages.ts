// The demo shop's pages: the front with products and sandbox cards, an order that is paid in the layer of
// pay-1.js, the result of a payment, and a page about the shop. The shop is a merchant like any other.
import { readFileSync } from 'node:fs';
import type { Language } from '#domain/language.ts';
import { moneyText } from '#page/format.ts';
import { pageHeaders } from '#page/headers.ts';
import { type Html, html } from '#page/html.ts';
import { SIGNS } from '#page/icons.ts';
import { pageDocument } from '#page/layout.ts';
import { OUTCOME_STYLE } from '#page/outcome/outcome-style.ts';
import { FRAME_STYLE } from '#page/style.ts';
import integrity from '../../../docs/script-integrity.json' with { type: 'json' };
import type { LocalMerchantOptions } from '../../local/local-merchant.ts';
import type { SubscriptionResult } from './account.ts';
import { findProduct, PRODUCTS, type Product } from './products.ts';
import { clockButton, evidence, SCENES, type Scene, type SceneEvidence } from './scenes.ts';
import { shopScript } from './shop-script.ts';
import { SHOP_STYLE } from './shop-style.ts';
import { fill, SHOP_TEXTS, type ShopTexts } from './shop-texts.ts';
import type { Return, WaitingOrder } from './verified-result.ts';

export type Frame = { language: Language; cspNonce: string };

const COLOR = '#9a4a1c';
const LOGO = new URL('logo.png', import.meta.url);

/** The shop's branding of its payment pages; its own pages have the same colour. */
export const demoFace = (baseUrl: string): NonNullable<LocalMerchantOptions['face']> => ({
  branding: {
    color: COLOR,
    supportEmail: 'destek@kahve.example',
    supportPhone: '0850 000 00 00',
    termsUrl: `${baseUrl}/shop/about`,
    privacyUrl: `${baseUrl}/shop/about`,
  },
  logo: readFileSync(LOGO, 'base64'),
});

/** The same strict headers as the hosted page. The buy form redirects to the hosted page's origin. */
export function shopHeaders(view: { cspNonce: string; language: Language; payUrl: string }) {
  const { cspNonce, language, payUrl } = view;
  return pageHeaders({ cspNonce, language, formActionOrigins: [payUrl], frameAncestors: [] });
}

/** `path`: the address of the page, if it can be shown in the other language. */
export function shopDocument({ language, cspNonce }: Frame, title: string, main: Html, path?: string): Html {
  const texts = SHOP_TEXTS[language];
  const other = language === 'tr' ? 'en' : 'tr';
  return pageDocument({
    language,
    title: title === '' ? texts.shopName : `${title} · ${texts.shopName}`,
    cspNonce,
    style: [FRAME_STYLE, OUTCOME_STYLE, SHOP_STYLE],
    face: { color: COLOR },
    main: html`<header><p class="ribbon">${texts.demo}</p>
<div class="bar"><a class="name" href="/?language=${language}">${texts.shopName}</a>
<nav><a href="/shop/account?language=${language}">${texts.account}</a>
${
  path !== undefined &&
  html`<a href="${path}?language=${other}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>`
}</nav></div></header>
${main}
<script nonce="${cspNonce}">${shopScript()}</script>`,
  });
}

const buyButton = (product: Pick<Product, 'id'>, language: Language, label: string) =>
  html`<input type="hidden" name="productId" value="${product.id}">
<input type="hidden" name="language" value="${language}"><button class="button">${label}</button>`;

function productCard(product: Product, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  const price = moneyText(product.amountMinor, 'TRY', language);
  return html`<li><h2 id="${product.id}">${product.name[language]}</h2>
<p>${product.description[language]}</p>
<form method="post" action="/shop/buy" aria-labelledby="${product.id}">
<span class="price money">${product.isMonthly ? fill(texts.perMonth, price) : price}</span>
${buyButton(product, language, product.isMonthly ? texts.subscribe : texts.buy)}</form></li>\n`;
}

/** `5528 7900 0000 0008`: groups for reading; the payment form accepts pasted spaces. */
function grouped(number: string): string {
  return number.length === 15
    ? number.replace(/^(.{4})(.{6})/, '$1 $2 ')
    : number.replace(/.{4}(?=.)/g, '$& ');
}

type CardHint = { number: string; description: string };

const cardNumber = ({ number }: CardHint, texts: ShopTexts) =>
  html`<code>${grouped(number)}</code>
<button type="button" class="copy" data-number="${number}" hidden data-done="${texts.copied}"
 aria-label="${texts.copy} ${grouped(number)}">${texts.copy}</button>`;
const cardLine = (card: CardHint, texts: ShopTexts) =>
  html`<li class="line"><span>${cardNumber(card, texts)}</span>${card.description}</li>\n`;

const sceneCard = ({ id, productId, name, description }: Scene, language: Language) =>
  html`<li><h3 id="scene-${id}">${name[language]}</h3><p>${description[language]}</p>
<form method="post" action="/shop/buy" aria-labelledby="scene-${id}">
<input type="hidden" name="scene" value="${id}">
${buyButton({ id: productId }, language, SHOP_TEXTS[language].play)}</form></li>\n`;

/** `settings`: those of a shop; the reference shows them, and no request carries what is behind `#`. */
export function shopPage(
  view: Frame & { sandboxCards: readonly CardHint[]; settings: Record<string, string> },
): Html {
  const { language, sandboxCards, settings } = view;
  const texts = SHOP_TEXTS[language];
  const links = [
    [texts.documents, `/docs/start.${language}#${new URLSearchParams(settings).toString()}`],
    ['OpenAPI', language === 'tr' ? '/openapi.tr.json' : '/openapi.json'],
    [texts.errors, `/docs/errors.${language}`],
    [texts.events, `/shop/events?language=${language}`],
  ];
  const [card] = sandboxCards;
  const main = html`<main class="wide"><h1>${texts.service}</h1><p>${texts.serviceText}</p>
<h2>${texts.scenes}</h2><p>${texts.scenesText} ${card && cardNumber(card, texts)}</p>
<ol class="goods">${SCENES.map((scene) => sceneCard(scene, language))}</ol>
<h2>${texts.headline}</h2>
<ul class="goods">${PRODUCTS.map((product) => productCard(product, language))}</ul>
<details><summary>${texts.cardsTitle}</summary><p>${texts.cardsText}</p>
<ul class="rows">${sandboxCards.map((card) => cardLine(card, texts))}</ul></details>
<p class="unseen" id="heard" role="status"></p>
<h2>${texts.developersTitle}</h2><p>${texts.developersText} <code>npm run demo</code></p>
<div class="actions">${links.map(
    ([label, address]) => html`<a class="button second" href="${address}">${label}</a>\n`,
  )}</div></main>`;
  return shopDocument(view, '', main, '/');
}

export function aboutPage(frame: Frame): Html {
  const { aboutTitle, aboutText } = SHOP_TEXTS[frame.language];
  const main = html`<main class="wide narrow"><h1>${aboutTitle}</h1><p>${aboutText}</p></main>`;
  return shopDocument(frame, aboutTitle, main, '/shop/about');
}

export const orderPath = (orderNumber: string, language: Language): string =>
  `/shop/order?${new URLSearchParams({ order: orderNumber, language }).toString()}`;

/** An order, and the button that pays it: in the layer of pay-1.js (docs/shops.md), or without scripts as a link. */
export function orderPage(frame: Frame, order: WaitingOrder, shown: SceneEvidence): Html {
  const { language, cspNonce } = frame;
  const story = SCENES.find(({ id }) => id === order.scene) ?? findProduct(order.productId);
  const amount = moneyText(Math.round(order.amount * 100), 'TRY', language);
  const main = html`<main class="wide beside"><div><h1>${story?.name[language]}</h1>
<p>${story?.description[language]}</p>
<div class="actions"><a class="button" id="pay" href="${order.hostedPageUrl}">${fill(SHOP_TEXTS[language].pay, amount)}</a>
${order.scene === 'silence' && clockButton('minutes', language)}</div></div>
${evidence(shown, language)}</main>
<script nonce="${cspNonce}" src="/iframe/pay-1.js" integrity="${integrity['pay-1']}" crossorigin="anonymous"></script>`;
  return shopDocument(frame, order.orderNumber, main);
}

type ReturnView = Frame & {
  returned: Return;
  /** Present after a paid first month of a subscription. */
  subscribed?: SubscriptionResult | undefined;
  /** Absent for a return that is not verified. */
  shown?: SceneEvidence | undefined;
};
type SignedReturn = Extract<Return, { kind: 'verified' | 'unexpected' }>;

function facts(returned: SignedReturn, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  const { result } = returned;
  const { amount, chargedAmount, currency } = result;
  const money = (decimal: number) => moneyText(Math.round(decimal * 100), currency, language);
  const product = returned.kind === 'verified' ? findProduct(returned.order.productId) : undefined;
  const rows = [
    [texts.product, product?.name[language]],
    [texts.amount, money(amount)],
    [texts.charged, chargedAmount === amount ? undefined : money(chargedAmount)],
    [texts.orderNumber, result.orderNumber],
    [texts.status, result.status],
    [texts.paymentReference, result.paymentReferenceNumber],
    [texts.errorCode, result.errorCode],
  ] as const;
  return html`<dl class="facts">${rows.map(
    ([label, value]) => value && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>\n`,
  )}<div><dt>${texts.signature}</dt><dd class="good">${texts.verified}</dd></div></dl>`;
}

type EndingTexts = readonly [sign: keyof typeof SIGNS, title: keyof ShopTexts, text: keyof ShopTexts];
const AFTER_FIRST_MONTH: Record<SubscriptionResult, keyof ShopTexts> = {
  started: 'subscribedText',
  noCard: 'notSubscribedText',
  failed: 'subscriptionFailedText',
};

function endingOf({ returned, subscribed }: ReturnView): EndingTexts {
  if (returned.kind === 'refused') return ['failure', 'refusedTitle', `${returned.reason}Text`];
  if (returned.kind === 'unexpected') return ['neutral', 'unexpectedTitle', 'unexpectedText'];
  const { status } = returned.result;
  if (status === 'Failed') return ['failure', 'failedTitle', 'failedText'];
  if (status === 'Cancelled') return ['neutral', 'cancelledTitle', 'cancelledText'];
  if (status === 'Expired') return ['neutral', 'expiredTitle', 'expiredText'];
  return ['success', 'paidTitle', subscribed === undefined ? 'paidText' : AFTER_FIRST_MONTH[subscribed]];
}

/** The buyer's next step: continue with an open page, or buy the product again. */
function nextStep({ returned, language }: ReturnView): Html | undefined {
  if (returned.kind !== 'verified' || returned.result.status === 'Successful') return undefined;
  const texts = SHOP_TEXTS[language];
  const { orderNumber, productId } = returned.order;
  if (returned.result.status === 'Cancelled')
    return html`<a class="button" href="${orderPath(orderNumber, language)}">${texts.goOn}</a>`;
  const product = findProduct(productId);
  return (
    product &&
    html`<form method="post" action="/shop/buy">${buyButton(product, language, texts.tryAgain)}</form>`
  );
}

export function shopReturnPage(view: ReturnView): Html {
  const { language, returned, subscribed, shown } = view;
  const texts = SHOP_TEXTS[language];
  const [sign, title, text] = endingOf(view);
  const main = html`<main class="wide ${shown ? 'beside' : 'narrow'} result"><div>${SIGNS[sign]}
<h1>${texts[title]}</h1><p>${texts[text]}</p>
${returned.kind !== 'refused' && facts(returned, language)}
<div class="actions">${subscribed === 'started' && clockButton('month', language)}${nextStep(view)}
<a class="button second" href="/?language=${language}">${texts.home}</a>
<a class="button second" href="/shop/account?language=${language}">${texts.account}</a></div></div>
${shown && evidence(shown, language)}</main>`;
  return shopDocument(view, texts[title], main);
}
