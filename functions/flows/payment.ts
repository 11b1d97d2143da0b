// Take money once: claim, call, settle. The claim is written before the bank hears of the payment, with the
// instant at which the sweep will ask; whatever crashes in between, the bank's own answer ends it.
import type { Declined, SaleOutcome } from '#acquirer/acquirer.ts';
import { type CardDetails, cardAssociation, maskCardNumber } from '#domain/card.ts';
import { MAX_DECLINES } from '#domain/hosted-page.ts';
import { awaitsIssuer, nextInquiryAt, type Payment, saleBeganMs } from '#domain/payment.ts';
import { type Committed, commit } from '#store/commit.ts';
import { addressDigest, writeDecline } from '#store/decline.ts';
import {
  type HostedPageItem,
  loadHostedPage,
  writeHostedPageClaim,
  writeHostedPageOutcome,
} from '#store/hosted-page.ts';
import {
  loadPayment,
  type PaymentOutcome,
  writePaymentClaim,
  writePaymentInquiry,
  writePaymentOutcome,
} from '#store/payment.ts';
import { log } from '#telemetry/log.ts';
import { bankOf } from './merchant-bank.ts';
import { inquireAgainAt, readSaleInquiry } from './sale-inquiry.ts';

export type Submit = {
  page: HostedPageItem;
  card: CardDetails;
  /** Passes through to the bank; kept nowhere. */
  cvv: string;
  payerAddress?: string;
  /** Names the card to this page alone. */
  cardMark: string;
  paymentReferenceNumber: string;
  now: Date;
};
export type PaymentResult =
  | { kind: 'settled' }
  /** The bank's answer is not known: the sweep will find it out. */
  | { kind: 'unknown' }
  /** The page was no longer open, or its order not free: nothing was sent. */
  | { kind: 'notClaimed' };

/** One attempt to pay a hosted page. */
export async function payHostedPage(submit: Submit): Promise<PaymentResult> {
  const { page, card, cvv, payerAddress } = submit;
  // Before the claim: if the bank's settings cannot be opened, the page must stay open.
  const bank = await bankOf(page.merchantId);
  const payment = newPayment(submit);
  const claimed = await claimPayment(payment, submit, firstInquiryAt(submit.now));
  if (claimed.kind === 'refused') return { kind: 'notClaimed' };
  const outcome = await bank.sale({
    bankOrderId: payment.bankOrderId,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    installment: payment.installment,
    card,
    cvv,
    ...(payerAddress !== undefined && { payerAddress }),
  });
  reportSale(payment, outcome);
  if (outcome.kind === 'unknown') return { kind: 'unknown' };
  await settlePayment(payment, outcome, new Date());
  return { kind: 'settled' };
}

/** The bank's order ids take letters and digits only. */
export const bankOrderIdOf = (paymentReferenceNumber: string) => paymentReferenceNumber.replace('-', '');

export function newPayment({ page, card, payerAddress, paymentReferenceNumber, now }: Submit): Payment {
  const { merchantId, orderNumber, amountMinor, currency, installment, customerId } = page;
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
    createdAt: now.toISOString(),
    ...(payerAddress !== undefined && { payerDigest: addressDigest(merchantId, payerAddress) }),
    hostedPageDigest: page.tokenDigest,
    inquiries: 0,
  };
}

/** When the sweep asks for a sale that leaves now. */
export const firstInquiryAt = (now: Date) => new Date(nextInquiryAt(0, now.getTime()) ?? now).toISOString();

/** Page and order are taken; the sweep looks after the payment at `dueAt` (ISO). */
export async function claimPayment(
  payment: Payment,
  { page, cardMark }: Submit,
  dueAt: string,
): Promise<Committed> {
  return await commit([
    ...writeHostedPageClaim(page, payment.paymentReferenceNumber, cardMark),
    writePaymentClaim(payment, dueAt),
  ]);
}

type Definite = Exclude<SaleOutcome, { kind: 'unknown' }>;

/**
 * Writes what the bank said onto payment, page and order at once. Somebody else's settlement stays: the
 * sweep and the first worker may both come back with the same answer.
 */
