// The installments of one card, or of a family: alone for the form's script, and without scripts as a page in
// another tab beside the form.
import { type Html, html } from '../html.ts';
import { pageDocument } from '../layout.ts';
import { type Face, merchantHeading } from '../shop-face.ts';
import { FRAME_STYLE } from '../style.ts';
import { INSTALLMENT_TEXTS } from '../texts.ts';
import { type ChoiceOrder, chosenOffer, installmentChoice } from './installment-choice.ts';
import { CARD_INSTALLMENTS_STYLE, INSTALLMENT_STYLE } from './installment-style.ts';

type CardInstallmentsView = ChoiceOrder & {
  merchantName: string;
  isTest: boolean;
  frameOrigins: readonly string[];
  face?: Face;
  cspNonce: string;
  /**
   * True if the form's script fetches them. It reads them under the policy of its page, which the style of a
   * second document would violate.
   */
  isFetched: boolean;
  isTooOften: boolean;
  /** The bank has refused installments with the last card. */
  isSingle: boolean;
};

export function cardInstallments(view: CardInstallmentsView): Html {
  const { language, cardPlan, merchantName, face, isFetched, isTooOften } = view;
  const texts = INSTALLMENT_TEXTS[language];
  const choice = cardPlan && installmentChoice({ ...view, chosen: chosenOffer(view) });
  if (isFetched) return html`${choice}`;
  const text = cardPlan ? texts.backToForm : isTooOften ? texts.tooOften : texts.numberFirst;
  return pageDocument({
    ...view,
    title: `${texts.ofCard} · ${merchantName}`,
    face,
    style: [FRAME_STYLE, INSTALLMENT_STYLE, CARD_INSTALLMENTS_STYLE],
    main: html`<main class="pane"><div><p class="merchant">${merchantHeading(merchantName, face)}</p>
<h1>${texts.ofCard}</h1>
${choice}
<p>${text}</p></div></main>`,
  });
}
