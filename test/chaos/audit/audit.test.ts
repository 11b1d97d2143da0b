// The auditors of the chaos test detect faults: they object if either side of the books is falsified, and do not
// object to true books.
import { describe, expect, it } from 'vitest';
import type { MerchantBooks } from '../books.ts';
import { audit } from './audit.ts';
import { acknowledged, type TrueBooks, trueBooks } from './true-books.ts';

const auditOf = ({ books, ...journal }: TrueBooks) => audit(books, journal);

type Falsify = (own: MerchantBooks, all: TrueBooks) => void;

const addPeriod = (
  plan: MerchantBooks['plans'][number] | undefined,
  more: { state: string; amount: number },
) => void plan?.periods.unshift({ periodNumber: 3, paymentReferenceNumber: null, ...more });

/** Falsifications, each as a fault of the product would leave it. */
const FALSE: Record<string, Falsify> = {
  'an unknown sale is taken as failed': ({ payments }) => {
    Object.assign(payments[0] ?? {}, { status: 'Failed', bankReferenceNumber: null });
  },
  'a payment is recorded that the bank does not know': (_, { books }) => void books.ledger.shift(),
  'an order is sold twice at the bank': (_, { books }) => void books.ledger.push(...books.ledger.slice(0, 1)),
  'an order is paid by two payments': ({ payments }, { books }) => {
    const [payment] = payments;
    const [sale] = books.ledger;
    if (!payment || !sale) return;
    payments.push({ ...payment, paymentReferenceNumber: 'again', bankReferenceNumber: 'RRN-again' });
    books.ledger.push({ ...sale, orderId: 'bank-again', hostReference: 'RRN-again' });
  },
  'one kuruş more is sold': (_, { books }) => void Object.assign(books.ledger[0] ?? {}, { amount: 100.01 }),
  'other installments are sold': (_, { books }) =>
    void Object.assign(books.ledger[0] ?? {}, { installment: 2 }),
  'a payment never ends': ({ payments }) => void Object.assign(payments[2] ?? {}, { status: 'Processing' }),
  'a reserved amount is captured twice': (_, { books }) => {
    const captured = books.ledger.find(({ operation }) => operation === 'capture');
    if (captured) books.ledger.push({ ...captured, hostReference: 'RRN-twice' });
  },
  'a released amount was not released': (_, { books }) => void books.ledger.pop(),
  'a capture never ends': ({ payments }) => {
    Object.assign(payments[6]?.authorization ?? {}, { underWay: {} });
  },
  'a captured amount is shown as released': ({ payments }) => {
    Object.assign(payments[6] ?? {}, { status: 'Released', bankReferenceNumber: 'preAuth-taken' });
  },
  'a refund is given twice': (_, { books }) => void books.ledger.push(...books.ledger.slice(5, 6)),
  'an unknown refund is taken as failed': ({ refunds }) => {
    Object.assign(refunds[0] ?? {}, { status: 'Failed', processedAs: null });
  },
  'a refund is recorded that the bank did not give': (_, { books }) => void books.ledger.splice(5, 1),
  'a void is recorded as a refund': ({ refunds }) => {
    Object.assign(refunds[2] ?? {}, { processedAs: 'Refund' });
  },
  'one kuruş too much is reserved': ({ refunds, payments }) => {
    Object.assign(refunds[1] ?? {}, { amount: 70.01 });
    Object.assign(payments[0] ?? {}, { reservedAmount: 70.01, refundableAmount: -0.01 });
  },
  'the bank is asked for more than there is': (_, { books }) => {
    Object.assign(books.ledger[5] ?? {}, { outcome: 'declined', code: 'CORE-2503' });
  },
  'a rejected refund keeps its reservation': ({ refunds }) => {
    Object.assign(refunds[1] ?? {}, { status: 'Rejected' });
  },
  'a refund never ends': ({ refunds }) => void Object.assign(refunds[1] ?? {}, { status: 'Processing' }),
  'a cancelled payment is shown as refunded': ({ payments }) => {
    Object.assign(payments[1] ?? {}, { status: 'FullyRefunded' });
  },
  'a period is charged twice': ({ plans, payments }, { books }) => {
    const [attempt, payment, sale] = [plans[0]?.attempts[1], payments[4], books.ledger[2]];
    if (!attempt || !payment || !sale) return;
    plans[0]?.attempts.push({ ...attempt, attemptNumber: 2, paymentReferenceNumber: 'twice' });
    payments.push({ ...payment, paymentReferenceNumber: 'twice', bankReferenceNumber: 'RRN-twice' });
    books.ledger.push({ ...sale, orderId: 'bank-twice', hostReference: 'RRN-twice' });
    Object.assign(plans[0] ?? {}, { successfulPaymentCount: 3, totalCollectedAmount: 301 });
  },
  'a charge was taken that no attempt names': ({ plans }) => {
    plans[0]?.attempts.pop();
    Object.assign(plans[0] ?? {}, { successfulPaymentCount: 1, totalCollectedAmount: 101 });
  },
  'a due date is not charged': ({ plans, payments }, { books }) => {
    plans[0]?.attempts.splice(1, 1);
    Object.assign(plans[0]?.periods[1] ?? {}, { state: 'Missed', paymentReferenceNumber: null });
    payments.splice(4, 1);
    books.ledger.splice(2, 1);
    const counters = { successfulPaymentCount: 1, totalCollectedAmount: 101, uncollectedAmount: 100 };
    Object.assign(plans[0] ?? {}, counters);
  },
  'the newest due date is not charged': (_, { books }) =>
    void Object.assign(books, { nowMs: books.nowMs + 9e7 }),
  'nothing is planned any more': ({ plans }) => void Object.assign(plans[0] ?? {}, { nextPaymentDate: null }),
  'a due date is computed from the one before': ({ plans }) => {
    Object.assign(plans[0]?.attempts[2] ?? {}, { dueDate: '2026-11-22T08:00:00.000Z' });
  },
  'a counter of payments is wrong': ({ plans }) => {
    Object.assign(plans[0] ?? {}, { successfulPaymentCount: 3 });
  },
  'the collected total is wrong': ({ plans }) => {
    Object.assign(plans[0] ?? {}, { totalCollectedAmount: 200 });
  },
  'more is charged than the limit allows': ({ plans }) => {
    Object.assign(plans[0] ?? {}, { totalAmountLimit: 200 });
  },
  'an attempt never ends': ({ plans }) => {
    plans[0]?.attempts.push({
      periodNumber: 3,
      attemptNumber: 1,
      type: 'Regular',
      amount: 100,
      status: 'Processing',
      dueDate: '2026-11-23T09:00:00.000Z',
      paymentReferenceNumber: null,
    });
  },
  'a paid period is shown as unpaid': ({ plans }) => {
    Object.assign(plans[0]?.periods[0] ?? {}, { state: 'Failed' });
    Object.assign(plans[0] ?? {}, { uncollectedAmount: 100 });
  },
  'a paid period names another payment': ({ plans }) => {
    Object.assign(plans[0]?.periods[0] ?? {}, { paymentReferenceNumber: 'charge-1' });
  },
  'a period is not shown': ({ plans }) => void plans[0]?.periods.splice(1, 1),
  'a period is charged with the amount of another one': ({ plans }) => {
    plans[0]?.attempts.push({
      periodNumber: 2,
      attemptNumber: 2,
      type: 'Regular',
      amount: 120,
      status: 'Failed',
      dueDate: '2026-11-22T09:00:00.000Z',
      paymentReferenceNumber: null,
    });
  },
  'a period costs what nobody asked for': ({ plans }) => {
    addPeriod(plans[0], { state: 'Failed', amount: 120 });
    Object.assign(plans[0] ?? {}, { uncollectedAmount: 120 });
  },
  'a period is waived by nobody': ({ plans }) => addPeriod(plans[0], { state: 'Waived', amount: 100 }),
  'a waived period is owed again': ({ plans }, { books }) => {
    addPeriod(plans[0], { state: 'Failed', amount: 100 });
    Object.assign(plans[0] ?? {}, { uncollectedAmount: 100 });
    books.sent.push(acknowledged('/api/RecurringPayment/plan-1/periods/3/waive', 'w-1', { state: 'Waived' }));
  },
  'the uncollected amount is wrong': ({ plans }) =>
    void Object.assign(plans[0] ?? {}, { uncollectedAmount: 1 }),
  'a closed page is open again': ({ closedPages }) =>
    void Object.assign(closedPages[0] ?? {}, { state: 'Open' }),
  'a counter of the statistics is wrong': ({ statistics }) => {
    Object.assign(statistics[0] ?? {}, { voidCount: 2 });
  },
  'a status of the statistics is wrong': ({ statistics }) => {
    Object.assign(statistics[0]?.byStatus['Pending'] ?? {}, { amount: 9.99 });
  },
  'a currency is missing in the statistics': ({ statistics }) => void statistics.pop(),
  'a list with a filter misses an object': ({ filtered }) => void filtered[0]?.ids.pop(),
  'a list shows an object twice': ({ customers }) => void customers.push(...customers.slice(0, 1)),
  'an acknowledged object is missing': ({ cards }) => void cards.pop(),
  'one key creates two objects': ({ cards }) => void cards.push({ id: 'card-2', cardAlias: 'Kart k-1' }),
  'one key creates two refunds': ({ refunds }) => {
    refunds.push({ ...(refunds[1] as (typeof refunds)[number]), refundId: 'part-3', reason: 'x part-1' });
  },
  'another object than the acknowledged one exists': ({ cards }) => {
    Object.assign(cards[0] ?? {}, { id: 'card-2' });
  },
  'a rejected call creates an object': (_, { books }) => {
    const text = JSON.stringify({ data: { retryable: false }, errorCode: 'CUSTOMER_NOT_FOUND' });
    Object.assign(books.sent[1] ?? {}, { promised: { status: 404, text, isReplay: false } });
  },
  'a key is never answered': (_, { books }) => {
    delete books.sent[1]?.promised;
    Object.assign(books.sent[1] ?? {}, { unheard: 3 });
  },
  'a buyer is told success of a payment that failed': (_, { told }) => {
    Object.assign(told[1] ?? {}, { status: 'Successful' });
  },
  'a buyer is told failure of a payment that was taken': (_, { told }) => {
    Object.assign(told[0] ?? {}, { status: 'Failed' });
  },
  'a refund that was told completed is not': ({ refunds, payments, statistics }, { books }) => {
    Object.assign(refunds[0] ?? {}, { status: 'Failed', processedAs: null });
    const payment = { status: 'Successful', refundedAmount: 0, refundableAmount: 90 };
    Object.assign(payments[0] ?? {}, payment);
    books.ledger.splice(5, 1);
    Object.assign(statistics[0] ?? {}, { refundedAmount: 100 });
    const byStatus = { Completed: { count: 1, amount: 100 }, Failed: { count: 1, amount: 30 } };
    Object.assign(statistics[0]?.byStatus ?? {}, byStatus);
  },
};

