// The page and HTTP status that a buyer gets for a hosted page, by its state.
import { firstCount } from '#domain/installment/offer.ts';
import { isBeaconDue } from '#domain/payment/funnel.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { attemptsLeft, isLink, restsUntil } from '#domain/payment/link.ts';
import type { HostedPageState } from '#domain/payment/page-state.ts';
import { buyerSentence } from './buyer-sentences.ts';
import { type BuyerView, formFrameOf, isPaused, type ShownPage, showState, waitingOf } from './buyer-view.ts';
import { chosenOffer, priceText, sentenceOf } from './form/installment-choice.ts';
import { type PaymentFormView, paymentForm, paymentFormAnswer } from './form/payment-form.ts';
import type { Html } from './html.ts';
import { verifyingPage } from './outcome/challenge.ts';
import { linkRests } from './outcome/link-rest.ts';
import { beingChecked, cardText, failedFinally, pageOver, paid, type Receipt } from './outcome/outcome.ts';
import { FLOW_TEXTS, INSTALLMENT_TEXTS, LINK_TEXTS, TEXTS } from './texts.ts';

type FormOffer = Pick<
  PaymentFormView,
  'savedCards' | 'lockedCards' | 'canSaveCard' | 'canRemoveCards' | 'plans'
>;
type HostedPageView = BuyerView<HostedPage> &
  FormOffer & {
    state: HostedPageState;
    /** The payment under way, or the one that paid. */
    receipt?: Receipt;
    /** True if the payment waits for the issuer, not for the bank. */
    isVerifying?: boolean;
    /** True if the last attempt ended because the buyer cancelled the issuer's verification. */
    isAbandoned?: boolean;
  };

export function hostedPage(view: HostedPageView): ShownPage {
  const { page, language } = view;
  const code = page.guard === undefined ? page.lastDecline : 'TOO_MANY_CARDS';
  const isShopRefused = page.guard === undefined && page.isShopRefused === true;
  const decline = isShopRefused ? TEXTS[language].shopUnavailable : code && declineSentence(view, code);
  return showState(view.state, {
    form: () => {
      const until = restsUntil(page, view.now);
      if (until !== undefined) {
        const { timeZone, expiresAt } = page;
        const reason = page.guard === undefined ? decline : undefined;
        return { html: linkRests({ ...view, timeZone, expiresAt, until, decline: reason }) };
      }
      const form = formView(view, decline);
      const answer = paymentFormAnswer(form, isShopRefused || isPaused(view) ? undefined : code);
      return { html: paymentForm(form), answer };
    },
    waiting: () => (view.isVerifying ? verifyingPage : beingChecked)(waitingOf(view)),
    done: () => paid(view),
    failed: () => failedFinally({ ...view, decline }),
    over: (state) => pageOver(view, state),
  });
}

/** The form of a page on which nothing was tried yet. */
export const untriedForm = (view: HostedPageView): Html => paymentForm(formView(view, undefined));

/** The bank's codes for a card or shop that it does not split, if it takes other payments of the shop. */
export const mayBeOfSplit = ({
  lastDecline,
  isShopRefused,
}: Pick<HostedPage, 'lastDecline' | 'isShopRefused'>): boolean =>
  lastDecline === 'INVALID_TRANSACTION' ||
  lastDecline === 'NOT_PERMITTED_TO_CARDHOLDER' ||
  (lastDecline === 'NOT_PERMITTED_TO_TERMINAL' && isShopRefused !== true);

/** A single payment with the same card may succeed. */
const isSplitDeclined = ({ page, receipt }: HostedPageView): boolean =>
  firstCount(page) === 1 && receipt !== undefined && receipt.installment > 1 && mayBeOfSplit(page);

function declineSentence(view: HostedPageView, code: NonNullable<HostedPage['lastDecline']>) {
  const { page, language, receipt } = view;
  const isAbandoned = view.isAbandoned === true && page.state === 'Open';
  // Not a decline: the CVV field asks for the CVV instead.
  if (code === 'CARD_REQUIRES_CVV') return undefined;
  // On a page that a guard has ended.
  if (code === 'TOO_MANY_CARDS' || code === 'RATE_LIMITED') return TEXTS[language].notNow;
  if (code === 'BANK_UNAVAILABLE') return TEXTS[language].bankUnavailable;
  if (code === 'INSTALLMENT_NOT_ALLOWED') return INSTALLMENT_TEXTS[language].unsold(firstCount(page));
  if (isAbandoned) return FLOW_TEXTS[language].givenUpText;
  if (isSplitDeclined(view)) return INSTALLMENT_TEXTS[language].declined(receipt?.installment ?? 1);
  return buyerSentence(code, language, receipt && cardText(receipt));
}

/** The form's field errors. If there are none, the bank's request for a CVV is shown at the CVV field. */
function errorsOf(view: HostedPageView): NonNullable<HostedPageView['errors']> {
  const { page, errors = [] } = view;
  const isCvvRequested =
    errors.length === 0 && page.guard === undefined && page.lastDecline === 'CARD_REQUIRES_CVV';
  if (isCvvRequested) return [{ field: 'cvv', name: 'cvvAskedFor' }];
  const { cardPlan, entered } = view;
  return errors.map((error) => {
    if (error.field !== 'installment' || cardPlan === undefined) return error;
    const order = { ...page, ...view };
    const chosen = chosenOffer(order, entered?.installment);
    const about =
      error.name === 'installmentChanged' ? priceText(order, chosen) : sentenceOf(order, cardPlan);
    return { ...error, about };
  });
}

function formView(view: HostedPageView, decline: string | undefined): PaymentFormView {
  const { page, cardPlan } = view;
  // The error tells it. A buyer without scripts may try another card, so the counts of all families stay.
  const { whyNot = 'order' } = cardPlan ?? {};
  const isSingle = firstCount(page) === 1 && whyNot !== 'order';
  const left = attemptsLeft(page, view.now);
  return {
    ...page,
    ...view,
    ...formFrameOf({ ...view, errors: errorsOf(view) }, { decline, attemptsLeft: left }),
    isLink: isLink(page),
    ...(isLink(page) && left <= 2 && { leftText: LINK_TEXTS[view.language].leftToday(left) }),
    tellsLeft: isBeaconDue(page),
    isAbandoned: decline !== undefined && !isPaused(view) && view.isAbandoned === true,
    ...((isSingle || isSplitDeclined(view)) && { entered: { ...view.entered, installment: '1' } }),
    ...(isSingle && { cardPlan: undefined }),
  };
}
