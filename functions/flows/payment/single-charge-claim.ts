// The claim of a single charge: what must be true of customer, card, order and bank before the bank is called
// (payments.md 10.2 to 10.5), and the one transaction that makes it stay true.
import { randomBytes } from 'node:crypto';
import type { Acquirer } from '#acquirer/acquirer.ts';
import { type CardDetails, isExpired } from '#domain/card/card.ts';
import { monthAt } from '#domain/card/card-expiry.ts';
import { type KnownConsent, type Mandate, requireMandate } from '#domain/card/mandate.ts';
import { firstDigits } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { makePaymentReference } from '#domain/id.ts';
import type { Currency } from '#domain/money.ts';
import { orderAttemptId } from '#domain/payment/hosted-page.ts';
import { type GivenLabels, labelsOf } from '#domain/payment/labels.ts';
import { firstInquiryAt, type Payment } from '#domain/payment/payment.ts';
import { requireChargeable } from '#domain/recurring-payment/chargeable-card.ts';
import { Rejection } from '#domain/rejection.ts';
import { BANK_DECLINES } from '#domain/rejection-table.ts';
import { localDay } from '#domain/time/business-day.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { loadCardToOpen, type StoredCardItem } from '#store/card/card.ts';
import { writeCardCharge } from '#store/card/card-mark.ts';
import {
  type CardTriesItem,
  cardAllowedFromMs,
  loadCardTries,
  writeCardTry,
} from '#store/card/card-tries.ts';
import { loadCustomer } from '#store/customer.ts';
import { writeActiveCheck } from '#store/customer-writes.ts';
import { loadCardTerms } from '#store/installment/card-terms.ts';
import type { MerchantItem } from '#store/merchant/merchant.ts';
import { isStandingAt, loadMerchantHold } from '#store/merchant-hold.ts';
import { isOlderPageGone } from '#store/payment/hosted-page-writes.ts';
import { loadOrder, type OrderItem } from '#store/payment/order.ts';
import { writeOrderClaim } from '#store/payment/order-writes.ts';
import { writePaymentClaim } from '#store/payment/payment-writes.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { isRouted } from '#store/virtual-pos.ts';
import { measure } from '#telemetry/metric.ts';
import { openCard } from '#vault/card.ts';
import { connectAll, connectBank, connectRouted } from '../bank-connection.ts';
import { begunPayment, type PosPlace, placeOf } from '../begun-payment.ts';
import type { MerchantCall } from '../merchant-call.ts';
import { SETTINGS_REFUSED } from '../merchant-refusal.ts';
import { correlateWithOrder } from '../order-correlation.ts';
import type { SaleRoute } from './next-pos.ts';
import { attemptOfCharge } from './page-attempt.ts';
import { paymentLabels } from './payment-labels.ts';
import { cardTryOf } from './single-charge-finalization.ts';

export type SingleCharge = GivenLabels & {
  customerId: string;
  cardStorageId: string;
  amountMinor: number;
  currency: Currency;
  orderNumber: string;
  mandate?: Mandate;
  capture?: 'manual';
};

export type ChargeCall<Answer> = Omit<MerchantCall<Answer>, 'caller'> & {
  caller: { merchantId: string; keyId: string; timeZone: string; digestKey: string };
  requestId: string;
};

export type ClaimedCharge = {
  payment: Payment;
  card: CardDetails;
  bank: Acquirer;
  /** The bank has made the sale already, in a time that the table does not know. */
  isSold: boolean;
  consent: KnownConsent;
  route: SaleRoute | undefined;
  isBarred: (posId: string) => boolean;
};

