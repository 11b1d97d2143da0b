// What a month owes to whom, and how much of the failures that it allows is used up: the one row of the
// dashboard that looks back 28 days. docs/reliability.md says what follows when a month has used up its own.
import { type MetricOf, math, ofApi, service } from './metrics.ts';

export const LEVEL_DAYS = 28;
const MINUTES = LEVEL_DAYS * 24 * 60;
/** Longer than the sweep lets an event wait; a receiver's own failures do not count. */
const PROMPT_SECONDS = 60;

type ServiceLevel = {
  name: string;
  /** The least percentage that is as it should be. */
  goal: number;
  /** The percentage that is not, by metrics of `LEVEL_DAYS`. */
  failed: { expression: string; parts: Readonly<Record<string, MetricOf>> };
};

/** Of calls. The alarm about errors counts by it, too. */
export const ANSWERED_PERCENT = 99.9;

const counted = { minutes: MINUTES };
/** Percent of calls that were not answered, whatever stood in the way. */
const unanswered = (api: 'api' | 'pay') => ({
  expression: `100 * FILL(${api}Errors, 0) / ${api}Calls`,
  parts: { [`${api}Errors`]: ofApi(api, '5XXError', counted), [`${api}Calls`]: ofApi(api, 'Count', counted) },
});

export const SERVICE_LEVELS: readonly ServiceLevel[] = [
  { name: 'Merchants: calls answered', goal: ANSWERED_PERCENT, failed: unanswered('api') },
  { name: 'Buyers: pages answered', goal: ANSWERED_PERCENT, failed: unanswered('pay') },
  {
    name: 'Charges made when they are due',
    goal: 99.9,
    failed: {
      expression: '100 * (FILL(late, 0) + FILL(missed, 0)) / (attempted + FILL(missed, 0))',
      parts: {
        late: service('ChargesLate', counted),
        missed: service('PeriodsMissed', counted),
        attempted: service('ChargesAttempted', counted),
      },
    },
  },
  {
    name: 'Outcomes found without a person',
    goal: 99.99,
    failed: {
      expression: '100 * FILL(left, 0) / (FILL(submitted, 0) + FILL(attempted, 0) + FILL(asked, 0))',
      parts: {
        left: service('ManualReviews', counted),
        submitted: service('PagesSubmitted', counted),
        attempted: service('ChargesAttempted', counted),
        asked: service('RefundsAsked', counted),
      },
    },
  },
  {
    name: 'Minutes in which no event waited for us',
    goal: 99.9,
    failed: {
      expression: '100 - prompt',
      parts: { prompt: service('DeliveryWait', { ...counted, statistic: `PR(:${PROMPT_SECONDS})` }) },
    },
  },
];

/** Percent that may fail, without the dust of binary fractions. */
const allowedOf = (goal: number) => Number((100 - goal).toFixed(2));

/** 100: as many failures as the goal allows in these days. */
export const usedUp = ({ name, goal, failed: { expression, parts } }: ServiceLevel): MetricOf =>
  math(name, `100 * (${expression}) / ${allowedOf(goal)}`, parts, MINUTES);
