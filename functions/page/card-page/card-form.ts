// The form of a card page: the purpose of the card, the card's fields, and the buyer's consent. It is plain
// HTML that works without scripts, and has the ids and the script of the payment form.
import type { Currency } from '#domain/money.ts';
import { cardFields } from '../form/card-fields.ts';
import { CONSENT_STYLE, consentBox } from '../form/consent-box.ts';
import { type FormFrame, formAnswer, formDocument } from '../form/form-frame.ts';
import { moneyText } from '../format.ts';
import { type Html, html } from '../html.ts';
import { merchantHeading } from '../shop-face.ts';
import { CARD_TEXTS } from '../texts.ts';

type DueMoney = { amountMinor: number; currency: Currency };

export type CardFormView = FormFrame & {
  purpose: 'AddCard' | 'UpdateCard';
  /** The name of the recurring payment. */
  subscriptionName?: string;
  /** The unpaid amount that is charged with the card. */
  due?: DueMoney;
  /** True if the issuer is asked although nothing is charged: it may show an amount. */
  isOnlyVerified: boolean;
  /** True if the last card was stored and only its charge was declined. */
  isKept: boolean;
};

function fact(label: string, value: Html | string): Html {
  return html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>\n`;
}

/** The section beside the form: the shop, the purpose of the card, and whether money is taken. */
function summary(view: CardFormView): Html {
  const { language, due } = view;
  const own = CARD_TEXTS[language];
  const isAdding = view.purpose === 'AddCard';
  return html`<section class="pane order" aria-label="${nameOf(view)}"><div>
<h1 class="merchant">${merchantHeading(view.merchantName, view.face)}</h1>
<p class="what">${nameOf(view)}</p>
<p class="why">${isAdding ? own.addText : own.updateText}${
    !isAdding && due === undefined && html` ${own.nothingDue}`
  }</p>
${
  due &&
  html`<p class="due">${own.due}</p>
<p class="amount money">${moneyText(due.amountMinor, due.currency, language)}</p>
<p class="why">${own.dueText}</p>\n`
}${view.isOnlyVerified && html`<p class="why">${own.shown}</p>\n`}${
  view.subscriptionName !== undefined &&
  html`<dl class="facts">${fact(own.subscription, view.subscriptionName)}</dl>`
}
</div></section>`;
}

/** No card is stored without the consent. */
function consent(view: CardFormView): Html {
  const { language, merchantName, errors, entered } = view;
  const own = CARD_TEXTS[language];
  return consentBox({
    language,
    name: 'consent',
    help: own.consentHelp,
    isRequired: true,
    errors,
    label: (view.purpose === 'AddCard' ? own.consentToAdd : own.consentToUpdate)(merchantName),
    isTicked: entered?.consent === true,
  });
}

const nameOf = ({ language, purpose }: CardFormView): string =>
  CARD_TEXTS[language][purpose === 'AddCard' ? 'addTitle' : 'updateTitle'];

function textsOf(view: CardFormView) {
  const own = CARD_TEXTS[view.language];
  const declined = view.isKept
    ? { declinedTitle: own.notPaidTitle, notCharged: own.notPaid }
    : { declinedTitle: own.notKeptTitle, notCharged: own.notKept };
  return { name: nameOf(view), own: { ...own, ...declined } };
}

export const cardFormAnswer = (view: CardFormView, lastDecline: Parameters<typeof formAnswer>[2]) =>
  formAnswer(view, textsOf(view), lastDecline);

export function cardForm(view: CardFormView): Html {
  const { language, due } = view;
  const own = CARD_TEXTS[language];
  return formDocument(view, {
    ...textsOf(view),
    beside: summary(view),
    title: own.formTitle,
    fields: html`${cardFields(view)}
${consent(view)}`,
    label: due ? own.keepAndPay(moneyText(due.amountMinor, due.currency, language)) : own.keep,
    style: CARD_FORM_STYLE,
  });
}

const CARD_FORM_STYLE = html`${CONSENT_STYLE}
.what { margin-top: 1.25rem; font-size: 1.5rem; font-weight: 700; line-height: 1.25; text-wrap: balance; }
.why { margin-top: .5rem; color: var(--soft); }
`;
