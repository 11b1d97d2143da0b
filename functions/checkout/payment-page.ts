// Pages on which an order is paid: their address, their way back to the shop, what they show, and the stages
// of their submit: the card that the buyer has typed or chosen, and one sale with it.
import { randomBytes } from 'node:crypto';
import { type FormError, namedCardOf, readPaymentForm } from '#contract/payment-form.ts';
import { isExpired } from '#domain/card/card.ts';
import { monthAt } from '#domain/card/card-expiry.ts';
import { agreesAnew, isUseDue } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { makePaymentReference } from '#domain/id.ts';
import { firstCount } from '#domain/installment/offer.ts';
import { judgeChoice } from '#domain/installment/plan.ts';
import { isOver, pageMark, stateOf } from '#domain/payment/hosted-page.ts';
import { awaitsIssuer, isAbandoned } from '#domain/payment/payment.ts';
import { paymentResult, returnOf } from '#domain/payment/payment-result.ts';
import { connectBank } from '#flows/bank-connection.ts';
import { sealCardForSaving } from '#flows/payment/card-saving.ts';
import { cardChoice, chosenCard, needsConsent, openChosenCard } from '#flows/payment/customer-cards.ts';
import { loadPaymentOfPage, payHostedPage } from '#flows/payment/hosted-page-payment.ts';
import { planOnPage, plansOfPage, takesInstallments } from '#flows/payment/page-installments.ts';
import { asOfOrder } from '#flows/payment/page-of-order.ts';
import { beginChallenge } from '#flows/payment/three-d.ts';
import { cardPageUrl, hostedPageUrl } from '#http/hosted-page-url.ts';
import type { BuyerView, Shown } from '#page/buyer-view.ts';
import { hostedPage } from '#page/hosted-page.ts';
import { writeCardDeletion } from '#store/card/card-deletion.ts';
import { isCardPage } from '#store/card/card-page.ts';
import { HOSTED_PAGE, type HostedPageItem } from '#store/payment/hosted-page.ts';
import { commit } from '#store/table/commit.ts';
import { measure } from '#telemetry/metric.ts';
import type { Door, Purpose } from './buyer-page.ts';
import type { WayBack } from './leaving.ts';
import type { Stages } from './submission.ts';

/**
 * A page counts as busy or paid if another page of its order is, so that the buyer learns this before typing
 * a card number. Until version 1.1 card pages had addresses below the same path: they are redirected.
 */
export const PAYMENT_DOOR: Door<HostedPageItem> = {
  addressOf: hostedPageUrl,
  find: (item) => HOSTED_PAGE.find(item),
  movedTo: (item) => (isCardPage(item) ? cardPageUrl : undefined),
  asOfNow: asOfOrder,
};

/** Undefined while the outcome of a payment is not known: the buyer has to wait. */
export function paymentWayBack(page: HostedPageItem, now: Date): WayBack | undefined {
  const leaving = returnOf(page, now);
  return (
    leaving && {
      ...leaving,
      result: (issued) => paymentResult(page, leaving.status, issued),
    }
  );
}

export const PAYMENT: Purpose<HostedPageItem> = {
  door: PAYMENT_DOOR,
  endOf: async (page) => (isOver(page) ? (page.state === 'Paid' ? 'paid' : 'failed') : undefined),
  show: showPaymentPage,
};

async function showPaymentPage(view: BuyerView<HostedPageItem>): Promise<Shown> {
  const { page, now } = view;
  const state = stateOf(page, now);
  const hasPayment = page.state === 'Paid' || page.state === 'Processing';
  const [payment, choice, plans] = await Promise.all([
    hasPayment || page.lastDecline !== undefined ? loadPaymentOfPage(page) : undefined,
    state === 'Open' ? cardChoice(page, now) : undefined,
    state === 'Open' ? plansOfPage(page, now) : [],
  ]);
  return hostedPage({
    ...view,
    state,
    savedCards: choice?.cards ?? [],
    lockedCards: choice?.lockedCards ?? [],
    plans,
    canSaveCard: choice !== undefined,
    canRemoveCards: choice?.canRemove === true,
    ...(payment && {
      receipt: { ...payment, timeZone: page.timeZone },
      isVerifying: awaitsIssuer(payment),
      isAbandoned: isAbandoned(payment),
    }),
  });
}

/** Counts a view of the open form or of the expired page. */
export function reportPageView(page: HostedPageItem, now: Date): void {
  const state = stateOf(page, now);
  const labels = { merchantId: page.merchantId, page: pageMark(page.tokenDigest) };
  if (state === 'Open') measure({ PagesOpened: 1 }, labels);
  if (state === 'Expired') measure({ PagesExpired: 1 }, labels);
}

