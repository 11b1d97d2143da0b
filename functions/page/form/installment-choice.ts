// The installments of a form. Before the card is known they are one line with the families of cards, or the
// counts of every card; then those of the card. A count is the label of its radio button, so the choice works
// without scripts; the script replaces the whole with what the service tells of the typed card, or of the
// family that the buyer has pressed (hosted-page.md 4.17).
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
import { idOf, type OffersData, type PriceData } from '../script/contract.ts';
import { INSTALLMENT_TEXTS, TEXTS } from '../texts.ts';

export type ChoiceOrder = {
  language: Language;
  amountMinor: number;
  currency: Currency;
  installments: AllowedInstallments;
  plans: readonly InstallmentPlan[];
  /** Of the card, once it is known, or of the family that the buyer has pressed. */
  cardPlan?: CardPlan | undefined;
};
type ChoiceView = ChoiceOrder & { chosen: InstallmentOffer; isSingle?: boolean };

type PriceFormat = Pick<ChoiceOrder, 'language' | 'currency'>;

/** `249,98 ₺`, the smaller month if they differ; for a single payment, the amount. */
const monthText = ({ language, currency }: PriceFormat, { count, chargedMinor }: InstallmentOffer) =>
  moneyText(splitAmount(chargedMinor, count).at(-1) ?? chargedMinor, currency, language);

/** `6 × 254,98 ₺, toplam 1.529,90 ₺`. */
export function priceText(order: PriceFormat, offer: InstallmentOffer): string {
  const times = offer.count === 1 ? '' : `${offer.count}\u00a0×\u00a0`;
  const total = moneyText(offer.chargedMinor, order.currency, order.language);
  return `${times}${monthText(order, offer)}, ${INSTALLMENT_TEXTS[order.language].total(total)}`;
}

/** The card, or every card, cannot be charged in the count that the merchant has fixed. */
const isRefused = ({ installments, plans, cardPlan }: ChoiceOrder) =>
  installments.kind === 'fixed' && (cardPlan ? [cardPlan] : plans).every(({ offers }) => offers.length === 0);

/**
 * The label of the button that pays: `1.529,90 ₺ öde · 6 taksit`, with all that the card pays. It promises
 * nothing that would be refused.
 */
export function payLabel(order: ChoiceOrder, { chargedMinor, count }: InstallmentOffer): string {
  const texts = TEXTS[order.language];
  if (isRefused(order)) return texts.payByCard;
  const pay = texts.pay(moneyText(chargedMinor, order.currency, order.language));
  return count === 1 ? pay : `${pay} \u00b7 ${texts.installmentCount(count)}`;
}

/** What the header says beside the amount to be paid. */
export const surchargeText = ({ language, currency }: PriceFormat, { surchargeMinor }: InstallmentOffer) =>
  surchargeMinor > 0
    ? INSTALLMENT_TEXTS[language].included(moneyText(surchargeMinor, currency, language))
    : undefined;

const familiesOf = (plans: readonly InstallmentPlan[]) => plans.flatMap(({ families }) => families);
/** True if the offers are not the same for every card. */
const dependOnCard = ({ plans }: ChoiceOrder) => familiesOf(plans).length > 0;
const isChoice = ({ offers }: InstallmentPlan) => offers.length > 1;

/** True if the form has more to show than one hidden field. */
export const hasInstallments = (order: ChoiceOrder) =>
  order.plans.some(isChoice) || (order.installments.kind === 'fixed' && dependOnCard(order));

/**
 * What is preselected: the buyer's choice with today's amount, as far as it is still offered; while offers
 * depend on a card that is not known, with the amount that the buyer was shown, if any.
 */
export function chosenOffer(order: ChoiceOrder, entered = ''): InstallmentOffer {
  const { plans, cardPlan, installments, amountMinor } = order;
  const isUnknown = installments.kind === 'choice' && dependOnCard(order) && !cardPlan;
  const count = countIn(entered) ?? firstCount(order);
  const same = (cardPlan ? [cardPlan] : plans).flatMap(({ offers }) =>
    offers.filter((one) => one.count === count),
  );
  const exact = same.find((offer) => choiceOf(offer) === entered) ?? (isUnknown ? undefined : same[0]);
  return (
    exact ?? { count: same[0] ? count : firstCount(order), chargedMinor: amountMinor, surchargeMinor: 0 }
  );
}

/** The offers of a family, in place of those of a card. */
export function planOfFamily(plans: readonly InstallmentPlan[], family: string): CardPlan | undefined {
  const plan = plans.find(({ families }) => families.includes(family));
  return plan && { ...plan, families: [], family, instead: [] };
}

