// The stages of a page for a card: the card that the buyer has typed is stored and, if a period is due,
// charged.
import { namedCardOf, readPaymentForm } from '#contract/payment-form.ts';
import type { TypedCard } from '#domain/card/card.ts';
import { monthAt } from '#domain/card/card-expiry.ts';
import { cardPageStateOf } from '#domain/card/card-page.ts';
import { type CardPageSubject, loadSubject } from '#flows/card-page/card-page-view.ts';
import { giveCard } from '#flows/card-page/card-submission.ts';
import { beginVerification } from '#flows/card-page/card-verification.ts';
import { sealCardForSaving } from '#flows/payment/card-saving.ts';
import { CARD_TEXTS } from '#page/card-page/card-texts.ts';
import type { CardPageItem } from '#store/card/card-page.ts';
import type { PendingCard } from '#store/payment/pending-card.ts';
import { CARD, cardWayBack } from './card-page.ts';
import type { ReadForm, Stages } from './submission.ts';

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
    const reading = readPaymentForm(form, month, [1], named);
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