describe('the auditors', () => {
  it('the auditors do not object to true books', () => expect(auditOf(trueBooks())).toEqual([]));

  it.each(Object.keys(FALSE))('the auditors object if %s', (name) => {
    const all = trueBooks();
    const [own] = all.books.merchants;
    if (own) FALSE[name]?.(own, all);
    expect(auditOf(all)).not.toEqual([]);
  });

  it('the auditors accept a failed payment whose late sale was given back, and object otherwise', () => {
    const all = trueBooks();
    const [own] = all.books.merchants;
    const late = { status: 'Failed', reservedAmount: 0, refundedAmount: 100, refundableAmount: 0 };
    Object.assign(own?.payments[1] ?? {}, late);
    expect(auditOf(all)).toEqual([]);
    Object.assign(own?.payments[1] ?? {}, { refundedAmount: 0 });
    expect(auditOf(all)).not.toEqual([]);
  });

  it('the auditors accept a repeated cancellation that names the first, and object if there is none', () => {
    const all = trueBooks();
    const repeat = (refundId: string, status: number) => {
      const body = { transactionId: 'void' };
      const sent = acknowledged('/api/Refund/cancellations', 'again', { refundId }, body);
      return {
        ...sent,
        promised: { ...sent.promised, text: sent.promised?.text ?? '', status, isReplay: false },
      };
    };
    all.books.sent.push(repeat('whole', 200), repeat('whole', 202));
    expect(auditOf(all)).toEqual([]);
    for (const lie of [repeat('gone', 200), repeat('part-1', 200), repeat('whole', 201)]) {
      all.books.sent.splice(-1, 1, lie);
      expect(auditOf(all)).toHaveLength(1);
    }
  });

  it('the auditors excuse a due date that passed in an outage, and only that one', () => {
    const all = trueBooks();
    const [own] = all.books.merchants;
    if (own) FALSE['a due date is not charged']?.(own, all);
    const outage = { fromMs: Date.parse('2026-11-21T08:00:00Z'), toMs: Date.parse('2026-11-22T09:00:00Z') };
    all.outages.push(outage);
    expect(auditOf(all)).toEqual([]);
    outage.toMs -= 3_600_000;
    expect(auditOf(all)).toHaveLength(1);
  });
});
