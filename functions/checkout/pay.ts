// The submit of a page on which an order is paid: the card that the buyer has typed or chosen, and one sale
// with it, after a challenge by the issuer if the merchant wants that. Each form is accepted once.
import { randomBytes } from 'node:crypto';
import { type FormEntries, type FormError, namedCardOf, readPaymentForm } from '#contract/payment-form.ts';
import { type CardDetails, isExpired, isTypedCard, type TypedCard } from '#domain/card/card.ts';
import { monthAt } from '#domain/card/card-expiry.ts';
import { agreesAnew, isUseDue } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { makePaymentReference } from '#domain/id.ts';
import { firstCount, type InstallmentOffer } from '#domain/installment/offer.ts';
import { judgeChoice } from '#domain/installment/plan.ts';
import { stateOf } from '#domain/payment/hosted-page.ts';
import { cardsTried, isLink, restsUntil } from '#domain/payment/link.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import type { PosOrder } from '#domain/payment/pos-route.ts';
import { localDay } from '#domain/time/business-day.ts';
import { connectBank, connectRouted } from '#flows/bank-connection.ts';
import { isIssuerAsked } from '#flows/payment/asked-issuer.ts';
import { cardMarkOf, findSubmissionGuard } from '#flows/payment/card-testing.ts';
import {
  type ChosenCard,
  cardChoice,
  chosenCard,
  needsConsent,
  openChosenCard,
} from '#flows/payment/customer-cards.ts';
import { payHostedPage } from '#flows/payment/hosted-page-payment.ts';
import type { PaymentSubmission } from '#flows/payment/page-claim.ts';
import { routedPlan, takesInstallments } from '#flows/payment/page-installments.ts';
import { sealCardForSaving } from '#flows/payment/pending-card.ts';
import { beginChallenge } from '#flows/payment/three-d-challenge.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { moneyText } from '#page/format.ts';
import { writeCardDeletion } from '#store/card/card-deletion.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { writeHostedPageEnd } from '#store/payment/hosted-page-writes.ts';
import { commit } from '#store/table/commit.ts';
import { isRouted } from '#store/virtual-pos.ts';
import { measure } from '#telemetry/metric.ts';
import { isCrossSite, loadPage, type TypedForm } from './buyer-page.ts';
import {
  bankIsDown,
  challengeOptions,
  extend,
  isNewForm,
  type NextView,
  showChallenge,
  showNext,
} from './form.ts';
import { paymentWayBack } from './payment-door.ts';
import { PAYMENT } from './payment-view.ts';

export async function pay(request: PageRequest, before: HostedPageItem): Promise<PageResponse> {
  const form = request.form();
  const isOpen = stateOf(before, request.now) === 'Open';
  if (form['removeCard'] === 'yes') {
    if (isOpen && !isCrossSite(request)) await removeCard(before, form, request.now);
    return { kind: 'redirect', to: request.pageUrl() };
  }
  if (form['extend'] === 'yes') return await extend(request, PAYMENT, before, form);
  const isAccepted = isOpen && isNewForm(request, before, form);
  const next = isAccepted ? await tryCard(request, before, form) : { page: before };
  if ('kind' in next) return next;
  const { page = await loadPage(request, PAYMENT.door), typed } = next;
  const leaving = { purpose: PAYMENT, wayBack: paymentWayBack };
  return await showNext(request, leaving, page, { typed, isShownAgain: page.state !== 'Processing' });
}

/**
 * Deletes the stored card that the form names, only if the page offers it (hosted-page.md 5.9). A conflict is
 * ignored, because the page that is shown next has the present cards: a live recurring payment uses the card,
 * or it is deleted already.
 */
async function removeCard(page: HostedPageItem, form: Record<string, string>, now: Date): Promise<void> {
  const [id, offered] = [namedCardOf(form) ?? '', await cardChoice(page, now)];
  const isOffered = offered?.canRemove === true && offered.cards.some((card) => card.id === id);
  if (isOffered) await commit(writeCardDeletion(page.merchantId, id, now));
}

