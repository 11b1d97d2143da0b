// A merchant's refunds for tests: payments made at the simulated bank without a hosted page, one function per
// API call, and our records compared with the bank's ledger.
import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { connectUnmeasured, readAcquirerSettings } from '#acquirer/connect.ts';
import { maskCardNumber } from '#domain/card/card.ts';
import { cardAssociation } from '#domain/card/card-prefix.ts';
import { defined } from '#domain/defined.ts';
import { makePaymentReference } from '#domain/id.ts';
import type { Currency } from '#domain/money.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { connectBank } from '#flows/bank-connection.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { loadPayment, type PaymentItem } from '#store/payment/payment.ts';
import { writePaymentClaim } from '#store/payment/payment-writes.ts';
import { readRefund } from '#store/refund/refund.ts';
import { commit } from '#store/table/commit.ts';
import { refundsOfPayment } from '#store/table/keys.ts';
import { queryIndex } from '#store/table/table.ts';
import { open } from '#vault/vault.ts';
import type { LedgerOperation } from '../../lib/bank/books.ts';
import { type ApiRequest, CARDS, DAY, type Harness, HOUR, MINUTE } from '../harness/harness.ts';

/**
 * Makes each reading of the process's clock half a second later than its predecessor, so that a refund that
 * waits for the lock gives up after six readings, in a quarter of a second, instead of three seconds.
 */
export async function withShortLockWaits<Result>(work: () => Promise<Result>): Promise<Result> {
  let elapsedMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (elapsedMs += 500));
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

export type RefundData = {
  refundId: string;
  transactionId: string;
  orderNumber: string;
  amount: number;
  surchargeAmount: number;
  currency: string;
  refundType: string;
  processedAs: string | null;
  processedReason: string | null;
  reason: string | null;
  description: string | null;
  status: string;
  bankReferenceNumber: string | null;
  errorCode: string | null;
  bankMessage: string | null;
  decisionNote: string | null;
  requestedBy: string | null;
  decidedBy: string | null;
  adjustment: string | null;
  createdAt: string;
  decidedAt: string | null;
  completedAt: string | null;
};
export type PaymentData = {
  status: string;
  statusLabel: string;
  amount: number;
  refundedAmount: number;
  reservedAmount: number;
  refundableAmount: number;
};

type Sale = {
  /** What the card pays. */
  amountMinor?: number;
  /** Less than that: the rest is a surcharge. */
  orderMinor?: number;
  currency?: Currency;
  cardNumber?: string;
  orderNumber?: string;
  /** Whether to open a new connection to the bank instead of using the cached one. */
  isBankNew?: boolean;
};
type Owner = { service: Harness['service']; merchant: Harness['merchant'] };

/** The bank's order id of a payment: the letters and digits of its reference. */
export const bankOrderIdOf = (reference: string) => reference.replaceAll(/[^0-9A-Za-z]/g, '');

let orders = 0;

/** Makes a sale at the bank, stores it as a successful payment and returns its reference. */
async function takePayment({ service, merchant }: Owner, sale: Sale = {}): Promise<string> {
  const {
    amountMinor = 10_000,
    orderMinor = amountMinor,
    currency = 'TRY',
    cardNumber = CARDS.approved,
  } = sale;
  const { merchantId } = merchant;
  orders += 1;
  const now = service.clock.now();
  const reference = makePaymentReference(now.getTime(), randomBytes);
  const bankOrderId = bankOrderIdOf(reference);
  const card = { cardNumber, expiryMonth: '12', expiryYear: '2029' };
  const bank = sale.isBankNew ? await connectWithoutCache(merchantId) : (await connectBank(merchantId)).bank;
  const outcome = await bank.sale({ bankOrderId, amountMinor, currency, installment: 1, card, cvv: '123' });
  if (outcome.kind !== 'approved') throw new Error(`The sale was ${outcome.kind}.`);
  const payment: Payment = {
    paymentReferenceNumber: reference,
    merchantId,
    orderNumber: sale.orderNumber ?? `REFUND-ORDER-${orders}`,
    chargedMinor: amountMinor,
    ...(orderMinor !== amountMinor && { orderMinor, surchargeBearer: 'buyer' }),
    currency,
    installment: 1,
    status: 'Successful',
    refundedMinor: 0,
    reservedMinor: 0,
    maskedCardNumber: maskCardNumber(cardNumber),
    cardAssociation: cardAssociation(cardNumber),
    bankOrderId,
    bankReferenceNumber: outcome.hostReference,
    leaseEpoch: 1,
    threeDSecure: false,
    source: 'HostedPage',
    createdAt: now.toISOString(),
    paidAt: now.toISOString(),
    inquiries: 0,
  };
  const stored = await commit([writePaymentClaim(payment)]);
  if (stored.kind !== 'committed') throw new Error('The payment could not be stored.');
  return reference;
}

/** Bypasses the connections that the service has cached. */
async function connectWithoutCache(merchantId: string) {
  const sealed = (await loadMerchant(merchantId))?.sealedAcquirer;
  if (sealed === undefined) throw new Error(`No merchant ${merchantId}.`);
  return connectUnmeasured(readAcquirerSettings(await open(sealed, { purpose: 'acquirer', merchantId })));
}

