// Moves with recurring payments: created for daily to monthly charges, with and without trial and limits,
// paused, resumed and cancelled.
import type { Json } from '../../release/shop.ts';
import type { Caller } from '../caller.ts';
import type { Merchant } from '../merchant.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Every day charges all of them, so a round has no more. */
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
  // In the past or future of the newest customer: now is a little later.
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

export async function changePlan(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  // Half of them are left alone: these are charged on every due date.
  const id = random.pick(merchant.plans.filter((_, at) => at % 2 === 0));
  if (id === undefined) return;
  const change = random.weighted([
    [4, 'pause'],
    [5, 'resume'],
    [1, 'cancel'],
  ]);
  const send = () => caller.write(merchant, 'POST', `/api/RecurringPayment/${id}/${change}`, {});
  await Promise.all(random.chance(0.2) ? [send(), send()] : [send()]);
}

/** A charge becomes a payment that can be refunded like any other. */
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
