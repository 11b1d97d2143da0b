// The events that can happen to a recurring payment, in any order and number.
import fc from 'fast-check';
import { FREQUENCIES } from '#domain/frequency.ts';
import { at } from '../recurring-payment-builder.ts';
import type { ModelPlan } from './period-list.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type Answer = 'approved' | 'soft' | 'hard' | 'revoked' | 'unknown';
export type Event =
  | { kind: 'trigger'; lateMs: number; answer: Answer; repeat: boolean }
  | { kind: 'earlyTrigger'; earlyMs: number }
  | { kind: 'foreignTrigger' }
  | { kind: 'wait'; ms: number }
  | { kind: 'sweep'; answer: Answer }
  | { kind: 'answer'; answer: Exclude<Answer, 'unknown'> }
  | { kind: 'pause' | 'resume' | 'cancel' | 'cardUpdated' | 'replaceCard' | 'customer' | 'card' }
  | { kind: 'capUntil'; inMs: number }
  /** `which` chooses one of the periods that have ended unpaid, from the first (0) to the last (1). */
  | { kind: 'requestCharge' | 'waive'; which: number }
  | { kind: 'requestTrigger'; answer: Answer }
  | { kind: 'change'; amountMinor: number; maxRetryAttempts: number; inMs: number };

const answers = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Answer>('approved') },
  { weight: 8, arbitrary: fc.constant<Answer>('soft') },
  { weight: 1, arbitrary: fc.constantFrom<Answer>('hard', 'revoked') },
  { weight: 2, arbitrary: fc.constant<Answer>('unknown') },
);
const known = answers.map((answer) => (answer === 'unknown' ? 'approved' : answer));
const latenesses = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 * MINUTE }));
export const anyEvents: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('trigger' as const),
      lateMs: latenesses,
      answer: answers,
      repeat: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('earlyTrigger' as const),
      earlyMs: fc.integer({ min: 0, max: 2 * MINUTE }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: 'foreignTrigger' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: 40 * 24 * HOUR }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sweep' as const), answer: answers }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), answer: known }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Event>(
      { kind: 'pause' },
      { kind: 'resume' },
      { kind: 'resume' },
      { kind: 'cardUpdated' },
      { kind: 'replaceCard' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Event>({ kind: 'cancel' }, { kind: 'customer' }, { kind: 'card' }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('requestCharge' as const, 'requestCharge' as const, 'waive' as const),
      which: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('requestTrigger' as const), answer: answers }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      amountMinor: fc.constantFrom(50_00, 100_00, 250_00),
      maxRetryAttempts: fc.integer({ min: 0, max: 3 }),
      inMs: fc.integer({ min: 0, max: 90 * 24 * HOUR }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('capUntil' as const),
      inMs: fc.integer({ min: 0, max: 20 * 24 * HOUR }),
    }),
  },
);

/** Few calendars, so that the model's slow lists are shared. Limits and retries vary freely. */
export const anyPlan: fc.Arbitrary<ModelPlan> = fc.record({
  frequency: fc.constantFrom(...FREQUENCIES),
  frequencyInterval: fc.constantFrom(1, 2),
  timeZone: fc.constantFrom('Europe/Istanbul', 'America/New_York'),
  startDateMs: fc.constantFrom(at('2026-01-31T07:30:00Z'), at('2026-10-20T05:30:00Z')),
  amountMinor: fc.constant(100_00),
  endDateMs: fc.constantFrom(undefined, undefined, at('2026-12-31')),
  maxPaymentCount: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  totalAmountLimitMinor: fc.option(fc.integer({ min: 100_00, max: 900_00 }), { nil: undefined }),
  trial: fc.constantFrom(undefined, undefined, { days: 10, amountMinor: 0 }, { days: 10, amountMinor: 1_00 }),
  maxRetryAttempts: fc.integer({ min: 0, max: 10 }),
  retryIntervalHours: fc.oneof(fc.constant(24), fc.integer({ min: 1, max: 720 })),
});
