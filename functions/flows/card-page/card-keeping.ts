// Stores the card of a card page: page, card and, if the page is for one, recurring payment in one
// transaction, so that a crash leaves all of them or none. A number that the customer has stored already adds
// no second card, if the issuer has proven it: else its id would tell anybody who has a link that a number
// is stored. The transaction plans the charge of an unpaid period; the charge is made after it.
import type { CardPage } from '#domain/card/card-page.ts';
import { type CardConsents, consentsWith, isUnblockedBy, type StoredCard } from '#domain/card/stored-card.ts';
import { cardUpdated, replaceCard } from '#domain/recurring-payment/card-renewal.ts';
import { chargeObstacle } from '#domain/recurring-payment/chargeable-card.ts';
import { isLive } from '#domain/recurring-payment/recurring-payment.ts';
import { CARD, type StoredCardItem, writeCardRelease } from '#store/card/card.ts';
import { writeCardGiven } from '#store/card/card-mark.ts';
import {
  CARD_NUMBERS,
  findMaskLimit,
  type MaskLimit,
  writeCardNumber,
  writePaidCardNumber,
} from '#store/card/card-numbers.ts';
import { type CardPageItem, writeCardPage } from '#store/card/card-page.ts';
import { type CardTriesItem, loadCardTries, writeCardTriesEnd } from '#store/card/card-tries.ts';
import { withFreedCards } from '#store/card/wrong-codes.ts';
import { type CustomerItem, loadCustomer } from '#store/customer.ts';
import { writeCustomerCheck } from '#store/customer-writes.ts';
import { type PendingCard, writePendingCardOfPageEnd } from '#store/payment/pending-card.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
  writeCardReplacement,
  writeStep,
} from '#store/recurring-payment/recurring-payment.ts';
import { conflictOn, isConflictOn, type Write } from '#store/table/commit.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';
import {
  findSameCard,
  type KeptCard,
  newCardOf,
  renewedCard,
  type SameCard,
  writeKeptCard,
} from '../payment/kept-card.ts';
import { dueWithCard } from './card-page-view.ts';

export type GivenCard = {
  page: CardPageItem;
  pending: PendingCard;
  /** True if the issuer has authenticated the buyer as the cardholder. */
  isProven: boolean;
  /** True if the pending card is stored beside the page. */
  isWaiting: boolean;
  /** Changes of the page that belong to this submit. */
  changes: Partial<CardPage>;
  now: Date;
};

type KeepOutcome =
  /** `charged`: the recurring payment with an unpaid period for which the card may be charged now. */
  | { kind: 'kept'; page: CardPageItem; charged?: RecurringPaymentItem }
  /** Customer or recurring payment have ended meanwhile. */
  | { kind: 'gone' }
  /** Behind the mask of the card the limit of numbers that no issuer has verified is reached. */
  | { kind: 'limitReached' }
  /** Another request has used the page. */
  | { kind: 'overtaken' };

export async function keepCard(newCard: GivenCard): Promise<KeepOutcome> {
  const { page } = newCard;
  const { merchantId } = page;
  let limit: MaskLimit | undefined;
  return await untilCommitted<KeepingContext | Exclude<KeepOutcome, { kind: 'kept' }>, KeepOutcome>({
    load: async (conflict) => {
      if (conflict && isConflictOn(conflict, 'card-page')) return { kind: 'overtaken' };
      const mask = conflict && conflictOn(conflict, CARD_NUMBERS)?.found;
      if (mask !== undefined) {
        limit = await findMaskLimit(merchantId, mask);
        if (limit === undefined) return { kind: 'limitReached' };
      }
      return (await loadKeepingContext(newCard)) ?? { kind: 'gone' };
    },
    decide: (context) => {
      if ('kind' in context) return { result: context };
      const { writes, kept } = keepingOf(newCard, context, limit);
      return { writes, result: { kind: 'kept', ...kept } };
    },
    lost: 'The card of the page could not be stored.',
  });
}

type KeepingContext = SameCard & {
  customer: CustomerItem;
  item: RecurringPaymentItem | undefined;
  /** The tries of a card that gets another expiry. */
  tries: CardTriesItem | undefined;
  digestKey: string;
};

/** Undefined if the customer is erased, or the recurring payment of the page has ended. */
async function loadKeepingContext({ page, pending, now }: GivenCard): Promise<KeepingContext | undefined> {
  const { merchantId, customerId, recurringPaymentId } = page;
  const { fingerprint: cardFingerprint } = pending.card;
  const isRenewed = pending.known?.renewal !== undefined;
  const [customer, same, item, tries, digestKey] = await Promise.all([
    loadCustomer(merchantId, customerId),
    findSameCard({ ...pending.card, merchantId, customerId }, now),
    recurringPaymentId === undefined ? undefined : loadRecurringPayment(merchantId, recurringPaymentId),
    isRenewed ? loadCardTries({ merchantId, cardFingerprint }) : undefined,
    merchantKeyOf(merchantId),
  ]);
  const isGone = recurringPaymentId !== undefined && (item === undefined || !isLive(item.record));
  return customer === undefined || isGone ? undefined : { ...same, customer, item, tries, digestKey };
}

type CardKeeping = { writes: Write[]; kept: { page: CardPageItem; charged?: RecurringPaymentItem } };

