// A merchant's recurring payments for tests: one function per API call, customer and card created through the
// API, and our records compared with the bank's ledger.
import { expect } from 'vitest';
import { readCode } from '#acquirer/nestpay/answer-codes.ts';
import { defined } from '#domain/defined.ts';
import { attemptOrderId } from '#domain/recurring-payment/attempt-name.ts';
import type { CountedPlan } from '../domain/time/calendar-by-counting.ts';
import { withCheckDigit } from '../fixtures/card-number.ts';
import type { ApiAnswer, ApiRequest, Harness } from '../harness/harness.ts';
import { allItems } from './pages.ts';

export type RecurringData = {
  id: string;
  customerId: string;
  cardStorageId: string;
  maskedCardNumber: string;
  waitingFor: string | null;
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
  uncollectedAmount: number;
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
export type PeriodData = {
  periodNumber: number;
  type: string;
  dueDate: string;
  amount: number;
  currency: string;
  state: string;
  reason: string | null;
  paymentReferenceNumber: string | null;
};
type PreviewData = {
  charges: { periodNumber: number; type: string; dueAt: string; amount: number }[];
  endReason: string | null;
};

type More = Record<string, unknown>;

const iso = (instantMs: number) => new Date(instantMs).toISOString();

/** The request body of a plan. */
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
 * A card number that no other test of this process uses; the bank approves it. The numbers differ in their
 * last digits, because a merchant may store only a few numbers a day behind one mask.
 */
export function newCardNumber(): string {
  cards += 1;
  return withCheckDigit(`9999${String(cards).padStart(11, '0')}`);
}

export function recurringPaymentDriver({ api, service }: Pick<Harness, 'api' | 'service'>, key?: string) {
  const auth = key === undefined ? {} : { key };
  const call = <Data>(method: string, path: string, request: ApiRequest = {}) =>
    api<Data>(method, `/api/RecurringPayment${path}`, { ...auth, ...request });
  const created = async (path: string, body: More) => {
    const answer = await api<{ id: string }>('POST', path, { body, ...auth });
    if (answer.status !== 201) throw new Error(`The call failed: ${answer.text}`);
    return answer.json.data.id;
  };

  const customer = (more: More = {}) =>
    created('/api/customer', { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com', ...more });
  /** Stores a card that the bank approves. Each has a new number, because tries are counted by number. */
  const card = (cardNumber: string = newCardNumber(), more: More = {}) =>
    created('/api/card', { cardAlias: 'Kartım', cardNumber, expiryMonth: '12', expiryYear: '2049', ...more });
  let only: Promise<string> | undefined;
  /** Returns the customer of all plans without another one; created once. */
  const ownCustomer = (): Promise<string> => {
    only ??= customer();
    return only;
  };
  /** Monthly, 100.00, starting tomorrow at this time, with the driver's customer and a new card. */
  const body = async (more: More = {}): Promise<More> => ({
    customerId: more['customerId'] ?? (await ownCustomer()),
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
    if (answer.status !== 201) throw new Error(`The recurring payment was not created: ${answer.text}`);
    return answer.json.data;
  };
  const show = async (id: string) => (await call<RecurringData>('GET', `/${id}`)).json.data;
  const command =
    (verb: string) =>
    (id: string, given?: More, request: ApiRequest = {}) =>
      call<RecurringData>('POST', `/${id}/${verb}`, { ...defined({ body: given }), ...request });

  /** Returns all items of a list, the first one first. */
  const all = async <Item>(path: string, limit = 100): Promise<Item[]> => {
    type Page = { items: Item[]; nextCursor: string | null };
    const newestFirst = await allItems(async (cursor) => {
      const query = new URLSearchParams({ limit: String(limit), ...cursor });
      return (await call<Page>('GET', `${path}?${query}`)).json.data;
    });
    return newestFirst.reverse();
  };
  const attempts = (id: string) => all<AttemptData>(`/${id}/transactions`);
  const request =
    (verb: string) =>
    (id: string, periodNumber: number, given: ApiRequest = {}) =>
      call<PeriodData>('POST', `/${id}/periods/${periodNumber}/${verb}`, given);
  /** The sales of this recurring payment in the bank's ledger, approved or not. */
  const sales = (id: string) => {
    const prefix = attemptOrderId(id, { periodNumber: 0, attemptNumber: 0 }).replace(/0A0C1$/, '');
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
    periods: (id: string, limit?: number) => all<PeriodData>(`/${id}/periods`, limit),
    chargePeriod: request('charge'),
    waivePeriod: request('waive'),
    sales,
    pause: command('pause'),
    resume: command('resume'),
    cancel: command('cancel'),
    replaceCard: (id: string, cardStorageId: string, request: ApiRequest = {}) =>
      call<RecurringData>('PUT', `/${id}`, { body: { cardStorageId }, ...request }),
    update: (id: string, given: More, request: ApiRequest = {}) =>
      call<RecurringData>('PUT', `/${id}`, { body: given, ...request }),
    previewChange: (id: string, given: More, limit = 400): Promise<ApiAnswer<PreviewData>> =>
      call('PUT', `/${id}?limit=${limit}`, { body: { ...given, preview: true } }),
    renewCard: async (id: string, more: More = { expiryMonth: '11', expiryYear: '2048' }) =>
      await api('PUT', `/api/card/${id}`, { body: more, ...auth }),
    preview: (given: More, limit = 400): Promise<ApiAnswer<PreviewData>> =>
      call('POST', `?limit=${limit}`, { body: { ...given, preview: true } }),
    payment: async (reference: string | null) =>
      (await api<More>('GET', `/api/payment/${reference}`, auth)).json.data,
    checkBooks: async (id: string) => checkBooks(await show(id), await attempts(id), sales(id)),
  };
}
export type RecurringPaymentDriver = ReturnType<typeof recurringPaymentDriver>;

type Sales = ReturnType<RecurringPaymentDriver['sales']>;
const minorOf = (amount: number) => Math.round(amount * 100);
const CHARGING = ['Trialing', 'Active', 'PastDue'];

/** Checks the invariants of every recurring payment; `isQuiet` means that no charge is in progress. */
export function checkBooks(
  record: RecurringData,
  attempts: AttemptData[],
  sales: Sales,
  isQuiet = true,
): void {
  const { id } = record;
  const succeeded = attempts.filter(({ status }) => status === 'Succeeded');
  const approved = sales.filter(({ outcome }) => outcome === 'approved');
  // An order id has the number of the attempt's claim, and of the buyer's verification if not the first.
  const attemptOf = (orderId: string) => orderId.replace(/C\d+(?:V\d+)?$/, '');
  const orderOf = (attempt: AttemptData) => attemptOf(attemptOrderId(id, attempt));
  const paidOrders = succeeded.map(orderOf).sort();
  const approvedOrders = approved.map(({ orderId }) => attemptOf(orderId)).sort();
  // The bank approved exactly the succeeded attempts, one per period.
  if (isQuiet) expect(paidOrders).toEqual(approvedOrders);
  for (const order of paidOrders) expect(approvedOrders).toContain(order);
  expect(new Set(approvedOrders.map((order) => order.replace(/A\d+$/, ''))).size).toBe(approved.length);
  for (const sale of sales) {
    if (readCode(sale.code).merchantFault !== undefined) continue;
    const attempt = attempts.find((one) => orderOf(one) === attemptOf(sale.orderId));
    expect(attempt, `${sale.orderId} was claimed`).toBeDefined();
    expect([sale.amount, sale.currency]).toEqual([attempt?.amount, attempt?.currency]);
  }
  checkCounters(record, succeeded);
  for (const { periodNumber } of attempts) {
    const tries = attempts.filter(
      (one) => one.periodNumber === periodNumber && !['CardUpdate', 'Request'].includes(one.trigger),
    );
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
