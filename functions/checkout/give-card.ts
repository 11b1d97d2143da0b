// The submit of a page on which a card is given: the card that the buyer has typed is verified by the issuer
// if the merchant wants that, stored and, if a period is due, charged. Each form is accepted once.
import { namedCardOf, readPaymentForm } from '#contract/payment-form.ts';
import { monthAt } from '#domain/card/card-expiry.ts';
import { cardPageStateOf } from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import { asksIssuer } from '#domain/payment/three-d-setting.ts';
import { connectBank } from '#flows/bank-connection.ts';
import { loadSubject } from '#flows/card-page/card-page-view.ts';
import { keepTypedCard } from '#flows/card-page/card-submission.ts';
import { beginVerification } from '#flows/card-page/card-verification.ts';
import { cardMarkOf, findSubmissionGuard } from '#flows/payment/card-testing.ts';
import { sealCardForSaving } from '#flows/payment/pending-card.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { CARD_TEXTS } from '#page/texts.ts';
import type { CardPageItem } from '#store/card/card-page.ts';
import { loadPage } from './buyer-page.ts';
import { cardWayBack } from './card-door.ts';
import { CARD } from './card-view.ts';
import {
  bankIsDown,
  challengeOptions,
  extend,
  isNewForm,
  type NextView,
  showChallenge,
  showNext,
} from './form.ts';

export async function giveCard(request: PageRequest, before: CardPageItem): Promise<PageResponse> {
  const form = request.form();
  if (form['extend'] === 'yes') return await extend(request, CARD, before, form);
  const isOpen = (page: CardPageItem): boolean => cardPageStateOf(page, request.now) === 'Open';
  const isAccepted = isOpen(before) && isNewForm(request, before, form);
  const next = isAccepted ? await tryCard(request, before, form) : { page: before };
  if ('kind' in next) return next;
  const { page = await loadPage(request, CARD.door), typed } = next;
  const leaving = { purpose: CARD, wayBack: cardWayBack };
  return await showNext(request, leaving, page, { typed, isShownAgain: isOpen(page) });
}

/** Nothing is claimed before the challenge begins or the card is stored. */
async function tryCard(
  request: PageRequest,
  page: CardPageItem,
  form: Record<string, string>,
): Promise<NextView<CardPageItem> | PageResponse> {
  const { token, now } = request;
  const filled = readForm(page, form, now);
  if (filled.kind === 'incomplete') return { page, typed: filled };
  const { card, cvv, entered } = filled;
  const payer = defined({ payerAddress: request.address });
  const [guard, subject, { merchant, access }] = await Promise.all([
    findSubmissionGuard({ page, token, cardMarks: page.cardMarks, card, ...payer, now }),
    loadSubject(page, now),
    connectBank(page.merchantId),
  ]);
  if (guard !== undefined) return { typed: { entered, isStopped: true } };
  // Nothing can be done with the card any more.
  if (subject.kind === 'gone') return { page };
  const isAsked = asksIssuer(merchant.threeDSecure);
  // Without the issuer, nothing is asked of the bank before the card is stored.
  if (isAsked && (await access.isShut())) return bankIsDown(page, { entered });
  // The script sends the form once more, as a document: only a document can post to the bank.
  if (isAsked && request.wantsData) return { kind: 'challenge' };

  // The consent counts for one card.
  const { consent: _, ...kept } = entered;
  const pending = await sealCardForSaving({ page, card, ownerName: kept.ownerName, now });
  if (pending === undefined) return bankIsDown(page, { entered });
  const cardMark = cardMarkOf(card.cardNumber, token);
  const submission = { page, subject, card, cvv, pending, ...payer, cardMark, now };
  if (isAsked) {
    const options = challengeOptions(request, page, kept);
    const bankForm = await beginVerification(submission, options);
    // Another request has claimed the page meanwhile.
    if (bankForm === undefined) return { typed: { entered: kept } };
    return showChallenge(request, page, bankForm, { text: CARD_TEXTS[options.language].challengeText });
  }
  await keepTypedCard(submission);
  return { typed: { entered: kept } };
}

/** Reads the form: a typed card, and the consent that it is stored. */
function readForm({ timeZone }: CardPageItem, form: Record<string, string>, now: Date) {
  const named = namedCardOf(form) === undefined ? undefined : 'notOffered';
  const reading = readPaymentForm(form, monthAt(now, timeZone), 1, named);
  const consent = form['consent'] === 'yes';
  const entered = { ...reading.entered, consent };
  const errors = reading.kind === 'incomplete' ? reading.errors : [];
  const missing = consent ? [] : [{ field: 'consent', name: 'consentRequired' } as const];
  if (reading.kind === 'complete' && consent) return { ...reading, entered };
  return { kind: 'incomplete', errors: [...errors, ...missing], entered } as const;
}
