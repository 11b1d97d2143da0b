// A random life of a recurring payment: what was agreed, how the bank answers, what the merchant does and
// when. A life knows nothing of the others that share its world, so that one that fails can be lived again
// alone.
import fc from 'fast-check';
import { FREQUENCIES, MAX_FREQUENCY_INTERVAL } from '#domain/recurring-payment/billing-period.ts';
import type { ModelPlan } from '../domain/recurring-payment/random-walk/recurring-payment-model.ts';
import { planRequest } from '../drivers/recurring-payment-driver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Every world begins here: half a minute off the beat of the sweep, so that no deed meets a sweep. */
export const WORLD_BEGINS_MS = Date.parse('2026-01-10T09:02:30Z');

/** What becomes of a call to the bank; both lost ones are approved once they arrive. */
export type Answer = 'approve' | 'soft' | 'hard' | 'atFault' | 'withdrawn' | 'lostBefore' | 'lostAfter';
export const SCRIPTED: Record<Answer, string> = {
  approve: 'approve',
  soft: 'decline:51',
  hard: 'decline:43',
  atFault: 'decline:58',
  withdrawn: 'decline:R1',
  lostBefore: 'lost-before',
  lostAfter: 'lost-after',
};

type Wait =
  | { for: 'minutes' | 'hours' | 'periods'; count: number }
  /** Until half a minute after the next charge, which may be in flight then. */
  | { for: 'charge' };
const DEEDS = [
  ...(['nothing', 'pause', 'resume', 'cancel', 'renewCard', 'renameCard', 'turnCustomer'] as const),
  ...(['loseAlarms', 'demandCvv', 'deleteCard', 'deleteCustomer'] as const),
];
export type Deed = (typeof DEEDS)[number];
type Step = { wait: Wait; deed: Deed };

export type Life = {
  plan: ModelPlan;
  currency: 'TRY' | 'USD' | 'EUR' | 'GBP';
  /** The card is good for this month and so many more; undefined: for longer than anybody lives. */
  cardMonths: number | undefined;
  alarmsRingTwice: boolean;
  /** Of the bank, in order; what comes after them is approved. */
  answers: Answer[];
  steps: Step[];
};

const weighted = <Value>(...choices: [weight: number, value: Value][]) =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

const anyAnswer = weighted<Answer>(
  [16, 'approve'],
  [14, 'soft'],
  [2, 'hard'],
  [2, 'atFault'],
  [1, 'withdrawn'],
  [5, 'lostBefore'],
  [5, 'lostAfter'],
);

const anyWait = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Wait>({ for: 'charge' }) },
  {
    weight: 2,
    arbitrary: fc.record({ for: fc.constant('minutes' as const), count: fc.integer({ min: 1, max: 30 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ for: fc.constant('hours' as const), count: fc.integer({ min: 1, max: 100 }) }),
  },
  {
    weight: 6,
    arbitrary: fc
      .integer({ min: 1, max: 15 })
      .map((tenths): Wait => ({ for: 'periods', count: tenths / 10 })),
  },
);
const anyDeed = weighted<Deed>(
  [16, 'nothing'],
  [4, 'pause'],
  [10, 'resume'],
  [1, 'cancel'],
  [10, 'renewCard'],
  [1, 'renameCard'],
  [2, 'turnCustomer'],
  [4, 'loseAlarms'],
  [1, 'demandCvv'],
  [1, 'deleteCard'],
  [1, 'deleteCustomer'],
);

/** From two hours ago, which is the same day in every zone, or later; at a full minute. */
const anyStart = fc
  .oneof(
    { weight: 5, arbitrary: fc.integer({ min: -120, max: 24 * 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 * 24 * 60 }) },
  )
  .map((minutes) => Math.floor(WORLD_BEGINS_MS / MINUTE) * MINUTE + minutes * MINUTE);
const anyTrial = fc.record({
  days: fc.integer({ min: 1, max: 12 }),
  amountMinor: fc.constantFrom(0, 1, 50_00),
});

const anyPlan: fc.Arbitrary<ModelPlan> = fc
  .record({
    frequency: fc.constantFrom(...FREQUENCIES),
    interval: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 13 })),
    timeZone: fc.constantFrom('Europe/Istanbul', 'Europe/London', 'America/New_York'),
    startDateMs: anyStart,
    amountMinor: fc.integer({ min: 1, max: 1_000_00 }),
    lastsDays: sometimes(fc.integer({ min: 0, max: 900 })),
    maxPaymentCount: sometimes(fc.integer({ min: 1, max: 8 })),
    paidTimes: sometimes(fc.integer({ min: 1, max: 9 })),
    trial: sometimes(anyTrial),
    maxRetryAttempts: fc.integer({ min: 0, max: 10 }),
    retryIntervalHours: fc.oneof(fc.constant(24), fc.integer({ min: 1, max: 72 })),
  })
  .map(({ interval, lastsDays, paidTimes, ...terms }) => ({
    ...terms,
    frequencyInterval: Math.min(interval, MAX_FREQUENCY_INTERVAL[terms.frequency]),
    endDateMs: lastsDays === undefined ? undefined : terms.startDateMs + lastsDays * DAY,
    totalAmountLimitMinor: paidTimes === undefined ? undefined : paidTimes * terms.amountMinor,
  }));

