// Pages on which a card is given, to add it or to update the card of a recurring payment: their address,
// their way back to the shop, what they show, and the stages of their submit: the card that the buyer has
// typed is stored and, if a period is due, charged.
import { namedCardOf, readPaymentForm } from '#contract/payment-form.ts';
import type { TypedCard } from '#domain/card/card.ts';
import { monthAt } from '#domain/card/card-expiry.ts';
import { cardPageStateOf } from '#domain/card/card-page.ts';
import { cardPageResult, cardReturnOf } from '#domain/card/card-page-result.ts';
import { defined } from '#domain/defined.ts';
import { asksIssuer } from '#domain/payment/three-d-setting.ts';
import { asOfCharge } from '#flows/card-page/card-charge.ts';
import { type CardPageSubject, loadSubject } from '#flows/card-page/card-page-view.ts';
import { giveCard } from '#flows/card-page/card-submission.ts';
import { beginVerification } from '#flows/card-page/card-verification.ts';
import { sealCardForSaving } from '#flows/payment/card-saving.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import type { BuyerView, Shown } from '#page/buyer-view.ts';
import { cardPage } from '#page/card-page/card-page.ts';
import { CARD_TEXTS } from '#page/texts.ts';
import { loadCard } from '#store/card/card.ts';
import { CARD_PAGE, type CardPageItem } from '#store/card/card-page.ts';
import { loadMerchant } from '#store/merchant.ts';
import type { PendingCard } from '#store/payment/pending-card.ts';
import type { Door, Purpose } from './buyer-page.ts';
import type { WayBack } from './leaving.ts';
import type { ReadForm, Stages } from './submission.ts';

export const CARD_DOOR: Door<CardPageItem> = {
  addressOf: cardPageUrl,
  find: (item) => CARD_PAGE.find(item),
  movedTo: () => undefined,
  asOfNow: asOfCharge,
};

/** Undefined during a verification and a charge, and if the merchant gave no address. */
export function cardWayBack(page: CardPageItem, now: Date): WayBack | undefined {
  const leaving = cardReturnOf(page, now);
  return (
    leaving && {
      ...leaving,
      result: (issued) => cardPageResult(page, leaving.status, issued),
    }
  );
}

export const CARD: Purpose<CardPageItem> = {
  door: CARD_DOOR,
  endOf: async (page, now) => (cardReturnOf(page, now) === undefined ? undefined : endIn(page, now)),
  show: showCardPage,
};

function endIn(page: CardPageItem, now: Date): 'stored' | 'failed' | undefined {
  const state = cardPageStateOf(page, now);
  return state === 'Completed' ? 'stored' : state === 'Failed' ? 'failed' : undefined;
}

async function showCardPage(view: BuyerView<CardPageItem>): Promise<Shown> {
  const { page, now } = view;
  const state = cardPageStateOf(page, now);
  const [subject, merchant, card] = await Promise.all([
    loadSubject(page, now),
    state === 'Open' ? loadMerchant(page.merchantId) : undefined,
    state === 'Completed' ? loadCard(page.merchantId, page.cardStorageId ?? '', now) : undefined,
  ]);
  return cardPage({
    ...view,
    returnUrl: cardReturnOf(page, now) && view.returnUrl,
    ...factsOf(page, subject),
    isOnlyVerified: hasNothingDue(subject) && merchant !== undefined && asksIssuer(merchant.threeDSecure),
    ...defined({ card }),
  });
}

const hasNothingDue = (subject: CardPageSubject): boolean =>
  subject.kind !== 'recurringPayment' || subject.due === undefined;

function factsOf(page: CardPageItem, subject: CardPageSubject) {
  const isGone = subject.kind === 'gone';
  if (subject.kind === 'customer') return { isGone };
  const { item } = subject;
  if (item === undefined) return { isGone };
  const { subscriptionName, plan } = item.record;
  const { currency } = plan;
  if (page.state === 'Completed') {
    const due = page.dueMinor !== undefined && { due: { amountMinor: page.dueMinor, currency } };
    return { isGone, subscriptionName, ...due };
  }
  return { isGone, subscriptionName, ...(!isGone && subject.due && { due: subject.due }) };
}

type ReadCard = ReadForm & { card: TypedCard; cvv: string };
type PreparedCard = { subject: CardPageSubject; cvv: string; pending: PendingCard };

const isOpen = (page: CardPageItem, now: Date): boolean => cardPageStateOf(page, now) === 'Open';

export const CARD_STAGES: Stages<CardPageItem, ReadCard, CardPageSubject, PreparedCard> = {
  purpose: CARD,
  wayBack: cardWayBack,
  isOpen,
  isShownAgain: isOpen,
  read: async ({ now }, page, form) => {
    const month = monthAt(now, page.timeZone);
    const named = namedCardOf(form) === undefined ? undefined : 'notOffered';
    const reading = readPaymentForm(form, month, 1, named);
    const consent = form['consent'] === 'yes';
    const entered = { ...reading.entered, consent };
    const errors = reading.kind === 'incomplete' ? reading.errors : [];
    const missing = consent ? [] : [{ field: 'consent', name: 'consentRequired' } as const];
    if (reading.kind === 'complete' && consent) return { ...reading, kind: 'read', entered };
    return { kind: 'incomplete', errors: [...errors, ...missing], entered };
  },
  loadSubject,
  // Nothing is asked of it before the card is stored.
  needsBank: false,
  count: () => {},
  prepare: async (page, { card, cvv, entered: { ownerName } }, subject, now) => {
    const pending = await sealCardForSaving({ page, card, ownerName, now });
    return pending && { subject, cvv, pending };
  },
  challenge: beginVerification,
  challengeText: (language) => CARD_TEXTS[language].challengeText,
  take: async (given) => {
    await giveCard(given);
    return undefined;
  },
};
