// The choice of a customer's stored cards above the fields of a new card, and the checkbox to store the new
// one. It works without scripts: CSS hides the new card's fields, and the server reads only the chosen card.

import type { CardAssociation } from '#domain/card/card-prefix.ts';
import type { SavedCardUse } from '#domain/card/saved-card-use.ts';
import { MOST_OFFERED_CARDS } from '#domain/card/stored-card.ts';
import type { Language } from '#domain/language.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';
import { type ChargesView, chargesText } from '../charges-text.ts';
import { dataset, type Html, html, style } from '../html.ts';
import { BRAND_NAMES, brandLogo } from '../icons.ts';
import { type ChoiceData, type FieldError, idOf } from '../script/contract.ts';
import { TEXTS } from '../texts.ts';
import { consentBox } from './consent-box.ts';

export type SavedCardView = {
  id: string;
  cardAlias: string;
  maskedCardNumber: string;
  cardAssociation: CardAssociation;
  /** Absent if no list of card ranges has it. */
  bankName?: string;
  /** True if the buyer must enter the CVV to pay with this card. */
  needsCvv: boolean;
  /** The live recurring payments that charge it: it cannot be removed. */
  usedBy?: ReadonlySet<string>;
  /** Why no recurring payment charges it. */
  blocked?: { code: DeclineCode };
};

/** Shown at once; more than one other are behind one more tap. */
const CARDS_AT_ONCE = 3;
const isExpired = ({ blocked }: SavedCardView) => blocked?.code === 'EXPIRED_CARD';

const HIDDEN_DIGITS = '••••';

type SavedCardsView = {
  language: Language;
  savedCards: readonly SavedCardView[];
  lockedCards?: readonly SavedCardView[];
};

/** The choice, and a line for each card that wrong security codes have locked: the buyer can type it in. */
export function savedCards(
  { language, savedCards: cards, lockedCards = [] }: SavedCardsView,
  chosen?: string,
): Html {
  const texts = TEXTS[language];
  const first = cards.find((card) => !isExpired(card))?.id ?? 'new';
  const selected = cards.some(({ id }) => id === chosen) || chosen === 'new' ? chosen : first;
  const cvvOf = (card?: SavedCardView) =>
    dataset<ChoiceData>({ needsCvv: card?.needsCvv ? '' : undefined, used: card?.usedBy && '' });
  const choice = (
    id: string,
    name: Html,
    card?: SavedCardView,
  ) => html`<label class="saved"><input type="radio"
 name="savedCard"${card === undefined && html` id="${idOf('saved-new')}"`} value="${id}"${cvvOf(card)}${
   selected === id && html` checked`
 }${card && dataset<ChoiceData>({ of: card.cardAssociation })}>
<span>${name}</span>${card && brandLogo(card.cardAssociation)}</label>\n`;
  const names = cards.map((card) => {
    const state = isExpired(card) && html`<small>${texts.expiredCard}</small> `;
    return choice(card.id, nameOf(card, texts.card, state), card);
  });
  const shown = cards.length > CARDS_AT_ONCE + 1 ? CARDS_AT_ONCE : cards.length;
  const rest = names.slice(shown);
  const isOpen = cards.slice(shown).some(({ id }) => id === selected);
  const lockedLine = (card: SavedCardView) =>
    html`<p class="help">${nameOf(card, texts.card)}: ${texts.lockedCard}</p>\n`;
  return html`${
    cards.length > 0 &&
    html`<fieldset class="saved-cards" aria-labelledby="form-title"><div class="choices">${names.slice(0, shown)}${
      rest.length > 0 &&
      html`<details${isOpen && html` open`}><summary>${texts.moreCards(rest.length)}</summary>${rest}</details>`
    }${choice('new', html`${texts.otherCard}`)}</div></fieldset>\n`
  }${lockedCards.map(lockedLine)}`;
}

/**
 * The texts beside the label of the one CVV field: the printed last digits of the card to which the CVV
 * belongs. The style shows the text at the position of the chosen card (`SAVED_CARDS_STYLE`), so it needs no
 * script.
 */
export const cvvOwners = (cards: readonly SavedCardView[]): Html =>
  html`${cards.map((card) => html` <span class="cvv-of" dir="ltr">${endingOf(card)}</span>`)}`;

const endingOf = ({ maskedCardNumber }: SavedCardView) => `${HIDDEN_DIGITS} ${maskedCardNumber.slice(-4)}`;

/** Behind the tap, the tap itself is the first child. */
const ownerAt = (parent: string, child: number, at: number) =>
  html`${at > 0 && ','}:has(${parent}>.saved:nth-child(${child}) :checked)~.row .cvv-of:nth-of-type(${at + 1})`;
