// The page and HTTP status that a buyer gets for a hosted page, by its state.
import { type HostedPage, MAX_DECLINES } from '#domain/payment/hosted-page.ts';
import type { HostedPageState } from '#domain/payment/page-state.ts';
import { buyerSentence } from './buyer-sentences.ts';
import { type BuyerView, formFrameOf, isPaused, type Shown, showState, waitingOf } from './buyer-view.ts';
import { type PaymentFormView, paymentForm, paymentFormAnswer } from './form/payment-form.ts';
import type { Html } from './html.ts';
import { verifyingPage } from './outcome/challenge.ts';
import { beingChecked, cardText, failedFinally, pageOver, paid, type Receipt } from './outcome/outcome.ts';
import { FLOW_TEXTS, TEXTS } from './texts.ts';

type Offered = Pick<PaymentFormView, 'savedCards' | 'lockedCards' | 'canSaveCard'>;
type HostedPageView = BuyerView<HostedPage> &
  Offered & {
    state: HostedPageState;
    /** The payment under way, or the one that paid. */
    receipt?: Receipt;
    /** True if the payment waits for the issuer, not for the bank. */
    isVerifying?: boolean;
    /** True if the last attempt ended because the buyer cancelled the issuer's verification. */
    isAbandoned?: boolean;
  };

export function hostedPage(view: HostedPageView): Shown {
  const { page, language } = view;
  const code = page.guard === undefined ? page.lastDecline : 'TOO_MANY_CARDS';
  const isShopRefused = page.guard === undefined && page.isShopRefused === true;
  const decline = isShopRefused ? TEXTS[language].shopUnavailable : code && declineSentence(view, code);
  return showState(view.state, {
    form: () => {
      const form = formView(view, decline);
      // Without `answer` the script opens the page, whose fields change: a stored card needs its CVV now.
      const isCvvAskedFor = code === 'CARD_REQUIRES_CVV';
      const answer = paymentFormAnswer(form, isShopRefused || isPaused(view) ? undefined : code);
      return { html: paymentForm(form), ...(!isCvvAskedFor && { answer }) };
    },
    waiting: () => (view.isVerifying ? verifyingPage : beingChecked)(waitingOf(view)),
    done: () => paid(view),
    failed: () => failedFinally({ ...view, decline }),
    over: (state) => pageOver(view, state),
  });
}

/** The form of a page on which nothing was tried yet. */
export const untriedForm = (view: HostedPageView): Html => paymentForm(formView(view, undefined));

function declineSentence(view: HostedPageView, code: NonNullable<HostedPage['lastDecline']>) {
  const { page, language, receipt } = view;
  const isAbandoned = view.isAbandoned === true && page.state === 'Open';
  // Not a decline: the CVV field asks for the CVV instead.
  if (code === 'CARD_REQUIRES_CVV') return undefined;
  // On a page that a guard has ended.
  if (code === 'TOO_MANY_CARDS' || code === 'RATE_LIMITED') return TEXTS[language].notNow;
  if (code === 'BANK_UNAVAILABLE') return TEXTS[language].bankUnavailable;
  if (isAbandoned) return FLOW_TEXTS[language].givenUpText;
  return buyerSentence(code, language, receipt && cardText(receipt));
}

/** The form's field errors. If there are none, the bank's request for a CVV is shown at the CVV field. */
function errorsOf({ page, errors = [] }: HostedPageView): NonNullable<HostedPageView['errors']> {
  const isCvvRequested =
    errors.length === 0 && page.guard === undefined && page.lastDecline === 'CARD_REQUIRES_CVV';
  return isCvvRequested ? [{ field: 'cvv', name: 'cvvAskedFor' }] : errors;
}

function formView(view: HostedPageView, decline: string | undefined): PaymentFormView {
  const { page } = view;
  const attemptsLeft = MAX_DECLINES - page.declineCount;
  return {
    ...page,
    ...view,
    ...formFrameOf({ ...view, errors: errorsOf(view) }, { decline, attemptsLeft }),
    installmentCounts: page.installmentCounts ?? [page.installment],
    isAbandoned: decline !== undefined && !isPaused(view) && view.isAbandoned === true,
  };
}