export async function settlePayment(payment: Payment, outcome: Definite, now: Date): Promise<void> {
  const { hostedPageDigest, paymentReferenceNumber } = payment;
  const page = hostedPageDigest === undefined ? undefined : await loadHostedPage(hostedPageDigest);
  if (page === undefined) throw new Error('The hosted page of this payment is gone.');
  const result = await commit([
    writePaymentOutcome(payment, paymentOutcome(outcome, now)),
    ...writeHostedPageOutcome(page, paymentReferenceNumber, pageOutcome(page, outcome)),
    ...(outcome.kind === 'declined' ? writeDecline(payment, now) : []),
  ]);
  if (result.kind === 'committed') return;
  const current = await loadPayment(payment.merchantId, paymentReferenceNumber);
  const isOvertaken = payment.step === 'Challenge' && current?.step === 'Sale';
  if (current?.status === 'Processing' && !isOvertaken) throw new Error('The payment could not be settled.');
}

function paymentOutcome(outcome: Definite, now: Date): PaymentOutcome {
  if (outcome.kind === 'approved') {
    const { hostReference: bankReferenceNumber, authorizationCode } = outcome;
    return {
      status: 'Successful',
      bankReferenceNumber,
      ...(authorizationCode !== undefined && { authorizationCode }),
      bankResponseCode: '00',
      paidAt: now.toISOString(),
    };
  }
  if (outcome.kind === 'notSent') return { status: 'Failed', errorCode: 'BANK_UNAVAILABLE' };
  return { status: 'Failed', errorCode: outcome.errorCode, bankResponseCode: outcome.code };
}

/** A request that never left the house is nobody's failed attempt. */
function pageOutcome({ declineCount }: HostedPageItem, outcome: Definite) {
  if (outcome.kind === 'approved') return { state: 'Paid' as const, declineCount };
  if (outcome.kind === 'notSent') {
    return { state: 'Open' as const, declineCount, lastDecline: 'BANK_UNAVAILABLE' as const };
  }
  const declines = declineCount + 1;
  const state = declines >= MAX_DECLINES ? ('Failed' as const) : ('Open' as const);
  return { state, declineCount: declines, lastDecline: outcome.errorCode };
}

/** Asks the bank what became of a payment whose answer was lost, and settles it if the bank knows. */
export async function inquirePayment(
  merchantId: string,
  paymentReferenceNumber: string,
  now: Date,
): Promise<'settled' | 'waiting'> {
  const payment = await loadPayment(merchantId, paymentReferenceNumber);
  if (payment === undefined || payment.status !== 'Processing') return 'settled';
  if (awaitsIssuer(payment)) return await endOverdueChallenge(payment, now);
  const bank = await bankOf(merchantId);
  const sale = { amountMinor: payment.amountMinor, sentAtMs: saleBeganMs(payment) };
  const asked = { landingTimeMs: bank.landingTimeMs, nowMs: now.getTime() };
  const outcome = readSaleInquiry(sale, await bank.inquire(payment.bankOrderId), asked);
  reportSale(payment, outcome);
  if (outcome.kind !== 'unknown') {
    await settlePayment(payment, outcome, now);
    return 'settled';
  }
  await waitForNextInquiry(payment, inquireAgainAt(sale, payment.inquiries + 1, asked));
  return 'waiting';
}

/** The bank was never asked for money; the buyer went away, or the answer of the issuer did. */
export async function endOverdueChallenge(payment: Payment, now: Date): Promise<'settled' | 'waiting'> {
  if (now.getTime() < Date.parse(payment.challengeEndsAt ?? '')) return 'waiting';
  await settlePayment(payment, notVerified('TIMED-OUT'), now);
  return 'settled';
}

/** Nobody vouches for the cardholder: a decline that no bank had to speak. `why` ends the merchant's code. */
export const notVerified = (why: string): Declined => ({
  kind: 'declined',
  code: `3D-${why}`,
  errorCode: 'THREE_D_SECURE_FAILED',
  retry: 'Soft',
});

async function waitForNextInquiry(payment: Payment, atMs: number | undefined): Promise<void> {
  await commit([writePaymentInquiry(payment, atMs === undefined ? undefined : new Date(atMs).toISOString())]);
  if (atMs === undefined) {
    const { merchantId, paymentReferenceNumber } = payment;
    log('error', 'payment needs manual review', { merchantId, paymentReferenceNumber });
  }
}

export function reportSale(payment: Payment, outcome: SaleOutcome): void {
  const { merchantId, paymentReferenceNumber } = payment;
  log(outcome.kind === 'unknown' ? 'warn' : 'info', 'bank sale', {
    merchantId,
    paymentReferenceNumber,
    outcome: outcome.kind,
    ...(outcome.kind === 'declined' && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
}
