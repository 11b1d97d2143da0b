// The payment form: the order, the stored cards and the fields of a new one, the installments.
import type { Currency } from '#domain/money.ts';
import type { SavedCardUse } from '#domain/payment/hosted-page.ts';
import { type Html, html } from '../html.ts';
import { TEXTS } from '../texts.ts';
import { cardFields } from './card-fields.ts';
import { cardFormDocument, cardFormSection, type FormFrame, formAnswer } from './form-frame.ts';
import { formWords } from './form-words.ts';
import { installmentChoice, payLabel } from './installment-choice.ts';
import { notice } from './notice.ts';
import { orderSummary } from './order-summary.ts';
import { CVV_OWNER_STYLE, cvvOwners, type SavedCardView, saveCardChoice, savedCards } from './saved-cards.ts';

export type PaymentFormView = FormFrame & {
  orderNumber: string;
  amountMinor: number;
  currency: Currency;
  /** The count that the merchant fixed, or that is preselected; 1 is a single payment. */
  installment: number;
  /** The customer's stored cards; none if there is no customer. */
  savedCards: readonly SavedCardView[];
  /** Not to choose: wrong security codes have locked them. */
  lockedCards?: readonly SavedCardView[];
  /** True if there is a customer for whom a new card can be stored. */
  canSaveCard?: boolean;
  /** The use of a card that is saved; default `oneClick`. */
  saveCardFor?: SavedCardUse;
  /** The counts that the buyer may choose. With fewer than two, no choice is shown. */
  installmentCounts?: readonly number[];
  products: readonly { name: string; amountMinor: number; discountMinor?: number }[];
  /** True if the buyer cancelled the issuer's verification. */
  isAbandoned?: boolean;
  attemptsLeft: number;
};

const hasChoice = ({ installmentCounts = [] }: PaymentFormView) => installmentCounts.length > 1;

/** The fixed count, or the preselected one. */
function chosenCount(view: PaymentFormView): number {
  const { installmentCounts: counts = [], installment, entered } = view;
  const wanted = Number(entered?.installment ?? installment);
  return !hasChoice(view) ? installment : counts.includes(wanted) ? wanted : (counts[0] ?? 1);
}

function formSection(view: PaymentFormView): Html {
  const { savedCards: cards } = view;
  const chosen = chosenCount(view);
  const texts = TEXTS[view.language];
  return cardFormSection(view, {
    title: texts.payByCard,
    safe: texts.safe,
    notice: notice(view),
    words: formWords(view),
    hidden: !hasChoice(view) && html`<input type="hidden" name="installment" value="${view.installment}">`,
    fields: html`${savedCards(view, view.entered?.savedCard)}
${cardFields({ ...view, cvvOf: cvvOwners(cards) })}
${view.canSaveCard && saveCardChoice(view)}
${hasChoice(view) && installmentChoice({ ...view, counts: view.installmentCounts ?? [], chosen })}`,
    label: payLabel({ ...view, count: chosen }),
  });
}

export const paymentFormAnswer = (view: PaymentFormView, lastDecline: Parameters<typeof formAnswer>[2]) =>
  formAnswer(view, TEXTS[view.language].payment, lastDecline);

export function paymentForm(view: PaymentFormView): Html {
  return cardFormDocument(view, {
    name: TEXTS[view.language].payment,
    beside: orderSummary(view),
    section: formSection(view),
    style: html`${view.savedCards.length > 0 && CVV_OWNER_STYLE}`,
  });
}
