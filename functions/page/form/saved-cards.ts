// The cards a known customer has stored, offered before the fields of a new one, and the box that has the new
// one stored. Choices without scripts: the fields of the new card step aside by style alone, and the server
// reads only what was chosen.
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import type { Language } from '#domain/language.ts';
import { type Html, html } from '../html.ts';
import { brandMark } from '../icons.ts';
import { TEXTS } from '../texts.ts';

export type SavedCardView = {
  id: string;
  cardAlias: string;
  maskedCardNumber: string;
  cardAssociation: CardAssociation;
};

const HIDDEN_DIGITS = '••••';

export function savedCards(language: Language, cards: readonly SavedCardView[], chosen?: string): Html {
  const texts = TEXTS[language];
  const known = cards.some(({ id }) => id === chosen) || chosen === 'new' ? chosen : cards[0]?.id;
  const choice = (
    id: string,
    name: Html,
    mark?: Html,
  ) => html`<label class="saved" for="saved-${id}"><input type="radio"
 name="savedCard" id="saved-${id}" value="${id}"${known === id && html` checked`}>
<span>${name}</span>${mark}</label>\n`;
  const names = cards.map((card) =>
    choice(card.id, nameOf(card, texts.card), brandMark(card.cardAssociation)),
  );
  return html`<fieldset class="saved-cards"><legend>${texts.savedCards}</legend>
<div class="choices">${names}${choice('new', html`${texts.otherCard}`)}</div>
<p class="help">${texts.cvvOfSaved}</p></fieldset>\n`;
}

/**
 * Alias, brand and last digits, each said once: an alias like `TROY ••0000` ends in what the mask says, and
 * the brand that is drawn is written only for those who listen.
 */
function nameOf({ cardAlias, maskedCardNumber, cardAssociation }: SavedCardView, nameless: string): Html {
  const lastFour = maskedCardNumber.slice(-4);
  const ending = `••${lastFour}`;
  const alias = cardAlias.endsWith(ending) ? cardAlias.slice(0, -ending.length).trim() : cardAlias;
  const brand = cardAssociation === 'OTHER' ? '' : cardAssociation;
  const unsaid = alias === '' || alias === brand ? '' : brand;
  return html`<bdi>${alias || brand || nameless}</bdi> <span class="mask" dir="ltr"><span
 class="unseen">${unsaid}</span> ${HIDDEN_DIGITS} ${lastFour}</span>`;
}

/** Below the fields of a new card; nobody's card is kept unasked, so the box is empty until it is ticked. */
export function saveCardChoice(language: Language, isChosen: boolean): Html {
  const texts = TEXTS[language];
  return html`<div class="of-saveCard"><label class="saved" for="saveCard"><input type="checkbox"
 name="saveCard" id="saveCard" value="yes" aria-describedby="save-card-help"${isChosen && html` checked`}>
<span>${texts.saveCard}</span></label><p class="help" id="save-card-help">${texts.saveCardHelp}</p></div>\n`;
}