/** Nothing is claimed before the challenge or the sale begins. */
async function tryCard(
  request: PageRequest,
  page: HostedPageItem,
  form: Record<string, string>,
): Promise<NextView<HostedPageItem> | PageResponse> {
  const { token, now } = request;
  const labels = { merchantId: page.merchantId, page: pageMark(page.tokenDigest) };
  const bankDown = (typed: TypedForm): NextView<HostedPageItem> => {
    measure({ BankUnreachable: 1 }, { ...labels, operation: 'sale' });
    return bankIsDown(page, typed);
  };
  // No card is read or decrypted on a link that has had its attempts of today.
  if (restsUntil(page, now) !== undefined) return { page, typed: { isStopped: true } };
  const filled = await readForm(page, form, now);
  if (filled.kind === 'incomplete') return { page, typed: filled };
  const { entered } = filled;
  if (filled.kind === 'bankDown') return bankDown({ entered });

  const { card } = filled;
  const payer = defined({ payerAddress: request.address });
  const guarded = { page, token, cardMarks: cardsTried(page, now), isLink: isLink(page), now };
  const connecting = connectBank(page.merchantId);
  const isTyped = isTypedCard(card);
  const [guard, installments, isAsked] = await Promise.all([
    findSubmissionGuard({ ...guarded, card, ...payer }),
    judgeInstallments(page, now, filled, connecting),
    isTyped && connecting.then(({ merchant }) => isIssuerAsked(merchant, now)),
  ]);
  if (guard !== undefined) {
    measure({ PagesSubmitted: 1 }, labels);
    return { typed: { entered, isStopped: true } };
  }
  if (installments.kind === 'unsold') {
    const { kind } = await commit([writeHostedPageEnd(page, 'INSTALLMENT_NOT_ALLOWED')]);
    if (kind === 'committed') measure({ PagesFailed: 1 }, labels);
    return { typed: { entered } };
  }
  if (installments.kind === 'stopped') return { page, typed: { entered, ...installments.typed } };
  const { offer, cardFamily, posOrder } = installments;
  const routed = { family: cardFamily, count: offer.count, today: localDay(now.getTime()) };
  const { access, choice: posChoice } = await connectRouted(page.merchantId, posOrder, routed);
  const isShut = await access.isShut();
  // The script sends the form once more, as a document: only a document can post to the bank.
  if (isAsked && request.wantsData && !isShut) return { kind: 'challenge' };
  measure({ PagesSubmitted: 1 }, labels);
  if (isShut) return bankDown({ entered });

  const { cvv, stored, codeTries } = filled;
  const pendingCard = filled.savesCard ? await sealTypedCard(page, filled, now) : undefined;
  const submission = {
    page,
    card,
    offer,
    posChoice,
    ...(posOrder && { route: { posOrder, routed } }),
    ...stored,
    ...defined({ cvv, cardFamily, pendingCard }),
    ...payer,
    cardMark: cardMarkOf(card.cardNumber, token),
    // A payment with a security code gets one of the card's tries as its reference (cards.md 7.1).
    references: codeTries ?? [makePaymentReference(now.getTime(), randomBytes)],
    now,
  };
  // A stored card cannot be challenged.
  if (isTyped && isAsked) {
    const options = challengeOptions(request, page, entered);
    const bankForm = await beginChallenge({ ...submission, card }, options);
    if (bankForm === 'unanswered') return bankIsDown(page, { entered });
    // Another request has claimed the page meanwhile, or the bank has sold its order already.
    if (bankForm === undefined) return { typed: { entered } };
    const amount = moneyText(offer.chargedMinor, page.currency, options.language);
    return showChallenge(request, page, bankForm, { amount });
  }
  const paid = await payHostedPage(submission);
  if (paid === 'unanswered') return bankIsDown(page, { entered });
  // Other pages are trying codes of the same stored card: nothing was claimed.
  if (paid === 'cardBusy') {
    measure({ PagesGuarded: 1 }, { ...labels, reason: 'SECURITY_CODES' });
    return { page, typed: { entered, isStopped: true } };
  }
  return { ...(paid && { page: paid }), typed: { entered } };
}

const sealTypedCard = async (page: HostedPageItem, { card, entered: { ownerName } }: FilledForm, now: Date) =>
  await sealCardForSaving({ page, card, ownerName, agreedUse: page.saveCardFor ?? 'oneClick', now });

type FilledForm = {
  kind: 'filled';
  card: CardDetails | TypedCard;
  cvv?: string;
  /** As the form sends it. */
  chosenInstallment: string;
  entered: FormEntries;
  /** The buyer wants the typed card saved. */
  savesCard?: boolean;
  stored?: Pick<PaymentSubmission, 'cardStorageId' | 'isCardBlocked' | 'isCardUseDue'>;
  /** The references of the stored card's tries that are left. Absent if no security code of one is tried. */
  codeTries?: PaymentSubmission['references'];
};
type UnfilledForm =
  | { kind: 'incomplete'; errors: readonly FormError[]; entered: FormEntries }
  /** No stored card was decrypted. */
  | { kind: 'bankDown'; entered: FormEntries };