export function installmentChoice(view: ChoiceView): Html {
  const { language, plans, cardPlan, installments, isSingle, chosen } = view;
  const plan = cardPlan ?? plans.find(({ families }) => families.length === 0);
  const told = cardPlan && sentenceOf(view, cardPlan);
  const families = installments.kind === 'choice' ? familiesOf(plans) : [];
  const isOpen = families.length > 0 && !cardPlan;
  const split = plan && isChoice(plan) ? plan : undefined;
  const single = { count: 1, chargedMinor: view.amountMinor, surchargeMinor: 0 };
  const base = split || isOpen ? single : chosen;
  return html`<fieldset class="installments" id="${idOf('offers')}"${dataset<OffersData>({
    asks: dependOnCard(view) ? '' : undefined,
    told,
    single: isSingle ? '' : undefined,
    pay: payLabel(view, base),
    total: moneyText(base.chargedMinor, view.currency, language),
    extra: surchargeText(view, base),
  })}><legend>${[TEXTS[language].installment, cardPlan?.family].filter(Boolean).join(' \u00b7 ')}</legend>
${split ? countChips(view, split) : isOpen ? everyCount(view) : noChoice(view, told)}
${families.length > 0 && familyChips(view, families)}</fieldset>\n`;
}

/** Without scripts: the installments of the typed card in another tab, so that the form keeps everything. */
export const showForCard = (order: ChoiceOrder): Html | false =>
  dependOnCard(order) &&
  html`<noscript><button class="quiet" name="show"
 value="installments" formnovalidate formtarget="_blank">${
   INSTALLMENT_TEXTS[order.language].show
 }</button></noscript>\n`;

/** The counts that most buyers want. */
const USUAL_COUNTS = [3, 6];

/** The single payment, two counts, and the others behind one more tap. */
function countChips(view: ChoiceView, { offers }: InstallmentPlan): Html {
  const { language, chosen } = view;
  const [single, ...others] = offers;
  const usual = others.filter(({ count }) => USUAL_COUNTS.includes(count));
  const first = usual.length === USUAL_COUNTS.length ? usual : others.slice(0, USUAL_COUNTS.length);
  const rest = others.filter((offer) => !first.includes(offer));
  const chips = (some: readonly InstallmentOffer[]) =>
    html`<div class="chips">${some.map((offer) => countChip(view, offer))}</div>\n`;
  const counts = rest.map(({ count }) => count).join(', ');
  return html`${chips([...(single ? [single] : []), ...first])}${
    rest.length > 0 &&
    html`<details${rest.includes(chosen) && html` open`}><summary>${INSTALLMENT_TEXTS[language].others(
      counts,
    )}</summary>
${chips(rest)}</details>`
  }`;
}

function countChip(view: ChoiceView, offer: InstallmentOffer): Html {
  const { language, currency, chosen } = view;
  const { count, chargedMinor, surchargeMinor } = offer;
  const total = surchargeMinor > 0 ? moneyText(chargedMinor, currency, language) : undefined;
  return html`<label class="chip"><input type="radio" name="installment"
 value="${choiceOf(offer)}"${count === chosen.count && html` checked`}${dataset<PriceData>({
   pay: payLabel(view, offer),
   total,
   extra: surchargeText(view, offer),
 })}><b>${
   count === 1 ? TEXTS[language].singlePayment : `${count}\u00a0×`
 }</b> <span>${monthText(view, offer)}</span>${
   total !== undefined && html` <small>${INSTALLMENT_TEXTS[language].total(total)}</small>`
 }</label>\n`;
}

/** Without scripts and before the card is known: the counts, with the amount if it is the same for every card. */
function everyCount(view: ChoiceView): Html {
  const { language, plans, chosen } = view;
  const offers = plans.flatMap((plan) => plan.offers);
  const counts = [...new Set(offers.map(({ count }) => count))].sort((one, other) => one - other);
  const chips = counts.map((count) => {
    const same = offers.filter((offer) => offer.count === count);
    const isKnown = same.includes(chosen) || new Set(same.map(choiceOf)).size === 1;
    const offer = count === chosen.count && isKnown ? chosen : same[0];
    if (offer && isKnown) return countChip(view, offer);
    return html`<label class="chip"><input type="radio" name="installment"
 value="${count}"${count === chosen.count && html` checked`}><b>${TEXTS[language].installmentCount(
   count,
 )}</b></label>\n`;
  });
  return html`<noscript><div class="chips">${chips}</div>
<p class="help">${INSTALLMENT_TEXTS[language].askedBefore}</p></noscript>`;
}

/** For the script, which shows them. */
function familyChips({ language, cardPlan }: ChoiceView, families: readonly string[]): Html {
  const chips = families.map(
    (family) =>
      html`<button type="button" class="quiet" value="${family}" aria-pressed="${
        family === cardPlan?.family ? 'true' : 'false'
      }">${family}</button>\n`,
  );
  return html`<div class="families" hidden><p class="help">${INSTALLMENT_TEXTS[language].byNumber}</p>
<div>${chips}</div></div>`;
}

/** A single payment, or the count that the merchant has fixed. */
function noChoice({ language, plans, chosen }: ChoiceView, told: string | undefined): Html {
  const text = told ?? `${INSTALLMENT_TEXTS[language].onlyWith}: ${familiesOf(plans).join(', ')}.`;
  return html`<input type="hidden" name="installment" value="${choiceOf(chosen)}"><p>${text}</p>`;
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
