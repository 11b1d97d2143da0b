// The steps of buyers on hosted pages, counted by day, once by the page's variant and once by the card. A
// submit counts when its outcome is known; a page that was never sent counts when its form tells that the
// buyer has left it (payments.md 9). Nothing here is about a person.
import type { Counts, DayCounts } from '../day-counts.ts';
import { FAMILIES } from '../installment/families.ts';
import type { Day } from '../time/business-day.ts';
import type { HostedPage } from './hosted-page.ts';
import type { Payment } from './payment.ts';
import { isTimedOutOrGivenUp } from './three-d-failure.ts';

/**
 * Short, because the head of a feed contains them: pages left before a key (`l`) and after one (`t`), pages
 * sent at least once (`f`), challenges (`c`) and their ends (`e`), declined (`d`) and paid (`p`) submits.
 */
export const STEP_TALLIES = ['l', 't', 'f', 'c', 'e', 'd', 'p'] as const;
type StepTally = (typeof STEP_TALLIES)[number];
export type StepCounts = Counts<StepTally>;

/** The places of a day's counts, beside the currencies. */
const OF_VARIANT = '~';
const OF_CARD = '*';
export const slotOfVariant = (variant = '') => OF_VARIANT + variant;

/** A family of Turkish cards if it is known, otherwise the brand: a handful of words. */
const slotOfCard = ({ cardFamily, cardAssociation }: Payment) =>
  OF_CARD + (FAMILIES.find((family) => family === cardFamily) ?? cardAssociation);

/** What a submit counts, by slot. */
export function stepsOfPayment(payment: Payment): [slot: string, counts: StepCounts][] {
  const { source, status, threeDSecure, isAgain, variant } = payment;
  if (source !== 'HostedPage' || status === 'Processing') return [];
  const submit: StepCounts = {
    ...(threeDSecure && { c: 1, ...(!isTimedOutOrGivenUp(payment) && { e: 1 }) }),
    ...(status === 'Failed' ? { d: 1 } : { p: 1 }),
  };
  return [
    [slotOfVariant(variant), isAgain ? submit : { f: 1, ...submit }],
    [slotOfCard(payment), submit],
  ];
}

/** True at the outcome of the first submit of a page: if the page had been left, it no longer is. */
export const isFirstOutcome = (before: Payment | undefined, after: Payment): boolean =>
  after.source === 'HostedPage' &&
  after.isAgain !== true &&
  after.status !== 'Processing' &&
  (before === undefined || before.status === 'Processing');

/** Whether the form tells that it was left: after a submit the page counts by that. */
export const isBeaconDue = ({ attemptCount, hasNoBeacon }: HostedPage): boolean =>
  attemptCount === 0 && hasNoBeacon !== true;

/** What the form of a page has told, once: the day, and whether the buyer had pressed a key. */
export type LeftPage = { day: Day; hasKey?: boolean };
export const stepsOfLeft = ({ hasKey }: LeftPage, count: 1 | -1): StepCounts => ({
  [hasKey ? 't' : 'l']: count,
});

type Steps = Record<
  'form' | 'firstKey' | 'left' | 'sending' | 'challenge' | 'challengeEnd' | 'declined' | 'paid',
  number
>;
type CardSteps = Omit<Steps, 'form' | 'firstKey' | 'left'>;
export type Funnel = Steps & {
  byVariant: ({ variant: string | null } & Steps)[];
  byCard: ({ card: string } & CardSteps)[];
};

/** The rows of a period, which also contain those of the currencies. */
export function funnelOf(rows: readonly DayCounts<StepTally>[]): Funnel {
  const slots = (kind = '') => {
    const own = rows.filter(({ currency }) => currency.startsWith(kind));
    return [...Map.groupBy(own, ({ currency }) => currency.slice(1))].toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    );
  };
  const variants = slots(OF_VARIANT);
  return {
    ...stepsIn(variants.flatMap(([, own]) => own)),
    byVariant: variants.map(([variant, own]) => ({ variant: variant || null, ...stepsIn(own) })),
    byCard: slots(OF_CARD).map(([card, own]) => {
      const { form: _, firstKey: __, left: ___, ...steps } = stepsIn(own);
      return { card, ...steps };
    }),
  };
}

/** The submits alone. Each is counted in one slot of a variant. */
export function submitsIn(rows: readonly DayCounts<StepTally>[]): { declined: number; paid: number } {
  const own = rows.filter(({ currency }) => currency.startsWith(OF_VARIANT));
  return { declined: sumOf(own, 'd'), paid: sumOf(own, 'p') };
}

function stepsIn(rows: readonly DayCounts<StepTally>[]): Steps {
  // What is taken back on another day than it was counted may be more than is left of the period.
  const total = (tally: StepTally) => Math.max(0, sumOf(rows, tally));
  const left = total('l') + total('t');
  return {
    form: left + total('f'),
    firstKey: total('t') + total('f'),
    left,
    sending: total('d') + total('p'),
    challenge: total('c'),
    challengeEnd: total('e'),
    declined: total('d'),
    paid: total('p'),
  };
}

const sumOf = (rows: readonly DayCounts<StepTally>[], tally: StepTally) =>
  rows.reduce((sum, { counts }) => sum + (counts[tally] ?? 0), 0);
