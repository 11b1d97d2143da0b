// Small books that agree with each other and with the bank: paid, refunded, cancelled and failed payments, a
// recurring payment, and the answers to callers. Tests falsify one part of them.
import type { LedgerOperation } from '../../../lib/bank/books.ts';
import type { Books, MerchantBooks, PaymentRow, RefundRow } from '../books.ts';
import type { Outage, Sent, Told } from '../journal.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T09:00:00Z');
const NOON = '2026-11-20T09:00:00.000Z';
const PLAN = 'plan-1';

const payment = (reference: string, more: Partial<PaymentRow>): PaymentRow => ({
  paymentReferenceNumber: reference,
  orderNumber: `ORDER-${reference}`,
  amount: 100,
  chargedAmount: more.amount ?? 100,
  currency: 'TRY',
  installment: 1,
  status: 'Successful',
  refundedAmount: 0,
  reservedAmount: 0,
  refundableAmount: 100,
  bankReferenceNumber: `RRN-${reference}`,
  source: 'HostedPage',
  posReason: 'Default',
  recurringPaymentId: null,
  authorization: null,
  ...more,
});

const refund = (refundId: string, more: Partial<RefundRow>): RefundRow => ({
  refundId,
  transactionId: 'part',
  amount: 30,
  currency: 'TRY',
  refundType: 'Partial',
  processedAs: 'Refund',
  status: 'Completed',
  reason: `Kırık geldi ${refundId}`,
  errorCode: null,
  ...more,
});

const move = (
  operation: LedgerOperation['operation'],
  reference: string,
  amount: number,
): LedgerOperation => ({
  operation,
  orderId: `bank-${reference}`,
  amount,
  currency: 'TRY',
  installment: 1,
  outcome: 'approved',
  code: '00',
  at: NOON,
  hostReference: operation === 'sale' ? `RRN-${reference}` : `${operation}-${reference}`,
});

const charge = (period: number) =>
  payment(`charge-${period}`, {
    orderNumber: `${PLAN}-${period}`,
    source: 'RecurringPayment',
    recurringPaymentId: PLAN,
    ...(period === 0 && { amount: 1, refundableAmount: 1 }),
  });

const attempt = (period: number) => ({
  periodNumber: period,
  attemptNumber: 1,
  type: period === 0 ? 'Trial' : 'Regular',
  dueDate: new Date(START + period * DAY_MS).toISOString(),
  amount: period === 0 ? 1 : 100,
  status: 'Succeeded',
  paymentReferenceNumber: `charge-${period}`,
});

const paidPeriod = (period: number) => ({
  periodNumber: period,
  amount: period === 0 ? 1 : 100,
  state: 'Paid',
  paymentReferenceNumber: `charge-${period}` as string | null,
});

/** A trial of one day, and two days charged; the next due date is tomorrow. */
const plan = (): MerchantBooks['plans'][number] => ({
  id: PLAN,
  subscriptionName: 'Kahve plan-1',
  maskedCardNumber: '400000******0000',
  amount: 100,
  frequency: 'daily',
  frequencyInterval: 1,
  createdAt: NOON,
  startDate: NOON,
  endDate: null,
  trialEndDate: new Date(START + DAY_MS).toISOString(),
  trialAmount: 1,
  maxPaymentCount: 5,
  totalAmountLimit: 500,
  status: 'Active',
  nextPaymentDate: new Date(START + 3 * DAY_MS).toISOString(),
  currentPeriodNumber: 2,
  successfulPaymentCount: 2,
  totalCollectedAmount: 201,
  uncollectedAmount: 0,
  attempts: [attempt(0), attempt(1), attempt(2)],
  periods: [2, 1, 0].map(paidPeriod),
});

const TERMS = { subscriptionName: 'Kahve plan-1', amount: 100 };

export const acknowledged = (path: string, tag: string, data: object, body = {}): Sent => ({
  merchant: 'Kahve',
  method: 'POST',
  path,
  body: JSON.stringify(body),
  key: `key-${tag}`,
  tag,
  originals: 1,
  unheard: 0,
  promised: { status: 201, text: JSON.stringify({ data, errorCode: null }), isReplay: false },
});

export type TrueBooks = { books: Books; told: Told[]; outages: Outage[] };

const filteredBy = (ids: string[]) => ({ path: '/api/payment?status=Failed', ids, expected: [...ids] });

/** Half a day after the newest charge. */
export function trueBooks(): TrueBooks {
  const refunds = [
    refund('part-1', {}),
    refund('part-2', { amount: 10, status: 'Pending', processedAs: null }),
    refund('whole', {
      transactionId: 'void',
      amount: 100,
      refundType: 'Full',
      processedAs: 'Void',
      reason: 'Vazgeçildi whole',
    }),
  ];
  const books: MerchantBooks = {
    name: 'Kahve',
    payments: [
      payment('part', {
        status: 'PartiallyRefunded',
        refundedAmount: 30,
        reservedAmount: 10,
        refundableAmount: 60,
      }),
      payment('void', { status: 'Cancelled', refundedAmount: 100, refundableAmount: 0 }),
      payment('failed', { status: 'Failed', bankReferenceNumber: null, refundableAmount: 0 }),
      ...[0, 1, 2].map(charge),
      payment('taken', {
        amount: 60,
        refundableAmount: 60,
        bankReferenceNumber: 'capture-taken',
        authorization: { amount: 100, underWay: null },
      }),
      payment('free', {
        status: 'Released',
        refundableAmount: 0,
        bankReferenceNumber: 'preAuth-free',
        authorization: { amount: 100, underWay: null },
      }),
    ],
    refunds,
    plans: [plan()],
    customers: [{ id: 'customer-1', email: 'c-1@shop.example' }],
    cards: [{ id: 'card-1', cardAlias: 'Kart k-1' }],
    statistics: [
      {
        currency: 'TRY',
        totalCount: 3,
        refundedAmount: 130,
        pendingAmount: 10,
        byStatus: { Completed: { count: 2, amount: 130 }, Pending: { count: 1, amount: 10 } },
        fullCount: 1,
        partialCount: 2,
        voidCount: 1,
      },
    ],
    filtered: [filteredBy(['failed'])],
    closedPages: [{ path: '/api/payment/hostedpage/closed', state: 'Closed' }],
  };
  const ledger = [
    ...['part', 'void', 'charge-1', 'charge-2'].map((reference) => move('sale', reference, 100)),
    move('sale', 'charge-0', 1),
    move('refund', 'part', 30),
    move('void', 'void', 100),
    move('preAuth', 'taken', 100),
    move('capture', 'taken', 60),
    move('preAuth', 'free', 100),
    move('release', 'free', 100),
  ];
  const sent = [
    acknowledged('/api/customer', 'c-1', { id: 'customer-1' }),
    acknowledged('/api/card', 'k-1', { id: 'card-1' }),
    acknowledged('/api/RecurringPayment', 'plan-1', { id: PLAN }, TERMS),
    acknowledged('/api/Refund/partial', 'part-1', { refundId: 'part-1', status: 'Completed' }),
    acknowledged('/api/Refund/cancellations', 'whole', { refundId: 'whole', status: 'Completed' }),
  ];
  const told = [
    { merchant: 'Kahve', reference: 'part', status: 'Successful' },
    { merchant: 'Kahve', reference: 'failed', status: 'Failed' },
  ];
  const nowMs = START + 2.5 * DAY_MS;
  return { books: { nowMs, merchants: [books], ledger, sent }, told, outages: [] };
}
