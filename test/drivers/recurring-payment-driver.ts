// A merchant's recurring payments for tests: customer and card through the real doors, every call in one
// word, and our books held against the bank's own.
import { expect } from 'vitest';
import { attemptOrderId } from '#domain/recurring-payment/recurring-payment.ts';
import type { CountedPlan } from '../domain/time/calendar-by-counting.ts';
import { withCheckDigit } from '../fixtures/card-number.ts';
import type { ApiAnswer, ApiRequest, Harness } from '../harness/harness.ts';

export type RecurringData = {
  id: string;
  customerId: string;
  cardStorageId: string;
  status: string;
  statusReason: string | null;
  amount: number;
  maxPaymentCount: number | null;
  totalAmountLimit: number | null;
  maxRetryAttempts: number;
  nextPaymentDate: string | null;
  lastPaymentDate: string | null;
  currentPeriodNumber: number;
  successfulPaymentCount: number;
  remainingPaymentCount: number | null;
  totalCollectedAmount: number;
  failedAttemptCount: number;
  pausedAt: string | null;
  cancelledAt: string | null;
  completedAt: string | null;
};
export type AttemptData = {
  id: string;
  periodNumber: number;
  type: string;
  dueDate: string;
  attemptNumber: number;
  trigger: string;
  attemptedAt: string;
  amount: number;
  currency: string;
  status: string;
  paymentReferenceNumber: string | null;
  errorCode: string | null;
  bankResponseCode: string | null;
  declineCategory: string | null;
  nextRetryAt: string | null;
};
type PreviewData = {
  charges: { periodNumber: number; type: string; dueAt: string; amount: number }[];
  endReason: string | null;
};

type More = Record<string, unknown>;

const iso = (instantMs: number) => new Date(instantMs).toISOString();

/** A plan as the wire names it. */
export function planRequest(plan: CountedPlan): More {
  const { startDateMs, endDateMs, amountMinor, totalAmountLimitMinor, trial, ...same } = plan;
  return {
    ...same,
    startDate: iso(startDateMs),
    amount: amountMinor / 100,
    ...(endDateMs !== undefined && { endDate: iso(endDateMs) }),
    ...(totalAmountLimitMinor !== undefined && { totalAmountLimit: totalAmountLimitMinor / 100 }),
    ...(trial && { hasTrialPeriod: true, trialPeriodDays: trial.days, trialAmount: trial.amountMinor / 100 }),
  };
}

let cards = 0;
/**
 * A number that no other test of this process uses; the bank approves it. They differ at their end, because a
 * merchant stores few numbers a day behind one mask.
 */
export function newCardNumber(): string {
  cards += 1;
  return withCheckDigit(`9999${String(cards).padStart(11, '0')}`);
}