const CHOSEN_OWNER = Array.from({ length: MOST_OFFERED_CARDS }, (_, at) => [
  at <= CARDS_AT_ONCE && ownerAt('.choices', at + 1, at),
  at >= CARDS_AT_ONCE && ownerAt('details', at + 2 - CARDS_AT_ONCE, at),
]);

/** For the forms that have stored cards. */
export const SAVED_CARDS_STYLE = html`${style`
.choices { border: 1px solid var(--line); border-radius: .625rem; overflow: clip; }
.choices .saved:has(:checked) { background: var(--wait-ground); }
.choices > * + *, .choices * + .saved { border-top: 1px solid var(--line); }
.choices summary { padding-inline: 1.25rem; }
.choices .saved { min-height: 2.75rem; padding-block: 0; line-height: 1.2; }
bdi small { display: block; }
.choices :checked { border: .45rem solid var(--accent); }
.mask { margin-inline-start: auto; }
.mask, .cvv-of, bdi small { color: var(--soft); white-space: nowrap; font-weight: 400; }
.saved-cards:has([data-of]:checked) ~ :is(.of-cardNumber, .of-ownerName, .of-saveCard),
.saved-cards:has([data-of]:checked) ~ .row .of-expiry,
.saved-cards:has([data-of]:checked:not([data-needs-cvv])) ~ .row { display: none; }
.saved-cards:has([data-of]:checked) ~ .installments:not(:has(input)) { min-height: 9.5rem; }
.cvv-of { display: none; }
`}${CHOSEN_OWNER}{display:inline}`;

/**
 * Alias, brand and last digits, each shown once: an alias like `TROY ••0000` loses the digits that the mask
 * shows, and the brand, which is drawn, is text for screen readers only. The bank's name stands under the
 * alias, or in its place.
 */
function nameOf(card: SavedCardView, fallback: string, state?: Html | false): Html {
  const { cardAlias, maskedCardNumber, cardAssociation, bankName } = card;
  const lastFour = maskedCardNumber.slice(-4);
  const ending = `••${lastFour}`;
  const alias = cardAlias.endsWith(ending) ? cardAlias.slice(0, -ending.length).trim() : cardAlias;
  const brand = BRAND_NAMES[cardAssociation];
  const isBrand = alias === '' || alias === cardAssociation;
  const hiddenBrand = isBrand && bankName === undefined ? '' : brand;
  const name = (isBrand ? (bankName ?? brand) : alias) || fallback;
  return html`<bdi>${name}${!isBrand && bankName && html` <small>${bankName}</small>`}</bdi> <span class="mask" dir="ltr">${state}<span
 class="unseen">${hiddenBrand}</span> ${endingOf(card)}</span>`;
}

/**
 * Removes the chosen card at the second tap. It follows the button that pays, because Enter presses the first
 * button of a form.
 */
export const cardRemoval = (language: Language): Html => html`<details class="removal"><summary>${
  TEXTS[language].removeCard
}</summary><button
 class="quiet" form="${idOf('payment')}" name="removeCard" value="yes"
 formnovalidate>${TEXTS[language].removeCardNow}</button></details>\n`;

export const REMOVAL_STYLE = style`
.removal { margin-top: .5rem; text-align: center; }
form:is(:has(#saved-new:checked, [data-used]:checked), [aria-busy=true]) ~ .removal { display: none; }
`;

type SaveView = ChargesView & {
  merchantName: string;
  saveCardFor?: SavedCardUse;
  entered?: { saveCard?: boolean };
  errors: readonly FieldError[];
};

/**
 * Whether the card is stored: below the fields of a new card. For recurring payments the consent is needed,
 * also to charge a card that is stored already (hosted-page.md 5.7). The text names the merchant and the use.
 */
export function saveCardChoice(view: SaveView): Html {
  const { language, merchantName, saveCardFor, entered, errors } = view;
  const texts = TEXTS[language];
  const isRequired = saveCardFor === 'recurring';
  return consentBox({
    language,
    name: 'saveCard',
    isRequired,
    isTicked: entered?.saveCard === true,
    errors,
    label: isRequired ? recurringLabel(view) : texts.saveCard,
    help: (isRequired ? texts.saveCardForRecurringHelp : texts.saveCardHelp)(merchantName),
  });
}

function recurringLabel(view: SaveView): string {
  const texts = TEXTS[view.language];
  const charges = chargesText(view);
  return charges === undefined ? texts.saveCardForRecurring : texts.chargeCard(charges);
}
