// Moves with recurring payments: they are created for daily to monthly charges, with and without trial and
// limits; paused, resumed and cancelled; changed to another card or other terms; and their unpaid periods are
// charged or waived.
import type { Json } from '../../release/shop.ts';
import type { Caller } from '../caller.ts';
import type { Merchant } from '../merchant.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The most recurring payments of a merchant, because every day charges all of them. */
const MOST_PLANS = 45;

export async function createPlan(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  const card = random.pick(merchant.cards);
  if (card === undefined || merchant.plans.length >= MOST_PLANS) return;
  const newest = (await caller.read(merchant, '/api/customer?limit=1'))?.['items'] as Json[] | undefined;
  const nowMs = Date.parse(String(newest?.[0]?.['createdAt'] ?? ''));
  if (Number.isNaN(nowMs)) return;
  const plan = await caller.create(merchant, '/api/RecurringPayment', (tag) => ({
    customerId: card.customerId,
    cardStorageId: card.id,
    subscriptionName: `Kahve ${tag}`,
    currency: 'TRY',
    ...terms(caller, nowMs),
  }));
  if (plan) merchant.plans.push(String(plan['id']));
}

function terms({ random }: Caller, nowMs: number): Json {
  const amount = random.between(100, 20_000) / 100;
  // At or after the creation of the newest customer, which is a little before the present.
  const startDate = new Date(nowMs + random.between(0, 30) * 10 * MINUTE_MS).toISOString();
  return {
    amount,
    startDate,
    frequency: random.weighted([
      [12, 'daily'],
      [2, 'weekly'],
      [2, 'monthly'],
    ]),
    frequencyInterval: random.between(1, 2),
    maxRetryAttempts: random.between(0, 3),
    retryIntervalHours: random.between(1, 20),
    ...(random.chance(0.15) && {
      hasTrialPeriod: true,
      trialPeriodDays: random.between(1, 3),
      trialAmount: 1,
    }),
    ...(random.chance(0.15) && { maxPaymentCount: random.between(1, 6) }),
    ...(random.chance(0.1) && { totalAmountLimit: Math.round(amount * 350) / 100 }),
    ...(random.chance(0.1) && { endDate: new Date(nowMs + random.between(2, 20) * DAY_MS).toISOString() }),
  };
}

/**
 * Picks from half of the recurring payments. The other half stays unchanged, and is charged on every due
 * date.
 */
export const changeablePlan = ({ random }: Caller, { plans }: Merchant): string | undefined =>
  random.pick(plans.filter((_, at) => at % 2 === 0));

export async function changePlan(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  const id = changeablePlan(caller, merchant);
  if (id === undefined) return;
  const change = random.weighted([
    [4, 'pause'],
    [5, 'resume'],
    [1, 'cancel'],
  ]);
  const send = () => caller.write(merchant, 'POST', `/api/RecurringPayment/${id}/${change}`, {});
  await Promise.all(random.chance(0.2) ? [send(), send()] : [send()]);
}

/** Sets another card of the customer, which may be the present card or one that the bank declines. */
export async function replaceCard(caller: Caller, merchant: Merchant): Promise<void> {
  const id = changeablePlan(caller, merchant);
  if (id === undefined) return;
  const customerId = (await caller.read(merchant, `/api/RecurringPayment/${id}`))?.['customerId'];
  const card = caller.random.pick(merchant.cards.filter((one) => one.customerId === customerId));
  if (card === undefined) return;
  await caller.write(merchant, 'PUT', `/api/RecurringPayment/${id}`, { cardStorageId: card.id });
}

/** Changes the price, a limit or the retries. */
export async function changeTerms(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  const id = changeablePlan(caller, merchant);
  if (id === undefined) return;
  const terms = random.weighted<Json>([
    [6, { amount: random.between(100, 20_000) / 100 }],
    [1, { maxPaymentCount: random.between(1, 9) }],
    [1, { maxPaymentCount: null, totalAmountLimit: null }],
    [1, { totalAmountLimit: random.between(10_000, 90_000) / 100 }],
    [2, { maxRetryAttempts: random.between(0, 3), retryIntervalHours: random.between(1, 20) }],
  ]);
  const changes = random.chance(0.2) ? [terms, { amount: random.between(100, 20_000) / 100 }] : [terms];
  await Promise.all(changes.map((one) => caller.write(merchant, 'PUT', `/api/RecurringPayment/${id}`, one)));
}

/** Charges or waives an unpaid period, sometimes both at once, or charges it twice. */
export async function collectPeriod(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  const id = changeablePlan(caller, merchant);
  if (id === undefined) return;
  const periods = (await caller.read(merchant, `/api/RecurringPayment/${id}/periods?limit=20`))?.['items'];
  const unpaid = ((periods ?? []) as Json[]).filter(({ state }) => UNPAID.includes(String(state)));
  const period = random.pick(unpaid)?.['periodNumber'];
  if (period === undefined) return;
  const actions = random.weighted<('charge' | 'waive')[]>([
    [6, ['charge']],
    [2, ['waive']],
    [2, ['charge', 'charge']],
    [2, ['charge', 'waive']],
  ]);
  const path = `/api/RecurringPayment/${id}/periods/${period}`;
  await Promise.all(actions.map((action) => caller.write(merchant, 'POST', `${path}/${action}`, {})));
}
const UNPAID = ['Failed', 'Missed', 'Skipped'];

/** Adds paid charges to the merchant's payments, so that they can be refunded like others. */
export async function learnCharges(caller: Caller, merchant: Merchant): Promise<void> {
  const id = caller.random.pick(merchant.plans);
  if (id === undefined) return;
  const attempts = await caller.read(merchant, `/api/RecurringPayment/${id}/transactions?limit=5`);
  for (const attempt of (attempts?.['items'] ?? []) as Json[]) {
    const reference = String(attempt['paymentReferenceNumber']);
    const isNew = attempt['status'] === 'Succeeded' && !merchant.payments.includes(reference);
    if (isNew) merchant.payments.push(reference);
  }
}