export const PAYMENT_STAGES: Stages<HostedPageItem, ReadPayment, Installments, PreparedPayment> = {
  purpose: PAYMENT,
  wayBack: paymentWayBack,
  isOpen: (page, now) => stateOf(page, now) === 'Open',
  isShownAgain: ({ state }) => state !== 'Processing',
  read: async ({ now }, page, form) => await readPayment(page, form, now),
  loadSubject: judgeInstallments,
  needsBank: true,
  // Only a card that the page offers (hosted-page.md 5.9). A conflict is ignored, because the page that is
  // shown next has the present cards: a live recurring payment uses the card, or it is deleted already.
  removeCard: async (page, form, now) => {
    const [id, choice] = [namedCardOf(form) ?? '', await cardChoice(page, now)];
    const isOffered = choice?.canRemove === true && choice.cards.some((card) => card.id === id);
    if (isOffered) await commit(writeCardDeletion(page.merchantId, id, now));
  },
  count: ({ merchantId, tokenDigest }, what) => {
    const labels = { merchantId, page: pageMark(tokenDigest) };
    if (what === 'submitted') measure({ PagesSubmitted: 1 }, labels);
    if (what === 'bankDown') measure({ BankUnreachable: 1 }, { ...labels, operation: 'sale' });
    if (what === 'cardBusy') measure({ PagesGuarded: 1 }, { ...labels, reason: 'SECURITY_CODES' });
  },
  prepare: preparePayment,
  challenge: beginChallenge,
  take: payHostedPage,
};

type ReadPayment = Exclude<Awaited<ReturnType<typeof readPayment>>, { kind: 'incomplete' | 'bankDown' }>;
type PreparedPayment = NonNullable<Awaited<ReturnType<typeof preparePayment>>>;

/** Reads the form: a new card, or a stored card, which is decrypted here. */
async function readPayment(page: HostedPageItem, form: Record<string, string>, now: Date) {
  const month = monthAt(now, page.timeZone);
  const named = namedCardOf(form);
  const settings = () => connectBank(page.merchantId);
  const chosen = named === undefined ? undefined : await chosenCard(page, named, settings, now);
  const saved = named === undefined ? undefined : (chosen?.card ?? 'notOffered');
  const reading = readPaymentForm(form, month, firstCount(page), saved);
  const { entered } = reading;
  const boxes = [
    ...(entered.saveCard !== true && (await needsConsent(page)) ? (['saveCard'] as const) : []),
    ...(entered.distanceSale !== true && page.distanceSale ? (['distanceSale'] as const) : []),
  ];
  if (boxes.length > 0) {
    const errors = reading.kind === 'incomplete' ? reading.errors : [];
    const missing = boxes.map((field) => ({ field, name: 'consentRequired' }) as const);
    return { kind: 'incomplete', errors: [...errors, ...missing], entered } as const;
  }
  if (reading.kind === 'incomplete') return reading;
  if (reading.kind === 'complete') return { ...reading, kind: 'read' } as const;
  // No card is decrypted for a sale that cannot be sent.
  if (await (await settings()).access.isDown()) return { kind: 'bankDown', entered } as const;
  const opened = chosen && (await openChosenCard(chosen, now));
  if (opened === 'locked') return refused({ field: 'cardNumber', name: 'savedCardLocked' });
  if (chosen === undefined || opened === undefined || isExpired(opened.card, month)) {
    return refused({ field: 'expiry', name: 'cardExpired' });
  }
  const { cardId: cardStorageId, cvv, choice } = reading;
  return {
    kind: 'read',
    card: opened.card,
    entered,
    choice,
    // A submit without a code tries none.
    ...(cvv !== undefined && { cvv, references: opened.references }),
    cardStorageId,
    isCardBlocked: chosen.card.blocked !== undefined,
    isCardUseDue:
      chosen.card.hasPaid !== true || isUseDue(chosen.card, now) || agreesAnew(page.saveCardFor, chosen.card),
  } as const;

  function refused(error: FormError) {
    return { kind: 'incomplete', errors: [error], entered: { ...entered, savedCard: 'new' } } as const;
  }
}

type Installments = Awaited<ReturnType<typeof judgeInstallments>>;

/**
 * What the card is charged. It is not charged what the form has not shown: then the form is shown again, with
 * the installments of the card (hosted-page.md 4.18).
 */
async function judgeInstallments(page: HostedPageItem, now: Date, { card, choice }: ReadPayment) {
  const plan = takesInstallments(page) ? await planOnPage(page, card.cardNumber, now) : undefined;
  const single = { count: 1, chargedMinor: page.amountMinor, surchargeMinor: 0 };
  const offer = judgeChoice(plan?.offers ?? [single], choice);
  const stopped = (name: FormError['name']) => ({
    kind: 'stopped' as const,
    typed: { errors: [{ field: 'installment' as const, name }], ...(plan && { cardPlan: plan }) },
  });
  // Of a merchant whose cards all have the same counts, the card is not the reason.
  const isOfCard = plan?.whyNot !== undefined || (plan?.instead ?? []).length > 0;
  if (offer === 'missing') return stopped(isOfCard ? 'installmentRefused' : 'installmentInvalid');
  if (offer === 'changed') return stopped('installmentChanged');
  return { kind: 'offered' as const, offer, ...defined({ cardFamily: plan?.family }) };
}

/** Encrypts the card for saving, only if the buyer ticked the box. */
async function preparePayment(
  page: HostedPageItem,
  read: ReadPayment,
  installments: Installments,
  now: Date,
) {
  if (installments.kind === 'stopped') return undefined;
  const { kind: _, ...offered } = installments;
  const { kind: __, card, entered, choice: ___, ...chosen } = read;
  const { ownerName } = entered;
  const savesCard = 'savesCard' in read && read.savesCard;
  const pendingCard = savesCard
    ? await sealCardForSaving({ page, card, ownerName, agreedUse: page.saveCardFor ?? 'oneClick', now })
    : undefined;
  return {
    references: [makePaymentReference(now.getTime(), randomBytes)],
    ...chosen,
    ...offered,
    ...defined({ pendingCard }),
  };
}