/** The calls of docs/interface/refunds.md, each returning its HTTP answer. */
export function refundDriver({ api, service, ...harness }: Harness, merchant = harness.merchant) {
  const { merchantId, apiKey: key } = merchant;
  const post = (path: string, body: unknown, request: ApiRequest = {}) =>
    api<RefundData>('POST', path, { key, ...defined({ body }), ...request });
  const request = (transactionId: string, amount: number, more: object = {}, options: ApiRequest = {}) =>
    post('/api/Refund', { transactionId, amount, reason: 'Kırık geldi', ...more }, options);
  return {
    merchantId,
    pay: (sale: Sale = {}) => takePayment({ service, merchant }, sale),
    request,
    /** Requests a refund and returns its id. */
    pendingRefundId: async (transactionId: string, amount: number) =>
      (await request(transactionId, amount)).json.data.refundId,
    approve: (refundId: string, request: ApiRequest = {}) =>
      post(`/api/Refund/${refundId}/approve`, undefined, request),
    reject: (refundId: string, body?: object, request: ApiRequest = {}) =>
      post(`/api/Refund/${refundId}/reject`, body, request),
    partial: (transactionId: string, amount: number, request: ApiRequest = {}) =>
      post('/api/Refund/partial', { transactionId, amount, reason: 'Eksik geldi' }, request),
    cancel: (transactionId: string, request: ApiRequest = {}) =>
      post('/api/Refund/cancellations', { transactionId }, request),
    show: async (refundId: string) =>
      (await api<RefundData>('GET', `/api/Refund/${refundId}`, { key })).json.data,
    payment: async (reference: string) =>
      (await api<PaymentData>('GET', `/api/payment/${reference}`, { key })).json.data,
    checkBooks: (references: readonly string[], ledger?: LedgerOperation[]) =>
      checkBooks(merchantId, references, ledger ?? service.bank.ledger()),
    /** The voids and refunds of the payment as lines of operation, outcome and code. */
    operationLines: (reference: string) =>
      service.bank
        .ledger()
        .filter(({ orderId }) => orderId === bankOrderIdOf(reference))
        .filter(({ operation }) => operation === 'void' || operation === 'refund')
        .map(({ operation, outcome, code }) => `${operation} ${outcome} ${code}`),
    refundsOf: (reference: string) => refundsOf(merchantId, reference),
    /** The voids and refunds of the payment in the bank's ledger, approved or not. */
    operations: (reference: string, ledger?: LedgerOperation[]) =>
      (ledger ?? service.bank.ledger())
        .filter(({ orderId }) => orderId === bankOrderIdOf(reference))
        .filter(({ operation }) => operation === 'void' || operation === 'refund'),
  };
}
export type RefundDriver = ReturnType<typeof refundDriver>;

/** Moves to this Istanbul time of the next day that has not begun, so that tests share no day. */
export function calendar({ clock, timeline }: Harness['service']) {
  let day = Date.parse('2026-11-21T00:00:00+03:00');
  return async (time: string): Promise<void> => {
    while (day <= clock.nowMs()) day += DAY;
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    await timeline.moveTo(day + hours * HOUR + minutes * MINUTE);
    day += DAY;
  };
}

const minorOf = (amount: number) => Math.round(amount * 100);

/**
 * Compares our records with the bank's ledger: the amount refunded by the bank is the payment's and that of
 * the completed refunds, the reserved amount is that of the open refunds, both together do not exceed the
 * payment, and the payment's status follows from them.
 */
async function checkBooks(
  merchantId: string,
  references: readonly string[],
  ledger: readonly LedgerOperation[],
): Promise<void> {
  const refundedAtBank = new Map<string, number>();
  for (const { operation, orderId, outcome, amount } of ledger) {
    if (outcome !== 'approved' || operation === 'sale') continue;
    refundedAtBank.set(orderId, (refundedAtBank.get(orderId) ?? 0) + minorOf(amount));
  }
  for (const reference of references) {
    const payment = await loadPayment(merchantId, reference);
    if (payment === undefined) throw new Error(`No payment ${reference}.`);
    const refunds = await refundsOf(merchantId, reference);
    const sumOf = (...statuses: string[]) =>
      refunds
        .filter(({ status }) => statuses.includes(status))
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect(
      {
        atBank: refundedAtBank.get(payment.bankOrderId) ?? 0,
        completed: sumOf('Completed'),
        held: sumOf('Pending', 'Processing'),
        isWithin: payment.refundedMinor + payment.reservedMinor <= payment.chargedMinor,
        status: payment.status,
      },
      reference,
    ).toEqual({
      atBank: payment.refundedMinor,
      completed: payment.refundedMinor,
      held: payment.reservedMinor,
      isWithin: true,
      status: statusFor(payment, refunds),
    });
  }
}

/** All stored refunds of a payment. */
export async function refundsOf(merchantId: string, reference: string) {
  const partition = refundsOfPayment(merchantId, reference);
  const { items } = await queryIndex({ index: 'lookup', partition, limit: 1000 });
  return items.map((item) => readRefund(item).refund);
}

function statusFor(
  { refundedMinor, chargedMinor }: PaymentItem,
  refunds: Awaited<ReturnType<typeof refundsOf>>,
): string {
  if (refundedMinor === 0) return 'Successful';
  if (refundedMinor < chargedMinor) return 'PartiallyRefunded';
  const isCancelled = refunds.some(
    ({ status, origin }) => status === 'Completed' && origin === 'Cancellation',
  );
  return isCancelled ? 'Cancelled' : 'FullyRefunded';
}