export function recurringDesk({ api, service }: Pick<Harness, 'api' | 'service'>, key?: string) {
  const asked = key === undefined ? {} : { key };
  const call = <Data>(method: string, path: string, request: ApiRequest = {}) =>
    api<Data>(method, `/api/RecurringPayment${path}`, { ...asked, ...request });
  const made = async (path: string, body: More) => {
    const answer = await api<{ id: string }>('POST', path, { body, ...asked });
    if (answer.status !== 201) throw new Error(`Nothing was made: ${answer.text}`);
    return answer.json.data.id;
  };

  const customer = (more: More = {}) =>
    made('/api/customer', { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com', ...more });
  /** A card that the bank approves, of a number of its own: tries are counted by number. */
  const card = (cardNumber: string = newCardNumber(), more: More = {}) =>
    made('/api/card', { cardAlias: 'Kartım', cardNumber, expiryMonth: '12', expiryYear: '2049', ...more });
  /** Monthly, 100.00, beginning tomorrow at this time; a customer and a card of its own. */
  const body = async (more: More = {}): Promise<More> => ({
    customerId: more['customerId'] ?? (await customer()),
    cardStorageId: more['cardStorageId'] ?? (await card()),
    subscriptionName: 'Aylık kahve',
    amount: 100,
    currency: 'TRY',
    frequency: 'monthly',
    startDate: new Date(Math.ceil(service.clock.nowMs() / 60_000) * 60_000 + 86_400_000).toISOString(),
    ...more,
  });
  const post = (given: More, request: ApiRequest = {}) =>
    call<RecurringData>('POST', '', { body: given, ...request });
  const create = async (more: More = {}): Promise<RecurringData> => {
    const answer = await post(await body(more));
    if (answer.status !== 201) throw new Error(`No recurring payment was made: ${answer.text}`);
    return answer.json.data;
  };
  const show = async (id: string) => (await call<RecurringData>('GET', `/${id}`)).json.data;
  const order =
    (verb: string) =>
    (id: string, given?: More, request: ApiRequest = {}) =>
      call<RecurringData>('POST', `/${id}/${verb}`, { ...(given && { body: given }), ...request });

  /** All attempts, the first one first. */
  const attempts = async (id: string): Promise<AttemptData[]> => {
    const all: AttemptData[] = [];
    for (let cursor = ''; ; ) {
      const path = `/${id}/transactions?limit=100${cursor && `&cursor=${cursor}`}`;
      const { items, nextCursor } = (
        await call<{ items: AttemptData[]; nextCursor: string | null }>('GET', path)
      ).json.data;
      all.push(...items);
      if (nextCursor === null) return all.reverse();
      cursor = nextCursor;
    }
  };
  /** What the bank was asked to take for it, approved or not, in its own books. */
  const sales = (id: string) => {
    const prefix = attemptOrderId(id, { periodNumber: 0, attemptNumber: 0 }).replace(/P0A0$/, 'P');
    return service.bank
      .ledger()
      .filter(({ operation, orderId }) => operation === 'sale' && orderId.startsWith(prefix));
  };
  return {
    customer,
    card,
    body,
    post,
    create,
    show,
    attempts,
    sales,
    pause: order('pause'),
    resume: order('resume'),
    cancel: order('cancel'),
    renewCard: async (id: string, more: More = { expiryMonth: '11', expiryYear: '2048' }) =>
      await api('PUT', `/api/card/${id}`, { body: more, ...asked }),
    preview: (given: More, limit = 400): Promise<ApiAnswer<PreviewData>> =>
      call('POST', `/preview?limit=${limit}`, { body: given }),
    payment: async (reference: string | null) =>
      (await api<More>('GET', `/api/payment/${reference}`, asked)).json.data,
    books: async (id: string) => checkBooks(await show(id), await attempts(id), sales(id)),
  };
}
export type RecurringDesk = ReturnType<typeof recurringDesk>;

type Sales = ReturnType<RecurringDesk['sales']>;
const minorOf = (amount: number) => Math.round(amount * 100);
const CHARGING = ['Trialing', 'Active', 'PastDue'];

/** What holds for every recurring payment at every moment; `isQuiet`: nothing is under way any more. */
export function checkBooks(
  record: RecurringData,
  attempts: AttemptData[],
  sales: Sales,
  isQuiet = true,
): void {
  const { id } = record;
  const succeeded = attempts.filter(({ status }) => status === 'Succeeded');
  const approved = sales.filter(({ outcome }) => outcome === 'approved');
  const orderOf = (attempt: AttemptData) => attemptOrderId(id, attempt);
  const paidOrders = succeeded.map(orderOf).sort();
  const approvedOrders = approved.map(({ orderId }) => orderId).sort();
  // The bank took what we say, once per period, and nothing that we do not know of.
  if (isQuiet) expect(paidOrders).toEqual(approvedOrders);
  for (const order of paidOrders) expect(approvedOrders).toContain(order);
  expect(new Set(approvedOrders.map((order) => order.replace(/A\d+$/, ''))).size).toBe(approved.length);
  for (const sale of sales) {
    const attempt = attempts.find((one) => orderOf(one) === sale.orderId);
    expect(attempt, `${sale.orderId} was claimed`).toBeDefined();
    expect([sale.amount, sale.currency]).toEqual([attempt?.amount, attempt?.currency]);
  }
  checkCounters(record, succeeded);
  for (const { periodNumber } of attempts) {
    const tries = attempts.filter((one) => one.periodNumber === periodNumber && one.trigger !== 'CardUpdate');
    expect(tries.length).toBeLessThanOrEqual(1 + record.maxRetryAttempts);
  }
  const underWay = attempts.filter(({ status }) => status === 'Processing').length;
  if (isQuiet) expect(underWay).toBe(0);
  if (CHARGING.includes(record.status) && underWay === 0) expect(record.nextPaymentDate).not.toBeNull();
  if (['Paused', 'Cancelled', 'Completed'].includes(record.status)) expect(record.nextPaymentDate).toBeNull();
}

function checkCounters(record: RecurringData, succeeded: AttemptData[]): void {
  const regular = succeeded.filter(({ type }) => type === 'Regular').length;
  const total = succeeded.reduce((sum, { amount }) => sum + minorOf(amount), 0);
  expect(record.successfulPaymentCount).toBe(regular);
  expect(minorOf(record.totalCollectedAmount)).toBe(total);
  expect(regular).toBeLessThanOrEqual(record.maxPaymentCount ?? Number.POSITIVE_INFINITY);
  expect(total).toBeLessThanOrEqual(minorOf(record.totalAmountLimit ?? 1e9));
}
