// The demo shop's account page: the customer's payments, subscriptions and stored cards, each with its
// actions.
import type { Language } from '#domain/language.ts';
import { moneyText } from '#page/format.ts';
import { type Html, html } from '#page/html.ts';
import { cardText } from '#page/outcome/receipt.ts';
import type { Account, ShopCard, ShopPayment, ShopSubscription } from './account.ts';
import { EVENT_TEXTS } from './events/event-texts.ts';
import { shopDocument } from './shop-page.ts';
import { SHOP_TEXTS, STATUS_TEXTS } from './shop-texts.ts';

type AccountView = {
  language: Language;
  cspNonce: string;
  account: Account;
  /** True once the buyer is a customer of the service. */
  isKnown: boolean;
  notice?: string | undefined;
};

const dateText = (instant: string, language: Language) =>
  new Date(instant).toLocaleDateString(language === 'tr' ? 'tr-TR' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Istanbul',
  });
const amountText = (one: Pick<ShopPayment, 'amount' | 'currency'>, language: Language) =>
  moneyText(Math.round(one.amount * 100), one.currency, language);
/** A card number as the payment page shows it. */
const endText = (masked: string) => `•••• ${masked.slice(-4)}`;
const statusText = (status: string, language: Language) => STATUS_TEXTS[language][status] ?? status;

function action(name: string, id: string, label: string, language: Language): Html {
  return html`<form method="post" action="/shop/account"><input type="hidden" name="action" value="${name}">
<input type="hidden" name="id" value="${id}"><input type="hidden" name="language" value="${language}">
<button class="button second small">${label}</button></form>`;
}

/**
 * One line of a list: its title, its facts, and its button. A line wraps between two facts, not within one.
 */
const line = (title: string, facts: readonly (string | null)[], button: Html | false) =>
  html`<li><div><strong>${title}</strong>
<span>${facts
    .filter((fact) => fact !== null)
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join(' · ')}</span></div>${button}</li>\n`;

function paymentLine(payment: ShopPayment, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  const { installment, refundableAmount, status, createdAt, maskedCardNumber } = payment;
  const facts = [
    statusText(status, language),
    installment > 1 ? texts.installments(installment) : null,
    maskedCardNumber === null ? null : endText(maskedCardNumber),
    dateText(createdAt, language),
  ];
  const button =
    refundableAmount > 0 && action('refund', payment.paymentReferenceNumber, texts.refund, language);
  return line(amountText(payment, language), facts, button);
}

function subscriptionLine(one: ShopSubscription, language: Language): Html {
  const texts = SHOP_TEXTS[language];
  const { subscriptionName, nextPaymentDate, maskedCardNumber, status } = one;
  const next = nextPaymentDate === null ? null : texts.nextPayment(dateText(nextPaymentDate, language));
  const facts = [texts.perMonth(amountText(one, language)), statusText(status, language), next];
  const isOver = status === 'Cancelled' || status === 'Completed';
  const button =
    !isOver &&
    html`<div class="pair">${action('changeCard', one.id, texts.changeCard, language)}
${action('cancel', one.id, texts.cancelSubscription, language)}</div>`;
  return line(subscriptionName, [...facts, endText(maskedCardNumber)], button);
}

const cardLine = (card: ShopCard, language: Language) =>
  line(cardText(card), [], action('forget', card.id, SHOP_TEXTS[language].forgetCard, language));

function section(title: string, none: string, lines: readonly Html[]): Html {
  return html`<section class="own"><h2>${title}</h2>
${lines.length === 0 ? html`<p>${none}</p>` : html`<ul>${lines}</ul>`}</section>\n`;
}

export function accountPage({ language, cspNonce, account, isKnown, notice }: AccountView): Html {
  const texts = SHOP_TEXTS[language];
  const { payments, subscriptions, cards } = account;
  return shopDocument({
    language,
    cspNonce,
    title: texts.account,
    otherLanguageUrl: `/shop/account?language=${language === 'tr' ? 'en' : 'tr'}`,
    main: html`<main class="account"><h1>${texts.account}</h1>
${notice !== undefined && html`<p class="said" role="status">${notice}</p>`}
${section(
  texts.subscriptions,
  texts.noSubscriptions,
  subscriptions.map((one) => subscriptionLine(one, language)),
)}${
  subscriptions.length > 0 &&
  html`<div class="lever"><p>${texts.monthText}</p>${action('month', '', texts.month, language)}</div>`
}${section(
  texts.payments,
  texts.noPayments,
  payments.map((one) => paymentLine(one, language)),
)}${section(
  texts.cards,
  texts.noCards,
  cards.map((one) => cardLine(one, language)),
)}${isKnown && action('addCard', '', texts.addCard, language)}
<div class="actions"><a class="button second" href="/?language=${language}">${texts.home}</a>
<a class="button second" href="/shop/events?language=${language}">${EVENT_TEXTS[language].title}</a></div>
</main>`,
  });
}
