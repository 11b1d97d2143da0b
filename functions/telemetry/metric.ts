// Figures for alarms and the dashboard, in CloudWatch's embedded metric format: one line of output, no call,
// no waiting. What stands beside a figure tells whose it was, and is as short a list as that of the log.
import { setting } from '#setting.ts';
import { type LogFields, log } from './log.ts';
import { currentRequest } from './request-context.ts';

type Dimension = 'currency' | 'operation';
type MetricPlan = { unit: 'Count' | 'None' | 'Milliseconds' | 'Seconds'; by?: Dimension };

/**
 * Every figure there is. Beside the stage a metric has one dimension at most, of a handful of values, because
 * each value is a metric of its own to pay for; whose merchant's it was is a field of the line.
 * Where 0 is measured as well as 1, the average is a rate and the number of samples the whole.
 */
export const METRICS = {
  /** Amounts in minor units: as integers they add up exactly. */
  TakenMinor: { unit: 'None', by: 'currency' },
  RefundedMinor: { unit: 'None', by: 'currency' },

  PagesCreated: { unit: 'Count' },
  /** Forms shown; a page that is loaded again counts again. */
  PagesOpened: { unit: 'Count' },
  /** Forms sent that hold a card, before any guard. */
  PagesSubmitted: { unit: 'Count' },
  PagesChallenged: { unit: 'Count' },
  /**
   * 0 or 1 for each stored card that went to the bank by the buyer's browser: 1 where nobody came back, as
   * when somebody only wants to read it.
   */
  StoredCardsUnreturned: { unit: 'Count' },
  PagesPaid: { unit: 'Count' },
  /** 0 or 1 for each attempt that ended. */
  PagesDeclined: { unit: 'Count' },
  PagesFailed: { unit: 'Count' },
  /** Buyers who came too late; a page that nobody looks at expires unseen. */
  PagesExpired: { unit: 'Count' },
  /** Submits that a guard against card testing stopped. */
  PagesGuarded: { unit: 'Count' },

  RecurringPaymentsCreated: { unit: 'Count' },
  ChargesAttempted: { unit: 'Count' },
  /** From the planned moment to the attempt. */
  ChargeDelay: { unit: 'Seconds' },
  /** 0 or 1 for each attempt. */
  ChargesLate: { unit: 'Count' },
  /** 0 or 1 for each attempt that ended; neither is 1 where the bank never received it. */
  ChargesSucceeded: { unit: 'Count' },
  ChargesDeclined: { unit: 'Count' },
  /** Decided without the bank: card expired, customer inactive, too late. */
  ChargesNotMade: { unit: 'Count' },
  /** What a sweep found due for longer than its grace, page by page; nothing where it found none. */
  ChargesOverdue: { unit: 'Count' },

  RefundsAsked: { unit: 'Count' },
  RefundsCompleted: { unit: 'Count' },
  RefundsFailed: { unit: 'Count' },

  BankLatency: { unit: 'Milliseconds', by: 'operation' },
  /** 0 or 1 for each call: it may have reached the bank, and there is no answer. */
  BankUnknown: { unit: 'Count' },
  /** 0 or 1 for each call: it certainly did not leave. */
  BankUnreachable: { unit: 'Count' },
  /** Payments, charges and refunds that only a person can end: each as it comes, and all that wait. */
  ManualReviews: { unit: 'Count' },
  ReviewsWaiting: { unit: 'Count' },
} as const satisfies Record<string, MetricPlan>;

export type MetricName = keyof typeof METRICS;
const METRIC_NAMES = Object.keys(METRICS) as MetricName[];
export const NAMESPACE = 'Payment';

type DimensionOf<Name extends MetricName> = (typeof METRICS)[Name] extends { by: infer By extends Dimension }
  ? By
  : never;

/**
 * Measured together, because they happened together, and after the commit, by whoever's it was: nothing is
 * told twice, and a crash in between leaves it out. Never throws: money may have moved.
 */
export function measure<Name extends MetricName>(
  values: { readonly [One in Name]?: number },
  facts: LogFields & Record<DimensionOf<Name>, string>,
): void {
  try {
    process.stdout.write(`${JSON.stringify(metricLine(values, facts))}\n`);
  } catch (error) {
    log('error', 'not measured', {}, error);
  }
}

function metricLine(values: Partial<Record<MetricName, number>>, facts: LogFields) {
  const now = new Date();
  const names = METRIC_NAMES.filter((name) => values[name] !== undefined);
  const alike = Map.groupBy(names, (name) => planOf(name).by);
  const CloudWatchMetrics = [...alike].map(([dimension, together]) => ({
    Namespace: NAMESPACE,
    Dimensions: [['stage', ...(dimension === undefined ? [] : [dimension])]],
    Metrics: together.map((name) => ({ Name: name, Unit: planOf(name).unit })),
  }));
  return {
    _aws: { Timestamp: now.getTime(), CloudWatchMetrics },
    message: names.join(', '),
    at: now.toISOString(),
    stage: setting('STAGE'),
    ...currentRequest(),
    ...facts,
    ...values,
  };
}

const planOf = (name: MetricName): MetricPlan => METRICS[name];
