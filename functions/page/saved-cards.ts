// The cards a known customer has stored, offered before the fields of a new one, and the box that has the new
// one stored. Choices without scripts: the fields of the new card step aside by style alone, and the server
// reads only what was chosen.
import type { CardAssociation } from '#domain/card-prefix.ts';
import { type Html, html } from './html.ts';
import { BRAND_MARK } from './icons.ts';
import { type Language, TEXTS } from './texts.ts';

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
  const names = cards.map(({ id, cardAlias, maskedCardNumber, cardAssociation }) =>
    choice(
      id,
      html`<bdi>${cardAlias}</bdi> <span class="mask" dir="ltr"><span class="unseen">${
        cardAssociation === 'OTHER' ? '' : cardAssociation
      }</span> ${HIDDEN_DIGITS} ${maskedCardNumber.slice(-4)}</span>`,
      BRAND_MARK[cardAssociation],
    ),
  );
  return html`<fieldset class="saved-cards"><legend>${texts.savedCards}</legend>
<div class="choices">${names}${choice('new', html`${texts.otherCard}`)}</div>
<p class="help">${texts.cvvOfSaved}</p></fieldset>\n`;
}

/** Below the fields of a new card; nobody's card is kept unasked, so the box is empty until it is ticked. */
export function saveCardChoice(language: Language, isChosen: boolean): Html {
  const texts = TEXTS[language];
  return html`<div class="of-saveCard"><label class="saved" for="saveCard"><input type="checkbox"
 name="saveCard" id="saveCard" value="yes" aria-describedby="save-card-help"${isChosen && html` checked`}>
<span>${texts.saveCard}</span></label><p class="help" id="save-card-help">${texts.saveCardHelp}</p></div>\n`;
}
