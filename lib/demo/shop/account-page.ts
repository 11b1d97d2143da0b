// The demo shop's account page: the customer's subscriptions, payments and stored cards, each with its
// actions.
import type { Language } from '#domain/language.ts';
import { moneyText } from '#page/format.ts';
import { type Html, html } from '#page/html.ts';
import { cardText } from '#page/outcome/outcome.ts';
import type { Account, ShopPayment, ShopSubscription } from './account.ts';
import { type Frame, shopDocument } from './shop-pages.ts';
import { fill, SHOP_TEXTS, STATUS_TEXTS } from './shop-texts.ts';

type AccountView = Frame & {
  account: Account;
  /** True once the buyer is a customer of the service. */
  isKnown: boolean;
  notice?: string | undefined;
};

const dateText = (instant: string, language: Language) =>
  new Date(instant).toLocaleDateString(language === 'tr' ? 'tr-TR' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Istanbul',
  });
const amountText = (one: Pick<ShopPayment, 'amount' | 'currency'>, language: Language) =>
  moneyText(Math.round(one.amount * 100), one.currency, language);
/** A card number as the payment page shows it. */
const endText = (masked: string) => `•••• ${masked.slice(-4)}`;
const statusText = (status: string, language: Language) => STATUS_TEXTS[language][status] ?? status;

const action = (name: string, id: string, label: string, language: Language) =>
  html`<form method="post" action="/shop/account"><input type="hidden" name="action" value="${name}">
<input type="hidden" name="id" value="${id}"><input type="hidden" name="language" value="${language}">
<button class="button second">${label}</button></form>\n`;

/** A line of a list. It wraps between two facts, not within one. */
function line(title: string, facts: readonly (string | null)[], ...buttons: (Html | false)[]): Html {
  const shown = facts.filter((fact) => fact !== null).map((fact) => fact.replaceAll(' ', '\u00a0'));
  return html`<li class="line"><span><strong>${title}</strong>
<span>${shown.join(' · ')}</span></span>${buttons}</li>\n`;
}

function paymentLine(payment: ShopPayment, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  const {
    installment,
    chargedAmount: amount,
    refundableAmount,
    status,
    createdAt,
    maskedCardNumber,
  } = payment;
  return line(
    amountText(payment, language),
    [
      statusText(status, language),
      installment > 1 ? fill(texts.installments, installment) : null,
      amount === payment.amount ? null : `${texts.charged}: ${amountText({ ...payment, amount }, language)}`,
      maskedCardNumber === null ? null : endText(maskedCardNumber),
      dateText(createdAt, language),
    ],
    refundableAmount > 0 && action('refund', payment.paymentReferenceNumber, texts.refund, language),
  );
}

function subscriptionLine(one: ShopSubscription, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  const { nextPaymentDate: next, maskedCardNumber, status } = one;
  const isLive = status !== 'Cancelled' && status !== 'Completed';
  return line(
    one.subscriptionName,
    [
      fill(texts.perMonth, amountText(one, language)),
      statusText(status, language),
      next === null ? null : fill(texts.nextPayment, dateText(next, language)),
      endText(maskedCardNumber),
    ],
    isLive && action('changeCard', one.id, texts.changeCard, language),
    isLive && action('cancel', one.id, texts.cancelSubscription, language),
  );
}

const section = (title: string, none: string, lines: readonly Html[]) =>
  html`<h2>${title}</h2>
${lines.length === 0 ? html`<p>${none}</p>` : html`<ul class="rows">${lines}</ul>`}\n`;

export function accountPage({ account, isKnown, notice, ...frame }: AccountView): Html {
  const { language } = frame;
  const texts = SHOP_TEXTS[language];
  const subscriptions = account.subscriptions.map((one) => subscriptionLine(one, language));
  const payments = account.payments.map((one) => paymentLine(one, language));
  const cards = account.cards.map((card) =>
    line(cardText(card), [], action('forget', card.id, texts.forgetCard, language)),
  );
  const main = html`<main class="wide narrow"><h1>${texts.account}</h1>
${notice !== undefined && html`<p class="said" role="status">${notice}</p>`}
${section(texts.subscriptions, texts.noSubscriptions, subscriptions)}
${subscriptions.length > 0 && html`<div class="actions">${action('month', '', texts.month, language)}</div>`}
${section(texts.payments, texts.noPayments, payments)}
${section(texts.cards, texts.noCards, cards)}
<div class="actions">${isKnown && action('addCard', '', texts.addCard, language)}
<a class="button second" href="/shop/events?language=${language}">${texts.events}</a></div></main>`;
  return shopDocument(frame, texts.account, main, '/shop/account');
}
