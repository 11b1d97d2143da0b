// The installments of a form: collapsed to one line, and below it the counts of every family or, once the
// card is known, of its family. A row is the label of its radio button, so the choice works without scripts;
// the script replaces the whole with what the service tells of the typed card (hosted-page.md 4.17).
import {
  type AllowedInstallments,
  firstCount,
  type InstallmentOffer,
  splitAmount,
} from '#domain/installment/offer.ts';
import { type CardPlan, choiceOf, countIn, type InstallmentPlan } from '#domain/installment/plan.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { moneyText } from '../format.ts';
import { dataset, type Html, html } from '../html.ts';
import { idOf, type OffersData, type TotalData } from '../script/contract.ts';
import { INSTALLMENT_TEXTS, TEXTS } from '../texts.ts';

export type ChoiceOrder = {
  language: Language;
  amountMinor: number;
  currency: Currency;
  installments: AllowedInstallments;
  plans: readonly InstallmentPlan[];
  /** In place of the plans, once the card is known. */
  cardPlan?: CardPlan | undefined;
};
type ChoiceView = ChoiceOrder & {
  chosen: InstallmentOffer;
  isOpen?: boolean;
  isSingle?: boolean;
  savedCards?: readonly unknown[];
};

type PriceFormat = Pick<ChoiceOrder, 'language' | 'currency'>;

/** `6 × 249,98 ₺`, the smaller month if they differ; for a single payment, the amount. */
function monthsText({ language, currency }: PriceFormat, { count, chargedMinor }: InstallmentOffer): string {
  const month = moneyText(splitAmount(chargedMinor, count).at(-1) ?? chargedMinor, currency, language);
  return count === 1 ? month : `${count}\u00a0×\u00a0${month}`;
}

/** `6 × 254,98 ₺, toplam 1.529,90 ₺`. */
export function priceText(order: PriceFormat, offer: InstallmentOffer): string {
  const total = moneyText(offer.chargedMinor, order.currency, order.language);
  return `${monthsText(order, offer)}, ${INSTALLMENT_TEXTS[order.language].total(total)}`;
}

/** The card, or every card, cannot be charged in the count that the merchant has fixed. */
const isRefused = ({ installments, plans, cardPlan }: ChoiceOrder) =>
  installments.kind === 'fixed' && (cardPlan ? [cardPlan] : plans).every(({ offers }) => offers.length === 0);

/**
 * The label of the button that pays: `1.529,90 ₺ öde · 6 taksit`, with all that the card pays. It promises
 * nothing that would be refused.
 */
export function payLabel(order: ChoiceOrder, { chargedMinor, count }: InstallmentOffer): string {
  const total = moneyText(chargedMinor, order.currency, order.language);
  return payText(order, total, count === 1 ? undefined : TEXTS[order.language].installmentCount(count));
}

function payText(order: ChoiceOrder, total: string, count?: string): string {
  const texts = TEXTS[order.language];
  if (isRefused(order)) return texts.payByCard;
  return count === undefined ? texts.pay(total) : `${texts.pay(total)} \u00b7 ${count}`;
}

/** True if the offers are not the same for every card. */
export const dependOnCard = ({ plans }: ChoiceOrder) => plans.some(({ families }) => families.length > 0);
const isChoice = ({ offers }: InstallmentPlan) => offers.length > 1;

/** True if the form has more to show than one hidden field. */
export const hasInstallments = (order: ChoiceOrder) =>
  order.plans.some(isChoice) || (order.installments.kind === 'fixed' && dependOnCard(order));

/** What is preselected: the buyer's choice with today's amount, as far as it is still offered. */
export function chosenOffer(order: ChoiceOrder, entered = ''): InstallmentOffer {
  const { plans, cardPlan } = order;
  const offers = (cardPlan ? [cardPlan] : plans).flatMap((plan) => plan.offers);
  const same = offers.filter(({ count }) => count === (countIn(entered) ?? firstCount(order)));
  const chosen = same.find((offer) => choiceOf(offer) === entered) ?? same[0];
  return chosen ?? { count: firstCount(order), chargedMinor: order.amountMinor, surchargeMinor: 0 };
}

export function installmentChoice(view: ChoiceView): Html {
  const { cardPlan, language, isSingle } = view;
  const plans = (cardPlan ? [cardPlan] : view.plans).filter(isChoice);
  const asks = dependOnCard(view) ? '' : undefined;
  const told = cardPlan && sentenceOf(view, cardPlan);
  const all = cardPlan ? [cardPlan] : view.plans;
  const hasSurcharge = all.some(({ offers }) => offers.some(({ surchargeMinor }) => surchargeMinor > 0));
  return html`<fieldset class="installments" id="${idOf('offers')}"${dataset<OffersData>({
    asks,
    told,
    single: isSingle ? '' : undefined,
    pay: payText(view, '{}', '{}'),
    total: INSTALLMENT_TEXTS[language].total(''),
    extra: hasSurcharge ? INSTALLMENT_TEXTS[language].included('{}') : undefined,
  })} aria-label="${TEXTS[language].installment}">${
    plans.length > 0 ? choice(view, plans) : noChoice(view, told)
  }</fieldset>\n`;
}