function keepingOf(newCard: GivenCard, context: KeepingContext, limit: MaskLimit | undefined): CardKeeping {
  const { page, pending, isProven, isWaiting, changes, now } = newCard;
  const { item } = context;
  const known = isProven ? context.known : undefined;
  const kept: KeptCard =
    (known && renewedIfUsable(known, newCard, context)) ?? newCardOf(pending, page.merchantId, now);
  const { card } = kept;
  const use = item && placeCard(item, card, now);
  const { merchantId, fingerprint: cardFingerprint } = card;
  const isRenewed = pending.known?.renewal !== undefined;
  const triesEnd = isRenewed && writeCardTriesEnd({ merchantId, cardFingerprint }, context.tries);
  const cardWrites = writeCard(kept, newCard, context);
  const completed = {
    ...changes,
    state: 'Completed' as const,
    completedAt: now.toISOString(),
    cardStorageId: card.id,
    ...use?.due,
  };
  return {
    writes: [
      writeCardPage(page, completed, [
        'guard',
        'guardedUntil',
        'lastDecline',
        // Of an earlier card of this page.
        ...(use?.due ? [] : (['dueMinor', 'dueAttempt'] as const)),
      ]),
      ...(isWaiting ? [writePendingCardOfPageEnd(page.tokenDigest)] : []),
      ...(isProven ? withFreedCards(cardWrites, context.locked) : cardWrites),
      writeCustomerCheck(context.customer),
      // A verification by the issuer counts like a sale; a card with neither counts against the limit.
      isProven ? writePaidCardNumber(card) : writeCardNumber(card, limit),
      ...(triesEnd ? [triesEnd] : []),
      ...(use?.writes ?? []),
    ],
    kept: {
      page: { ...page, ...completed, version: page.version + 1 },
      ...(use?.charged && { charged: use.charged }),
    },
  };
}

/** The consent counts from the submit, even if the issuer verifies the card later. */
function consentsOf(card: StoredCard, { page, changes }: GivenCard): CardConsents {
  const { recurringPaymentId, consentedAt } = { ...page, ...changes };
  return consentedAt === undefined ? {} : consentsWith(card, consentedAt, recurringPaymentId);
}

/**
 * The stored card of the same number with the expiry that the buyer gave. Undefined if it cannot be charged
 * for the recurring payment, for example because it needs a CVV: then the number is stored as another card.
 */
function renewedIfUsable(
  read: StoredCardItem,
  { pending, now }: GivenCard,
  { item, digestKey }: KeepingContext,
): KeptCard | undefined {
  const known = renewedCard(read, pending, now);
  if (item === undefined) return known;
  const { customerId, plan } = item.record;
  const obstacle = chargeObstacle(known.card, { customerId, timeZone: plan.timeZone, digestKey }, now);
  return obstacle === undefined ? known : undefined;
}

/** The card with the buyer's consent, and with the recurring payment that uses it. */
function writeCard(kept: KeptCard, newCard: GivenCard, { latest, item }: KeepingContext): Write[] {
  const { pending, now } = newCard;
  const agreed = consentsOf(kept.card, newCard);
  const usedBy = item?.record.id;
  const isNew = kept.read === undefined;
  const fresh = { ...kept.card, ...agreed, ...(usedBy !== undefined && { usedBy: new Set([usedBy]) }) };
  const card = isNew ? fresh : kept.card;
  const writes = writeKeptCard({ ...kept, card }, pending, latest, (read) => [
    writeCardGiven(read, { now, isUnblocked: isUnblockedBy(read, now.getTime()) }),
  ]);
  if (isNew) return writes;
  const use = usedBy !== undefined && { addTo: { usedBy } };
  return writes.map((write) =>
    write.what === 'card' && write.kind === 'update'
      ? { ...write, set: { ...write.set, ...CARD.attributes(agreed) }, ...use }
      : write,
  );
}

type CardWrites = {
  writes: Write[];
  charged?: RecurringPaymentItem;
  due?: Required<Pick<CardPage, 'dueMinor' | 'dueAttempt'>>;
};

/** Replaces the card of the recurring payment by this one, and plans the attempt of an unpaid period. */
function placeCard(item: RecurringPaymentItem, card: StoredCard, now: Date): CardWrites {
  const { merchantId, record } = item;
  const nowMs = now.getTime();
  const { id: cardStorageId, maskedCardNumber, fingerprint } = card;
  const isSame = record.cardStorageId === cardStorageId;
  const outcome = isSame
    ? cardUpdated(record, nowMs)
    : replaceCard(record, { cardStorageId, maskedCardNumber }, nowMs);
  const due = dueWithCard(item, now);
  if (outcome.kind === 'unchanged') return { writes: [] };
  const { step } = outcome;
  const after = { ...item, record: step.record, version: step.record.version, cardFingerprint: fingerprint };
  const release = writeCardRelease({ merchantId, id: record.cardStorageId }, record.id, nowMs);
  return {
    writes: isSame ? writeStep(item, step) : [...writeCardReplacement(item, step, fingerprint), release],
    ...(due && {
      charged: after,
      due: {
        dueMinor: due.amountMinor,
        dueAttempt: { periodNumber: due.periodNumber, attemptNumber: due.attemptNumber },
      },
    }),
  };
}
