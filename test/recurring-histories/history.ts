// Generates the random history of a recurring payment: its plan, the bank's answers, and the merchant's
// actions with their times. Histories are independent of each other, so that one that fails can be repeated
// alone.
import fc from 'fast-check';
import { FREQUENCIES, MAX_FREQUENCY_INTERVAL } from '#domain/frequency.ts';
import type { ModelPlan } from '../domain/recurring-payment/random-walk/period-list.ts';
import { planRequest } from '../drivers/recurring-payment-driver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Start of every environment, half a minute off the times of the sweep, so that no action meets a sweep. */
export const START_MS = Date.parse('2026-01-10T09:02:30Z');

/**
 * The outcome of a call to the bank. A lost sale is approved once it arrives. No outcome is about the
 * merchant's settings, because the histories share a merchant, and such an answer holds all of them.
 */
export type Answer = 'approve' | 'soft' | 'hard' | 'withdrawn' | 'lostBefore' | 'lostAfter';
export const BANK_SCRIPTS: Record<Answer, string> = {
  approve: 'approve',
  soft: 'decline:51',
  hard: 'decline:43',
  withdrawn: 'decline:R1',
  lostBefore: 'lost-before',
  lostAfter: 'lost-after',
};

type Wait =
  | { for: 'minutes' | 'hours' | 'periods'; count: number }
  /** A wait until half a minute after the next charge, whose answer may still be unknown. */
  | { for: 'charge' };
const ACTIONS = [
  'nothing',
  'pause',
  'resume',
  'cancel',
  'renewCard',
  'renameCard',
  'toggleCustomer',
  'replaceCard',
  'changePlan',
  'chargePeriod',
  'waivePeriod',
  'loseTriggers',
  'requireCvv',
  'deleteCard',
  'deleteCustomer',
];
export type Action = (typeof ACTIONS)[number];
type Step = { wait: Wait; action: Action };

export type History = {
  plan: ModelPlan;
  currency: 'TRY' | 'USD' | 'EUR' | 'GBP';
  /** The card is valid for this month and `cardMonths` more; undefined if longer than the history. */
  cardMonths: number | undefined;
  isTriggeredTwice: boolean;
  /** The bank's answers, in order. Later sales are approved. */
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
  // Longer than a week: due dates are missed.
  {
    weight: 2,
    arbitrary: fc.record({ for: fc.constant('hours' as const), count: fc.integer({ min: 200, max: 900 }) }),
  },
  {
    weight: 6,
    arbitrary: fc
      .integer({ min: 1, max: 15 })
      .map((tenths): Wait => ({ for: 'periods', count: tenths / 10 })),
  },
);
const anyAction = weighted<Action>(
  [16, 'nothing'],
  [4, 'pause'],
  [10, 'resume'],
  [1, 'cancel'],
  [10, 'renewCard'],
  [1, 'renameCard'],
  [4, 'replaceCard'],
  [3, 'changePlan'],
  [8, 'chargePeriod'],
  [2, 'waivePeriod'],
  [2, 'toggleCustomer'],
  [4, 'loseTriggers'],
  [1, 'requireCvv'],
  [1, 'deleteCard'],
  [1, 'deleteCustomer'],
);

/** A full minute of the last two hours or later, which is the same day in every zone. */
const anyStart = fc
  .oneof(
    { weight: 5, arbitrary: fc.integer({ min: -120, max: 24 * 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 * 24 * 60 }) },
  )
  .map((minutes) => Math.floor(START_MS / MINUTE) * MINUTE + minutes * MINUTE);
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

export const anyHistory: fc.Arbitrary<History> = fc.record({
  plan: anyPlan,
  currency: fc.constantFrom('TRY', 'USD', 'EUR', 'GBP'),
  cardMonths: sometimes(fc.integer({ min: 0, max: 8 })),
  isTriggeredTwice: fc.boolean(),
  answers: fc.array(anyAnswer, { maxLength: 14, size: 'max' }),
  steps: fc.array(fc.record({ wait: anyWait, action: anyAction }), {
    minLength: 4,
    maxLength: 14,
    size: 'max',
  }),
});

/** The usual length of a period. Waits need no exact calendar. */
function periodMs({ frequency, frequencyInterval }: ModelPlan): number {
  const days = { daily: 1, weekly: 7, monthly: 30, quarterly: 91, annually: 365 }[frequency];
  return days * frequencyInterval * DAY;
}

export const waitMs = (wait: Exclude<Wait, { for: 'charge' }>, plan: ModelPlan): number => {
  const units = { minutes: MINUTE, hours: HOUR, periods: periodMs(plan) };
  return Math.round((wait.count * units[wait.for]) / MINUTE) * MINUTE;
};

type CardExpiry = { expiryMonth: string; expiryYear: string };
/** The latest expiry that a bank's two digit year can hold. */
export const LASTING_EXPIRY: CardExpiry = { expiryMonth: '12', expiryYear: '2099' };

/**
 * The expiry of the card and the instant at which it ends. Only plans in the bank's time zone have a card
 * that expires: in other zones, plan and bank disagree during the last hours of a month.
 */
export function cardExpiry({ cardMonths, plan }: History): CardExpiry & { endsAtMs: number } {
  const isEndless = cardMonths === undefined || plan.timeZone !== 'Europe/Istanbul';
  if (isEndless) return { ...LASTING_EXPIRY, endsAtMs: Number.POSITIVE_INFINITY };
  const begun = new Date(START_MS);
  const nextMonthMs = Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth() + cardMonths + 1);
  const lastDay = new Date(nextMonthMs - DAY);
  return {
    expiryMonth: String(lastDay.getUTCMonth() + 1).padStart(2, '0'),
    expiryYear: String(lastDay.getUTCFullYear()),
    endsAtMs: nextMonthMs - 3 * HOUR,
  };
}

export const requestOf = ({ plan, currency }: History) => ({ ...planRequest(plan), currency });

/**
 * Outages of scheduler and sweep, the same in every environment: for hours, days, or longer than a missed due
 * date may be charged. Each ends a second after the time of a sweep, so that exactly one sweep runs with the
 * delayed triggers.
 */
export const OUTAGES: readonly { fromMs: number; toMs: number }[] = Array.from({ length: 500 }, (_, at) => {
  const fromMs = Math.floor(START_MS / HOUR) * HOUR + (5 + 29 * at) * DAY + 7 * MINUTE + 15_000;
  const hours = [3, 26, 5 * 24, 9 * 24][at % 4] ?? 0;
  return { fromMs, toMs: fromMs + hours * HOUR + 3 * MINUTE - 14_000 };
});

/** Returns when a trigger that is scheduled for this instant is delivered. */
export const afterOutage = (atMs: number): number =>
  OUTAGES.find(({ fromMs, toMs }) => atMs > fromMs && atMs < toMs)?.toMs ?? atMs;