/** @throws Rejection: those of payments.md 10; CONCURRENT_UPDATE */
export async function claimCharge<Answer>(
  call: ChargeCall<Answer>,
  charge: SingleCharge,
): Promise<ClaimedCharge> {
  const { caller, now } = call;
  const { merchantId } = caller;
  correlateWithOrder({ merchantId, orderNumber: charge.orderNumber });
  const paymentReferenceNumber = makePaymentReference(now.getTime(), randomBytes);
  const banks = () => connectAll(merchantId);
  const claimed = await untilCommitted({
    load: async (conflict) => ({
      ...(await loadParties(merchantId, charge, now)),
      isAlone: conflict !== undefined && isOlderPageGone(conflict),
    }),
    decide: async ({ isAlone, ...parties }) => {
      const { order, bank, choice, hold, route } = parties;
      const { item, sealed, consent } = requireAllowed(call, charge, parties);
      const { fingerprint: cardFingerprint } = item;
      const tries = await loadCardTries({ merchantId, cardFingerprint });
      requireTry(tries, now);
      const card = await openCard(sealed, { merchantId, cardId: item.id });
      if (isExpired(card, monthAt(now, caller.timeZone))) {
        throw new Rejection('CARD_EXPIRED').at('cardStorageId');
      }
      const ahead = await attemptOfCharge({ merchantId, ...charge }, order, banks, now);
      if (ahead.kind === 'unanswered') throw new Rejection('BANK_UNAVAILABLE');
      const { attemptNumber } = ahead;
      const place = ahead.kind === 'sold' ? { posId: ahead.posId } : choice;
      const sold = { paymentReferenceNumber, attemptNumber, place, sealVersion: sealed.version };
      const payment = newCharge(call, charge, item, sold);
      const writes = [
        ...writeOrderClaim(payment, { order, attemptNumber, isAlone }),
        writePaymentClaim(payment, payment.inquiryAt),
        writeCardTry(cardTryOf(payment), tries),
        writeCardCharge(item, now),
        writeActiveCheck({ merchantId, id: charge.customerId }),
      ];
      const isBarred = (posId: string) => isBlockedAt(item, posId) || isHeldAt(hold, posId);
      const isSold = ahead.kind === 'sold';
      return { writes, result: { payment, card, bank, isSold, consent, route, isBarred } };
    },
    commit: (writes) => call.commitBegun(writes, paymentReferenceNumber),
  });
  measure({ ChargesAttempted: 1 }, paymentLabels(claimed.payment));
  return claimed;
}

type Parties = Awaited<ReturnType<typeof loadParties>>;

async function loadParties(merchantId: string, charge: SingleCharge, now: Date) {
  const { customerId, cardStorageId, currency, orderNumber } = charge;
  const [order, customer, stored, hold, { merchant }] = await Promise.all([
    loadOrder(merchantId, orderNumber),
    loadCustomer(merchantId, customerId),
    loadCardToOpen(merchantId, cardStorageId, now),
    loadMerchantHold(merchantId, currency),
    connectBank(merchantId),
  ]);
  const { access, bank, choice, route } = await connectForCard(merchant, stored?.card, now);
  const isShut = await access.isShut();
  return { order, customer, stored, hold, bank, merchant, choice, route, isShut };
}

/** The family of the card is read only for a merchant with several POS. */
async function connectForCard(merchant: MerchantItem, card: StoredCardItem | undefined, now: Date) {
  const { merchantId } = merchant;
  const today = localDay(now.getTime());
  const single = { family: undefined, count: 1, today };
  if (card === undefined || !isRouted(merchant))
    return { ...(await connectRouted(merchantId, undefined, single)), route: undefined };
  const { posOrder, card: known } = await loadCardTerms(merchantId, firstDigits(card), today);
  const routed = { ...single, family: known.match?.facts.family };
  const route = posOrder && { posOrder, routed };
  return { ...(await connectRouted(merchantId, posOrder, routed)), route };
}