export const anyLife: fc.Arbitrary<Life> = fc.record({
  plan: anyPlan,
  currency: fc.constantFrom('TRY', 'USD', 'EUR', 'GBP'),
  cardMonths: sometimes(fc.integer({ min: 0, max: 8 })),
  alarmsRingTwice: fc.boolean(),
  answers: fc.array(anyAnswer, { maxLength: 14, size: 'max' }),
  steps: fc.array(fc.record({ wait: anyWait, deed: anyDeed }), { minLength: 4, maxLength: 14, size: 'max' }),
});

/** The period's usual length, for waits; calendars do not matter to them. */
function periodMs({ frequency, frequencyInterval }: ModelPlan): number {
  const days = { daily: 1, weekly: 7, monthly: 30, quarterly: 91, annually: 365 }[frequency];
  return days * frequencyInterval * DAY;
}

export const waitMs = (wait: Exclude<Wait, { for: 'charge' }>, plan: ModelPlan): number => {
  const units = { minutes: MINUTE, hours: HOUR, periods: periodMs(plan) };
  return Math.round((wait.count * units[wait.for]) / MINUTE) * MINUTE;
};

type CardExpiry = { expiryMonth: string; expiryYear: string };
/** As far away as two digits of a year reach at a bank. */
export const LASTING_EXPIRY: CardExpiry = { expiryMonth: '12', expiryYear: '2099' };

/**
 * What is printed on the card, and the moment at which it is over. Only where bank and plan have the same
 * midnight, or the last hours of a month would be a matter of who is asked.
 */
export function cardExpiry({ cardMonths, plan }: Life): CardExpiry & { endsAtMs: number } {
  const isEndless = cardMonths === undefined || plan.timeZone !== 'Europe/Istanbul';
  if (isEndless) return { ...LASTING_EXPIRY, endsAtMs: Number.POSITIVE_INFINITY };
  const begun = new Date(WORLD_BEGINS_MS);
  const nextMonthMs = Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth() + cardMonths + 1);
  const lastDay = new Date(nextMonthMs - DAY);
  return {
    expiryMonth: String(lastDay.getUTCMonth() + 1).padStart(2, '0'),
    expiryYear: String(lastDay.getUTCFullYear()),
    endsAtMs: nextMonthMs - 3 * HOUR,
  };
}

export const requestOf = ({ plan, currency }: Life) => ({ ...planRequest(plan), currency });

/**
 * When the scheduler and the sweep stand still, in every world alike: for some hours, days, or longer than a
 * due date is caught up on. It ends a second after a beat, so that exactly one sweep comes with the alarms.
 */
export const OUTAGES: readonly { fromMs: number; toMs: number }[] = Array.from({ length: 500 }, (_, at) => {
  const fromMs = Math.floor(WORLD_BEGINS_MS / HOUR) * HOUR + (5 + 29 * at) * DAY + 7 * MINUTE + 15_000;
  const hours = [3, 26, 5 * 24, 9 * 24][at % 4] ?? 0;
  return { fromMs, toMs: fromMs + hours * HOUR + 3 * MINUTE - 14_000 };
});

/** When something set for this instant happens. */
export const afterOutage = (atMs: number): number =>
  OUTAGES.find(({ fromMs, toMs }) => atMs > fromMs && atMs < toMs)?.toMs ?? atMs;
