// The card pages without a form: the card is stored, or no card can be given any more. Each page reports
// whether the card was stored and charged.
import { defined } from '#domain/defined.ts';
import type { Currency } from '#domain/money.ts';
import type { OverState } from '#domain/payment/page-state.ts';
import { moneyText } from '../format.ts';
import type { Html } from '../html.ts';
import {
  cardText,
  failedFinally,
  type OutcomeView,
  outcomePage,
  type ShownCard,
} from '../outcome/outcome.ts';
import { CARD_TEXTS } from '../texts.ts';

type CardKeptView = OutcomeView & {
  purpose: 'AddCard' | 'UpdateCard';
  card?: ShownCard;
  /** The unpaid amount, and whether it was charged. */
  due?: { amountMinor: number; currency: Currency; isPaid: boolean } | undefined;
};

export function cardKept(view: CardKeptView): Html {
  const own = CARD_TEXTS[view.language];
  const { due, card } = view;
  const text = view.purpose === 'AddCard' ? own.keptToAdd : own.keptToUpdate;
  const advice = due && (due.isPaid ? own.paidToo : own.pendingToo);
  return outcomePage(view, {
    sign: 'success',
    state: 'completed',
    result: 'stored',
    title: own.keptTitle,
    text,
    ...defined({ advice }),
    facts: [
      [own.card, card && cardText(card)],
      [own.amountPaid, due?.isPaid ? moneyText(due.amountMinor, due.currency, view.language) : undefined],
    ],
  });
}

export function cardFailed(view: Parameters<typeof failedFinally>[0] & { isKept: boolean }): Html {
  const own = CARD_TEXTS[view.language];
  return failedFinally(view, { ...own, notCharged: view.isKept ? own.notPaid : own.notKept });
}

/** No card can be given any more. `isKept`: a card was stored before, and the bank declined its charge. */
export function cardPageOver(
  view: OutcomeView & { isKept: boolean },
  state: Uncapitalize<OverState | 'Gone'>,
): Html {
  const own = CARD_TEXTS[view.language];
  const text = view.isKept ? own[`${state}ButKept`] : own[`${state}Text`];
  const sign = state === 'expired' ? 'neutral' : 'ended';
  return outcomePage(view, { sign, state, title: own[`${state}Title`], text });
}