/** What can be said without opening the card. Nothing of it reaches the bank. */
function requireAllowed<Answer>(
  { caller, now }: ChargeCall<Answer>,
  { mandate }: SingleCharge,
  { order, customer, stored, hold, merchant, choice: { posId }, isShut }: Parties,
) {
  requireUnpaid(order);
  const item = requireChargeable({ customer, card: stored?.card, by: caller, now });
  const { olderCardMandate } = merchant;
  const consent = requireMandate(item, { mandate, olderCardMandate }, now);
  requireUnblocked(item, posId);
  if (isHeldAt(hold, posId)) throw new Rejection('BANK_UNAVAILABLE').advising(SETTINGS_REFUSED);
  if (isShut || stored === undefined) throw new Rejection('BANK_UNAVAILABLE');
  return { item, sealed: stored.sealed, consent };
}

/** An order is paid once, and by one payment at a time (payments.md 10.3). */
function requireUnpaid({ paidBy, pendingPayment }: Partial<OrderItem> = {}): void {
  const told = (paymentReferenceNumber: string) => ({ paymentReferenceNumber });
  if (paidBy !== undefined) throw new Rejection('ORDER_ALREADY_PAID', told(paidBy)).at('orderNumber');
  if (pendingPayment === undefined) return;
  throw new Rejection('ORDER_IN_PROGRESS', told(pendingPayment)).at('orderNumber');
}

/** Of a card that the bank has declined for good it is not asked again (cards.md 5). */
function requireUnblocked(item: StoredCardItem, posId: string): void {
  if (item.blocked === undefined || !isBlockedAt(item, posId)) return;
  const { code } = item.blocked;
  const row = BANK_DECLINES[code];
  throw new Rejection({ code, row }, { payment: null, declineCategory: 'Hard' })
    .at('cardStorageId')
    .advising({
      tr: `Banka bu kartı daha önce kesin olarak reddetti; yeniden sorulmadı. ${row.advice.tr}`,
      en: `The bank has declined this card for good before, and was not asked again. ${row.advice.en}`,
    });
}

const isBlockedAt = ({ blocked }: StoredCardItem, posId: string): boolean =>
  blocked !== undefined && (blocked.posId ?? posId) === posId;

const isHeldAt = (hold: Parties['hold'], posId: string): boolean =>
  hold !== undefined && isStandingAt(hold, posId);

function requireTry(tries: CardTriesItem | undefined, now: Date): void {
  const allowedFromMs = cardAllowedFromMs(tries, now.getTime());
  if (allowedFromMs <= now.getTime()) return;
  const retryAfterSeconds = Math.ceil((allowedFromMs - now.getTime()) / SECOND_MS);
  const nextTryAt = new Date(allowedFromMs).toISOString();
  throw new Rejection('CARD_TRY_LIMIT', { retryAfterSeconds, nextTryAt }).at('cardStorageId');
}

type SoldAs = { paymentReferenceNumber: string; attemptNumber: number; place: PosPlace; sealVersion: number };

function newCharge<Answer>(
  { caller, requestId: correlationId, now }: ChargeCall<Answer>,
  charge: SingleCharge,
  { maskedCardNumber, cardAssociation, fingerprint }: StoredCardItem,
  { paymentReferenceNumber, attemptNumber, place, sealVersion }: SoldAs,
): Payment {
  const { merchantId, keyId: createdBy } = caller;
  const { customerId, cardStorageId, amountMinor, currency, orderNumber, mandate, capture } = charge;
  return begunPayment({
    paymentReferenceNumber,
    merchantId,
    orderNumber,
    chargedMinor: amountMinor,
    currency,
    installment: 1,
    maskedCardNumber,
    cardAssociation,
    bankOrderId: orderAttemptId({ merchantId, orderNumber }, attemptNumber),
    ...placeOf(place),
    source: 'Charge',
    customerId,
    cardStorageId,
    chargedCard: { fingerprint, sealVersion },
    ...labelsOf(charge),
    ...defined({ mandate, capture }),
    createdBy,
    ...(attemptNumber > 1 && { isAgain: true }),
    correlationId,
    createdAt: now.toISOString(),
    inquiryAt: firstInquiryAt(now),
  });
}
