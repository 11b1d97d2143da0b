// The choice of a customer's stored cards above the fields of a new card, and the checkbox to store the new
// one. It works without scripts: CSS hides the new card's fields, and the server reads only the chosen card.
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import { MOST_OFFERED_CARDS } from '#domain/card/stored-card.ts';
import type { Language } from '#domain/language.ts';
import { type Html, html } from '../html.ts';
import { brandLogo } from '../icons.ts';
import { TEXTS } from '../texts.ts';

export type SavedCardView = {
  id: string;
  cardAlias: string;
  maskedCardNumber: string;
  cardAssociation: CardAssociation;
  /** True if the buyer must enter the CVV to pay with this card. */
  needsCvv: boolean;
};

const HIDDEN_DIGITS = '••••';

export function savedCards(language: Language, cards: readonly SavedCardView[], chosen?: string): Html {
  const texts = TEXTS[language];
  const selected = cards.some(({ id }) => id === chosen) || chosen === 'new' ? chosen : cards[0]?.id;
  const choice = (
    id: string,
    name: Html,
    { mark, needsCvv = false }: { mark?: Html | undefined; needsCvv?: boolean } = {},
  ) => html`<label class="saved" for="saved-${id}"><input type="radio"
 name="savedCard" id="saved-${id}" value="${id}"${needsCvv && html` data-needs-cvv`}${
   selected === id && html` checked`
 }>
<span>${name}</span>${mark}</label>\n`;
  const names = cards.map((card) =>
    choice(card.id, nameOf(card, texts.card), {
      mark: brandLogo(card.cardAssociation),
      needsCvv: card.needsCvv,
    }),
  );
  const help = cards.every(({ needsCvv }) => needsCvv) ? texts.cvvOfSaved : texts.cvvOfSavedIfAsked;
  return html`<fieldset class="saved-cards"><legend>${texts.savedCards}</legend>
<div class="choices">${names}${choice('new', html`${texts.otherCard}`)}</div>
<p class="help">${help}</p></fieldset>\n`;
}

/**
 * Says beside the label of the one CVV field to which card the CVV belongs. The style shows the part at the
 * position of the chosen card (`CVV_OWNER_STYLE`), so it needs no script.
 */
export const cvvOwners = (language: Language, cards: readonly SavedCardView[]): Html =>
  html`${cards.map((card) => html` <span class="cvv-of">${nameOf(card, TEXTS[language].card)}</span>`)}`;

const POSITIONS = Array.from({ length: MOST_OFFERED_CARDS }, (_, at) => at + 1);
const CHOSEN_OWNER = POSITIONS.map(
  (at) => html`${at > 1 && ','}:has(.saved:nth-child(${at}) :checked)~.row .cvv-of:nth-of-type(${at})`,
);
export const CVV_OWNER_STYLE = html`
.cvv-of { display: none; color: var(--soft); font-weight: 400; }
.cvv-of .mask { white-space: nowrap; }
${CHOSEN_OWNER} { display: inline; }
`;

/**
 * Alias, brand and last digits, each shown once: an alias like `TROY ••0000` loses the digits that the mask
 * shows, and the brand, which is drawn, is text for screen readers only.
 */
function nameOf({ cardAlias, maskedCardNumber, cardAssociation }: SavedCardView, fallback: string): Html {
  const lastFour = maskedCardNumber.slice(-4);
  const ending = `••${lastFour}`;
  const alias = cardAlias.endsWith(ending) ? cardAlias.slice(0, -ending.length).trim() : cardAlias;
  const brand = cardAssociation === 'OTHER' ? '' : cardAssociation;
  const hiddenBrand = alias === '' || alias === brand ? '' : brand;
  return html`<bdi>${alias || brand || fallback}</bdi> <span class="mask" dir="ltr"><span
 class="unseen">${hiddenBrand}</span> ${HIDDEN_DIGITS} ${lastFour}</span>`;
}

/** Shown below the fields of a new card. Unticked by default, because a card is stored only on request. */
export function saveCardChoice(language: Language, isChosen: boolean): Html {
  const texts = TEXTS[language];
  return html`<div class="of-saveCard"><label class="saved" for="saveCard"><input type="checkbox"
 name="saveCard" id="saveCard" value="yes" aria-describedby="save-card-help"${isChosen && html` checked`}>
<span>${texts.saveCard}</span></label><p class="help" id="save-card-help">${texts.saveCardHelp}</p></div>\n`;
}
