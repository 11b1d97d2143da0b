// The payment form: the order beside it, the stored cards and the fields of a new one, the installments.

import type { SavedCardUse } from '#domain/card/saved-card-use.ts';
import type { RecurringTerms } from '#domain/frequency.ts';
import { type AllowedInstallments, firstCount, type InstallmentOffer } from '#domain/installment/offer.ts';
import type { CardPlan, InstallmentPlan } from '#domain/installment/plan.ts';
import type { Currency } from '#domain/money.ts';
import type { DistanceSale } from '#domain/payment/distance-sale.ts';
import type { OrderedProduct } from '#domain/row/hosted-page.ts';
import { moneyText } from '../format.ts';
import { type Html, html, installmentScript } from '../html.ts';
import { productList } from '../product-lines.ts';
import { merchantHeading, pageLink } from '../shop-face.ts';
import { LINK_TEXTS, TEXTS } from '../texts.ts';
import { cardFields } from './card-fields.ts';
import { CONSENT_STYLE, consentBox } from './consent-box.ts';
import { type FormFrame, formAnswer, formDocument } from './form-frame.ts';
import {
  chosenOffer,
  hasInstallments,
  installmentChoice,
  payLabel,
  showForCard,
  surchargeText,
} from './installment-choice.ts';
import { INSTALLMENT_STYLE } from './installment-style.ts';
import { LINK_STYLE, linkFace, previewTags } from './link-face.ts';
import {
  cardRemoval,
  cvvOwners,
  REMOVAL_STYLE,
  SAVED_CARDS_STYLE,
  type SavedCardView,
  saveCardChoice,
  savedCards,
} from './saved-cards.ts';

export type PaymentFormView = FormFrame & {
  /** A payment link, whose buyer comes from a message. */
  isLink?: boolean;
  orderNumber: string;
  amountMinor: number;
  currency: Currency;
  /** Set if the payment only reserves the amount. */
  capture?: 'manual';
  installments: AllowedInstallments;
  /** The customer's stored cards; none if there is no customer. */
  savedCards: readonly SavedCardView[];
  /** Not to choose: wrong security codes have locked them. */
  lockedCards?: readonly SavedCardView[];
  /** True if there is a customer for whom a new card can be stored. */
  canSaveCard?: boolean;
  /** True if the merchant lets buyers remove their stored cards. */
  canRemoveCards?: boolean;
  /** The use of a card that is saved; default `oneClick`. */
  saveCardFor?: SavedCardUse;
  recurringTerms?: RecurringTerms;
  /** What cards may be charged in, by family; none if every card pays the same and there is no choice. */
  plans: readonly InstallmentPlan[];
  /** That of the card of the last submit, if the submit was stopped because of it. */
  cardPlan?: CardPlan | undefined;
  distanceSale?: DistanceSale;
  products: readonly Omit<OrderedProduct, 'id'>[];
  shippingMinor?: number;
};

/** The most bytes of product lines, about 20 usual lines, so that the page stays small. */
const LINES_BYTES = 1_900;
/** That many fewer for each stored card of a page with installments. */
const STORED_CARD_BYTES = 210;

const hasChoice = ({ plans }: PaymentFormView) => plans.some(({ offers }) => offers.length > 1);

function orderSummary(view: PaymentFormView, chosen: InstallmentOffer): Html {
  const { language, capture } = view;
  const texts = TEXTS[language];
  const isHeld = capture === 'manual';
  const money = (minor: number) => moneyText(minor, view.currency, language);
  const count = firstCount(view);
  const installment = count === 1 ? texts.singlePayment : texts.installmentCount(count);
  const heading = merchantHeading(view.merchantName, view.face);
  const merchant = view.isLink
    ? html`<p class="merchant">${heading}</p>`
    : html`<h1 class="merchant">${heading}</h1>`;
  return html`<section class="pane order" aria-label="${texts.orderSummary}"><div>
${view.isLink && linkFace(view)}<div class="top">${merchant}
<div><p class="due">${isHeld ? texts.holdDue : texts.amountDue}${!hasChoice(view) && ` · ${installment}`}</p>
<p class="amount money">${money(chosen.chargedMinor)}</p>${
    hasInstallments(view) && html`<small>${surchargeText(view, chosen)}</small>`
  }</div></div>
<details class="more"><summary>${texts.orderSummary}</summary>
${productList(view, LINES_BYTES - (hasInstallments(view) ? STORED_CARD_BYTES * view.savedCards.length : 0))}
<dl class="facts">
${
  view.shippingMinor !== undefined &&
  html`<div><dt>${texts.shipping}</dt><dd>${money(view.shippingMinor)}</dd></div>`
}<div><dt>${texts.orderNumber}</dt><dd><bdi>${view.orderNumber}</bdi></dd></div>
</dl></details>
</div></section>`;
}

/** Last, because it is the buyer's word on the whole order. */
function saleBox({ distanceSale, language, entered, errors }: PaymentFormView): Html | undefined {
  if (distanceSale === undefined) return undefined;
  const { preliminaryInformation, salesContract } = distanceSale;
  const texts = TEXTS[language];
  const [before, between, after] = texts.distanceSale.split('|');
  const information = pageLink(preliminaryInformation.url, texts.preliminaryInformation, language);
  const contract = pageLink(salesContract.url, texts.salesContract, language);
  return consentBox({
    language,
    name: 'distanceSale',
    label: html`<span>${before}${information}${between}${contract}${after}</span>`,
    isTicked: entered?.distanceSale === true,
    isRequired: true,
    errors,
  });
}

const nameOf = ({ language, isLink }: PaymentFormView) =>
  isLink ? LINK_TEXTS[language].name : TEXTS[language].payment;

export const paymentFormAnswer = (view: PaymentFormView, lastDecline: Parameters<typeof formAnswer>[2]) =>
  formAnswer(view, { name: nameOf(view) }, lastDecline);

export function paymentForm(view: PaymentFormView): Html {
  const { savedCards: cards } = view;
  const canRemove = view.canRemoveCards && cards.length > 0;
  const chosen = chosenOffer(view, view.entered?.installment);
  const isSplit = hasInstallments(view);
  const texts = TEXTS[view.language];
  return formDocument(view, {
    name: nameOf(view),
    head: view.isLink && previewTags(view),
    beside: orderSummary(view, chosen),
    title: cards.length > 0 ? texts.savedCards : texts.payByCard,
    hidden: !isSplit && html`<input type="hidden" name="installment" value="${chosen.count}">`,
    fields: html`${savedCards(view, view.entered?.savedCard)}
${cardFields({ ...view, cvvOf: cvvOwners(cards) })}
${view.canSaveCard && saveCardChoice(view)}
${isSplit && installmentChoice({ ...view, chosen })}
${saleBox(view)}`,
    label: payLabel(view, chosen),
    belowButton: isSplit
      ? showForCard(view)
      : view.capture === 'manual' && html`<p class="small">${texts.holdNote}</p>`,
    below: canRemove && cardRemoval(view.language),
    style: html`${[
      view.isLink && LINK_STYLE,
      cards.length > 0 && SAVED_CARDS_STYLE,
      (view.canSaveCard || view.distanceSale) && CONSENT_STYLE,
      isSplit && INSTALLMENT_STYLE,
      canRemove && REMOVAL_STYLE,
    ]}`,
    ...(isSplit && { script: installmentScript }),
  });
}