/** Reads the form: a typed card, or a stored card, which is decrypted here. */
async function readForm(
  page: HostedPageItem,
  form: Record<string, string>,
  now: Date,
): Promise<FilledForm | UnfilledForm> {
  const named = namedCardOf(form);
  const connect = () => connectBank(page.merchantId);
  const chosen = named === undefined ? undefined : await chosenCard(page, named, connect, now);
  const offered = named === undefined ? undefined : (chosen?.card ?? 'notOffered');
  const reading = readPaymentForm(form, monthAt(now, page.timeZone), firstCount(page), offered);
  const { entered } = reading;
  const missing = await missingConsents(page, entered);
  if (reading.kind === 'incomplete' || missing.length > 0) {
    const errors = reading.kind === 'incomplete' ? reading.errors : [];
    return { kind: 'incomplete', errors: [...errors, ...missing], entered };
  }
  if (reading.kind === 'complete') return { ...reading, kind: 'filled' };
  // No card is decrypted for a sale that cannot be sent.
  const { merchant, access } = await connect();
  if (!isRouted(merchant) && (await access.isShut())) return { kind: 'bankDown', entered };
  const stored = chosen === undefined ? 'cardExpired' : await openStoredCard(page, chosen, now);
  if (typeof stored === 'string') {
    const field = stored === 'cardExpired' ? 'expiry' : 'cardNumber';
    const errors = [{ field, name: stored } as const];
    return { kind: 'incomplete', errors, entered: { ...entered, savedCard: 'new' } };
  }
  const { card, references, ...facts } = stored;
  const { cvv, chosenInstallment } = reading;
  const common = { kind: 'filled', card, chosenInstallment, entered, stored: facts } as const;
  // A submit without a code tries none.
  return cvv === undefined ? common : { ...common, cvv, codeTries: references };
}

async function missingConsents(page: HostedPageItem, entered: FormEntries): Promise<FormError[]> {
  const mustSave = entered.saveCard !== true && (await needsConsent(page));
  const mustAccept = entered.distanceSale !== true && page.distanceSale !== undefined;
  return [
    ...(mustSave ? [{ field: 'saveCard', name: 'consentRequired' } as const] : []),
    ...(mustAccept ? [{ field: 'distanceSale', name: 'consentRequired' } as const] : []),
  ];
}

/** Decrypts the chosen card, or names what prevents it from paying. */
async function openStoredCard(page: HostedPageItem, chosen: ChosenCard, now: Date) {
  const opened = await openChosenCard(chosen, now);
  if (opened === 'locked') return 'savedCardLocked';
  if (isExpired(opened.card, monthAt(now, page.timeZone))) return 'cardExpired';
  const { id: cardStorageId, blocked, hasPaid } = chosen.card;
  const isCardUseDue =
    hasPaid !== true || isUseDue(chosen.card, now) || agreesAnew(page.saveCardFor, chosen.card);
  return { ...opened, cardStorageId, isCardBlocked: blocked !== undefined, isCardUseDue };
}

type Installments =
  | { kind: 'offered'; offer: InstallmentOffer; cardFamily?: string; posOrder: PosOrder | undefined }
  /** No card can pay in the count that the merchant fixed. */
  | { kind: 'unsold' }
  /** The form is shown again, and nothing was charged. */
  | { kind: 'stopped'; typed: TypedForm };

/**
 * What the card is charged. It is not charged what the form has not shown: then the form is shown again, with
 * the installments of the card (hosted-page.md 4.18).
 */
async function judgeInstallments(
  page: HostedPageItem,
  now: Date,
  { card, chosenInstallment }: FilledForm,
  connecting: ReturnType<typeof connectBank>,
): Promise<Installments> {
  const isJudged = takesInstallments(page) || isRouted((await connecting).merchant);
  const { plan, posOrder } = isJudged ? await routedPlan(page, card.cardNumber, now) : {};
  if (plan?.isUnsold) return { kind: 'unsold' };
  const single = { count: 1, chargedMinor: page.amountMinor, surchargeMinor: 0 };
  const offer = judgeChoice(plan?.offers ?? [single], chosenInstallment);
  const stopped = (name: FormError['name']) => ({
    kind: 'stopped' as const,
    typed: { errors: [{ field: 'installment' as const, name }], ...(plan && { cardPlan: plan }) },
  });
  // Of a merchant whose cards all have the same counts, the card is not the reason.
  const isOfCard = plan?.whyNot !== undefined || (plan?.instead ?? []).length > 0;
  if (offer === 'missing') return stopped(isOfCard ? 'installmentRefused' : 'installmentInvalid');
  if (offer === 'changed') return stopped('installmentChanged');
  return { kind: 'offered', offer, posOrder, ...defined({ cardFamily: plan?.family }) };
}