/** Without scripts: the installments of the typed card in another tab, so that the form keeps everything. */
export const showForCard = (order: ChoiceOrder): Html | false =>
  dependOnCard(order) &&
  html`<noscript><button class="quiet" name="show"
 value="installments" formnovalidate formtarget="_blank">${
   INSTALLMENT_TEXTS[order.language].show
 }</button></noscript>\n`;

/** The most rows before the card is known, and stored cards above them, so that the page stays small. */
const MOST_ROWS = 12;

function choice(view: ChoiceView, plans: readonly InstallmentPlan[]): Html {
  const { language, chosen, cardPlan, isOpen = chosen.count > 1, savedCards = [] } = view;
  const texts = INSTALLMENT_TEXTS[language];
  const single = plans[0]?.offers[0] ?? chosen;
  const rows = [single];
  const groups = plans.map(({ families, offers }) => {
    const own = offers.slice(1);
    const fits = rows.length === 1 || rows.length + own.length <= MOST_ROWS - savedCards.length;
    if (fits) rows.push(...own);
    return { families, own: fits ? own : [] };
  });
  // Two families may have the same offer.
  const checked = rows.find((offer) => choiceOf(offer) === choiceOf(chosen)) ?? single;
  const group = ({ families, own }: (typeof groups)[number]) => {
    const labels = own.map((one) => row(view, one, one === checked));
    return cardPlan || families.length === 0 ? html`${labels}` : familyGroup(families, labels);
  };
  const split = groups.filter(({ own }) => own.length > 0);
  const most = Math.max(...plans.flatMap(({ offers }) => offers.map(({ count }) => count)));
  const now = `${chosen.count === 1 ? `${TEXTS[language].singlePayment} ` : ''}${monthsText(view, chosen)}`;
  return html`<details${isOpen && html` open`}><summary><span>${cardPlan && familyName(cardPlan)}<span
 class="now money">${now}</span> \u00b7 ${cardPlan ? texts.upTo(most) : texts.options}</span></summary>
<div class="choices">${row(view, single, checked === single)}${split.map(group)}</div>
${split.length < groups.length && html`<p class="help">${texts.others}</p>`}</details>`;
}

/** A card of our own drawing with the family's first letter; the name stands beside it. */
const familyMark = (family: string): Html =>
  html`<span class="mark" aria-hidden="true">${family.slice(0, 1)}</span>`;

const familyName = ({ family }: CardPlan): Html | undefined =>
  family === undefined ? undefined : html`${familyMark(family)} ${family} \u00b7 `;

function familyGroup(families: readonly string[], rows: readonly Html[]): Html {
  const name = families.join(', ');
  return html`<div role="group" aria-label="${name}"><p class="family">${families.map(
    (family) => html`${familyMark(family)} ${family} `,
  )}</p>
${rows}</div>\n`;
}

function row(view: ChoiceView, offer: InstallmentOffer, isChecked: boolean): Html {
  const { amountMinor } = view;
  const { count, chargedMinor } = offer;
  const isEven = chargedMinor === amountMinor && amountMinor % count === 0;
  const text = months(view, offer, !isEven);
  return html`<label class="saved"><input type="radio" name="installment"
 value="${choiceOf(offer)}"${isChecked && html` checked`}><span>${text}</span></label>\n`;
}

/** `6 taksit 6 × 254,98 ₺ toplam 1.529,90 ₺`, from which the script takes header and button. */
function months(view: ChoiceView, offer: InstallmentOffer, hasTotal: boolean): Html {
  const { language, currency } = view;
  const { count, chargedMinor, surchargeMinor } = offer;
  const texts = TEXTS[language];
  const money = (minor: number) => moneyText(minor, currency, language);
  const extra = surchargeMinor > 0 ? money(surchargeMinor) : undefined;
  const total = html`<small${dataset<TotalData>({ extra })}>${INSTALLMENT_TEXTS[language].total(
    money(chargedMinor),
  )}</small>`;
  return html`${
    count === 1 ? texts.singlePayment : texts.installmentCount(count)
  } <span class="months money">${monthsText(view, offer)}${hasTotal && html` ${total}`}</span>`;
}

/** A single payment, or the count that the merchant has fixed. */
function noChoice(view: ChoiceView, told: string | undefined): Html {
  const { language, plans, chosen } = view;
  const families = plans.flatMap((plan) => plan.families).join(', ');
  const text = told ?? `${INSTALLMENT_TEXTS[language].onlyWith}: ${families}.`;
  return html`<input type="hidden" name="installment" value="${choiceOf(chosen)}"><p><span
 hidden>${months(view, chosen, true)}</span>${text}</p>`;
}

/** What is told of the card, also to a screen reader. */
export function sentenceOf(view: ChoiceOrder & { chosen?: InstallmentOffer }, card: CardPlan): string {
  const { language, installments, chosen = chosenOffer(view) } = view;
  const texts = INSTALLMENT_TEXTS[language];
  const { whyNot, family = '', offers, instead } = card;
  if (whyNot !== undefined) {
    return installments.kind === 'fixed'
      ? texts.fixedRefused(installments.count, instead.join(', '))
      : texts.single[whyNot];
  }
  if (installments.kind !== 'fixed')
    return texts.offered(
      family,
      offers
        .slice(1)
        .map(({ count }) => count)
        .join(', '),
    );
  return `${texts.fixed(installments.count)} ${priceText(view, chosen)}.`;
}
