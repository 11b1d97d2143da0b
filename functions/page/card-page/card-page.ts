// The page and HTTP status that a buyer gets for a card page, by its state.
import {
  type CardPage,
  type CardPageDecline,
  cardPageStateOf,
  MAX_CARD_ATTEMPTS,
} from '#domain/card/card-page.ts';
import type { Language } from '#domain/language.ts';
import { buyerSentence } from '../buyer-sentences.ts';
import {
  type BuyerView,
  formFrameOf,
  isPaused,
  type ShownPage,
  showState,
  waitingOf,
} from '../buyer-view.ts';
import { verifyingPage } from '../outcome/challenge.ts';
import { beingChecked, type ShownCard } from '../outcome/outcome.ts';
import { CARD_TEXTS, TEXTS } from '../texts.ts';
import { type CardFormView, cardForm, cardFormAnswer } from './card-form.ts';
import { cardFailed, cardKept, cardPageOver } from './card-outcome.ts';

/** `due`: the amount that is charged with the card. */
type Purpose = Pick<CardFormView, 'subscriptionName' | 'due' | 'isOnlyVerified'>;
type CardPageView = BuyerView<CardPage> &
  Purpose & {
    /** True if the customer was erased or the recurring payment has ended. */
    isGone: boolean;
    card?: ShownCard;
  };

export function cardPage(view: CardPageView): ShownPage {
  const { page, language, due } = view;
  const { charge } = page;
  const decline = declineSentence(page, language);
  const isKept = page.cardStorageId !== undefined;
  return showState(stateOf(view), {
    form: () => {
      const form = formView(view, decline);
      const { lastDecline } = page;
      const code = lastDecline === 'CARD_NUMBER_LIMIT_REACHED' || isPaused(view) ? undefined : lastDecline;
      return { html: cardForm(form), answer: cardFormAnswer(form, code) };
    },
    waiting: () => (charge === 'underWay' ? beingChecked : verifyingPage)(waitingOf(view)),
    done: () => {
      const charged = due && charge && { ...due, isPaid: charge === 'paid' };
      return cardKept({ ...view, purpose: page.purpose, due: charged });
    },
    failed: () => cardFailed({ ...view, isKept, decline }),
    over: (state) => cardPageOver({ ...view, isKept }, state),
  });
}

/** The state, with what follows from customer and recurring payment. */
function stateOf({ page, isGone, now }: CardPageView) {
  const state = cardPageStateOf(page, now);
  const isUnused = state === 'Open' || (state === 'Processing' && page.charge === undefined);
  return isGone && isUnused ? 'Gone' : state;
}

function declineSentence({ guard, lastDecline }: CardPage, language: Language): string | undefined {
  const code: CardPageDecline | undefined = guard === undefined ? lastDecline : 'TOO_MANY_CARDS';
  if (code === undefined) return undefined;
  if (code === 'TOO_MANY_CARDS') return CARD_TEXTS[language].notNow;
  if (code === 'CARD_NUMBER_LIMIT_REACHED') return CARD_TEXTS[language].limitReached;
  return code === 'BANK_UNAVAILABLE' ? TEXTS[language].bankUnavailable : buyerSentence(code, language);
}

const formView = (view: CardPageView, decline: string | undefined): CardFormView => ({
  ...view,
  ...formFrameOf(view, { decline, attemptsLeft: MAX_CARD_ATTEMPTS - view.page.attemptCount }),
  purpose: view.page.purpose,
  isKept: view.page.cardStorageId !== undefined,
});
