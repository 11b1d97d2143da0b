// Take money once: claim, call, settle. The claim is written before the bank hears of the payment, with the
// instant at which the sweep will ask; whatever crashes in between, the bank's own answer ends it.
import type { SaleOutcome } from '#acquirer/acquirer.ts';
import { type CardDetails, cardAssociation, maskCardNumber } from '#domain/card.ts';
import { awaitsIssuer, nextInquiryAt, type Payment, saleBeganMs } from '#domain/payment.ts';
import { type Committed, commit } from '#store/commit.ts';
import { addressDigest } from '#store/decline.ts';
import { type HostedPageItem, writeHostedPageClaim } from '#store/hosted-page.ts';
import { loadPayment, writePaymentClaim, writePaymentInquiry } from '#store/payment.ts';
import { type PendingCard, writePendingCard } from '#store/pending-card.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { follow } from '#telemetry/trail.ts';
import { retryContended } from './contention.ts';
import { bankOf } from './merchant-bank.ts';
import { endOverdueChallenge, namePayment, settlePayment } from './payment-settlement.ts';
import { inquireAgainAt, readSaleInquiry } from './sale-inquiry.ts';

export type Submit = {
  page: HostedPageItem;
  card: CardDetails;
  /** Passes through to the bank; kept nowhere. */
  cvv?: string;
  /** Where the card came from the vault. */
  cardStorageId?: string;
  /** A bank has refused that card for good. */
  isCardRefused?: boolean;
  /** The buyer wants the card kept. */
  pendingCard?: PendingCard;
  payerAddress?: string;
  /** Names the card to this page alone. */
  cardMark: string;
  /** One of the counts that the page offers. */
  installment: number;
  paymentReferenceNumber: string;
  now: Date;
};

/**
 * One attempt to pay a hosted page. Answers the page where the attempt has ended it; else, where the page was
 * not free, the bank refused, or its answer is not known, how things stand is to be read.
 */
export async function payHostedPage(submit: Submit): Promise<HostedPageItem | undefined> {
  const { page, card, cvv, payerAddress } = submit;
  // Before the claim: if the bank's settings cannot be opened, the page must stay open.
  const bank = await bankOf(page.merchantId);
  const payment = newPayment(submit);
  const claimed = await claimPayment(payment, submit, firstInquiryAt(submit.now));
  if (claimed.kind === 'refused') return undefined;
  const outcome = await bank.sale({
    bankOrderId: payment.bankOrderId,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    installment: payment.installment,
    card,
    ...(cvv !== undefined && { cvv }),
    ...(payerAddress !== undefined && { payerAddress }),
  });
  reportSale(payment, outcome);
  // The sweep will find it out.
  if (outcome.kind === 'unknown') return undefined;
  return await settlePayment({ payment, page }, outcome, new Date());
}

/** The bank's order ids take letters and digits only. */
export const bankOrderIdOf = (paymentReferenceNumber: string) => paymentReferenceNumber.replace('-', '');

export function newPayment(submit: Submit): Payment {
  const { page, card, cardStorageId, installment, payerAddress, paymentReferenceNumber, now } = submit;
  const { merchantId, orderNumber, amountMinor, currency, customerId, correlationId } = page;
  return {
    paymentReferenceNumber,
    merchantId,
    orderNumber,
    amountMinor,
    currency,
    installment,
    status: 'Processing',
    refundedMinor: 0,
    reservedMinor: 0,
    maskedCardNumber: maskCardNumber(card.cardNumber),
    cardAssociation: cardAssociation(card.cardNumber),
    bankOrderId: bankOrderIdOf(paymentReferenceNumber),
    threeDSecure: false,
    source: 'HostedPage',
    ...(customerId !== undefined && { customerId }),
    ...(cardStorageId !== undefined && { cardStorageId }),
    ...(submit.pendingCard && { savesCard: true }),
    ...(submit.isCardRefused && { isCardRefused: true }),
    createdAt: now.toISOString(),
    ...(payerAddress !== undefined && { payerDigest: addressDigest(merchantId, payerAddress) }),
    hostedPageDigest: page.tokenDigest,
    ...(correlationId !== undefined && { correlationId }),
    inquiries: 0,
  };
}

/** When the sweep asks for a sale that leaves now. */
export const firstInquiryAt = (now: Date) => new Date(nextInquiryAt(0, now.getTime()) ?? now).toISOString();

/** Page and order are taken; the sweep looks after the payment at `dueAt` (ISO). */
export async function claimPayment(
  payment: Payment,
  { page, cardMark, pendingCard }: Submit,
  dueAt: string,
): Promise<Committed> {
  const writes = [
    ...writeHostedPageClaim(page, payment.paymentReferenceNumber, cardMark),
    writePaymentClaim(payment, dueAt),
    ...(pendingCard ? [writePendingCard(payment, pendingCard)] : []),
  ];
  return await retryContended(() => commit(writes));
}

/** Asks the bank what became of a payment whose answer was lost, and settles it if the bank knows. */
export async function inquirePayment(
  merchantId: string,
  paymentReferenceNumber: string,
  now: Date,
): Promise<'settled' | 'waiting'> {
  const payment = await loadPayment(merchantId, paymentReferenceNumber);
  if (payment === undefined || payment.status !== 'Processing') return 'settled';
  follow(payment.correlationId);
  if (awaitsIssuer(payment)) return await endOverdueChallenge(payment, now);
  const bank = await bankOf(merchantId);
  const { amountMinor, verdict } = payment;
  const sale = { amountMinor, sentAtMs: saleBeganMs(payment), verdict };
  const asked = { landingTimeMs: bank.landingTimeMs, nowMs: now.getTime() };
  const outcome = readSaleInquiry(sale, await bank.inquire(payment.bankOrderId), asked);
  reportSale(payment, outcome);
  if (outcome.kind !== 'unknown') {
    await settlePayment({ payment }, outcome, now);
    return 'settled';
  }
  await waitForNextInquiry(payment, inquireAgainAt(sale, payment.inquiries + 1, asked));
  return 'waiting';
}

async function waitForNextInquiry(payment: Payment, atMs: number | undefined): Promise<void> {
  await commit([writePaymentInquiry(payment, atMs === undefined ? undefined : new Date(atMs).toISOString())]);
  if (atMs === undefined) {
    const which = namePayment(payment);
    log('error', 'payment needs manual review', which);
    measure({ ManualReviews: 1 }, which);
  }
}

export function reportSale(payment: Payment, outcome: SaleOutcome): void {
  log(outcome.kind === 'unknown' ? 'warn' : 'info', 'bank sale', {
    ...namePayment(payment),
    outcome: outcome.kind,
    ...(outcome.kind === 'declined' && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
}
