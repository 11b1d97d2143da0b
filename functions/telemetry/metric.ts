// Metrics for alarms and the dashboard, in CloudWatch's embedded metric format: one line of output, no call
// and no waiting. The labels of a line have the same allow-list as the log.
import { isCanary, setting } from '#setting.ts';
import { type LogFields, log } from './log.ts';
import { currentRequest } from './request-context.ts';

type Dimension = 'currency' | 'operation';
type MetricDefinition = {
  unit: 'Count' | 'None' | 'Milliseconds' | 'Seconds';
  by?: Dimension;
  /** Measured again and again, and a zero is no news: it stands in the line, and is no billed metric. */
  isQuietAtZero?: true;
};

/**
 * All metrics. Besides the stage a metric has at most one dimension with few values, because each value is
 * billed as a metric of its own; the merchant is a field of the line instead. If both 0 and 1 are measured,
 * the average is a rate and the sample count the total.
 */
export const METRICS = {
  /** Amounts are in minor units, because integers add up exactly. */
  TakenMinor: { unit: 'None', by: 'currency' },
  RefundedMinor: { unit: 'None', by: 'currency' },

  PagesCreated: { unit: 'Count' },
  /** Forms shown. A reload counts again. */
  PagesOpened: { unit: 'Count' },
  /** Submits that contain a card, before the limits against card testing. */
  PagesSubmitted: { unit: 'Count' },
  PagesChallenged: { unit: 'Count' },
  /** 0 or 1 for each answer of a bank's gate: 1 if it is not an answer to the form that was sent. */
  ThreeDAnswersRefused: { unit: 'Count' },
  PagesPaid: { unit: 'Count' },
  /** 0 or 1 for each finished attempt. */
  PagesDeclined: { unit: 'Count' },
  PagesFailed: { unit: 'Count' },
  /**
   * 0 or 1 for each finished attempt of a page or charge, but later declines of its order or period: 1 if
   * declined for no reason that lies in the card; for one that lies with the bank's systems or the shop.
   */
  UnspecificDeclines: { unit: 'Count' },
  TechnicalDeclines: { unit: 'Count' },
  /** Card pages, and those whose card was stored. */
  CardPagesCreated: { unit: 'Count' },
  CardPagesCompleted: { unit: 'Count' },
  /** Pages that a merchant closed. */
  PagesClosed: { unit: 'Count' },
  /** Requests of an expired page. A page that no buyer opens expires without being counted. */
  PagesExpired: { unit: 'Count' },
  /** Submits that a limit against card testing stopped. */
  PagesGuarded: { unit: 'Count' },

  /** Merchants at which stolen cards began to be tried. */
  CardTestings: { unit: 'Count' },

  /** 0 or 1 for each check of the page that browsers receive: 1 if it is not the released one. */
  PageDiffers: { unit: 'Count', isQuietAtZero: true },
  /** Violations of a page's Content-Security-Policy that browsers reported. */
  PageViolations: { unit: 'Count' },
  /** Cards that were not stored because too many numbers are stored behind their mask. */
  CardNumbersRefused: { unit: 'Count' },
  /** Stored cards that wrong security codes have locked. */
  CardsLocked: { unit: 'Count' },

  RecurringPaymentsCreated: { unit: 'Count' },
  ChargesAttempted: { unit: 'Count' },
  /** From the planned moment to the attempt. */
  ChargeDelay: { unit: 'Seconds' },
  /** 0 or 1 for each attempt. */
  ChargesLate: { unit: 'Count' },
  /** 0 or 1 for each finished attempt. Both are 0 if the bank never received it. */
  ChargesSucceeded: { unit: 'Count' },
  ChargesDeclined: { unit: 'Count' },
  /** Charges decided without the bank: card expired, customer inactive, due date too old and others. */
  ChargesNotMade: { unit: 'Count' },
  /** Periods whose due date passed without a charge, because of an outage. Not measured if there are none. */
  PeriodsMissed: { unit: 'Count' },
  /**
   * Answers about a merchant's settings, to sales, refunds and inquiries; a charge held alone counts once.
   */
  MerchantFaults: { unit: 'Count' },
  /** Charges that the sweep found overdue beyond its grace, page by page. Not measured if there are none. */
  ChargesOverdue: { unit: 'Count' },

  RefundsAsked: { unit: 'Count' },
  RefundsCompleted: { unit: 'Count' },
  RefundsFailed: { unit: 'Count' },

  BankLatency: { unit: 'Milliseconds', by: 'operation' },
  /** 0 or 1 for each call: 1 if it may have reached the bank and has no usable answer. */
  BankUnknown: { unit: 'Count' },
  /** 0 or 1 for each call: 1 if it certainly was not sent. */
  BankUnreachable: { unit: 'Count' },
  /**
   * Measured while a bank's breaker is open: by calls that fail to close it, and by sweeps that defer rows.
   */
  BanksDown: { unit: 'Count' },
  /** Measured in the first two hours of a stage, and once for each five minutes of the hour before. */
  StageIsNew: { unit: 'Count' },
  /** Breakers that opened, each counted once: a bank has stopped answering. */
  BanksOpened: { unit: 'Count' },
  /**
   * Needed manual resolutions of payments, charges and refunds: each new one, and all that wait, 200 at most.
   */
  ManualReviews: { unit: 'Count' },
  ReviewsWaiting: { unit: 'Count' },
  /** Sales that counted as never received although the bank made them. */
  LateSales: { unit: 'Count' },
  /** Orders compared with their banks. Each run of the reconciliation measures this and the next two. */
  OrdersCompared: { unit: 'Count', isQuietAtZero: true },
  /** Open differences between bank and books, 100 at most. */
  ReconciliationDifferences: { unit: 'Count', isQuietAtZero: true },
  /** Merchants whose orders should have been compared a day ago. */
  ReconciliationsBehind: { unit: 'Count', isQuietAtZero: true },

  /** 0 or 1 for each try to send an event: 1 if the merchant's server did not answer with success. */
  DeliveriesFailed: { unit: 'Count' },
  /** Deliveries that were given up after days of failed tries. */
  DeliveriesGivenUp: { unit: 'Count' },
  /** Webhooks that were disabled because they answered 410, or because every try failed for days. */
  WebhooksDisabled: { unit: 'Count' },
  /**
   * The longest wait of a due row for this service; 0 if none was due. Measured each minute, as the next two.
   */
  DeliveryWait: { unit: 'Seconds' },
  /** Failing webhooks, about a thousand at most. */
  WebhooksFailing: { unit: 'Count', isQuietAtZero: true },
  /** Merchants whose webhooks began to fail less than a day ago. */
  MerchantsFailing: { unit: 'Count', isQuietAtZero: true },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;
const METRIC_NAMES = Object.keys(METRICS) as MetricName[];
export const NAMESPACE = 'Payment';

type DimensionOf<Name extends MetricName> = (typeof METRICS)[Name] extends { by: infer By extends Dimension }
  ? By
  : never;

/**
 * Writes one line for values that belong together. The caller whose transaction succeeded calls this after
 * the commit, so nothing is counted twice; a crash in between loses the line. Never throws, because money may
 * have moved.
 */
export function measure<Name extends MetricName>(
  values: { readonly [One in Name]?: number },
  labels: LogFields & Record<DimensionOf<Name>, string>,
  at = new Date(),
): void {
  try {
    process.stdout.write(`${JSON.stringify(metricLine(values, labels, at))}\n`);
  } catch (error) {
    log('error', 'not measured', {}, error);
  }
}

function metricLine(values: Partial<Record<MetricName, number>>, labels: LogFields, at: Date) {
  const names = METRIC_NAMES.filter((name) => values[name] !== undefined);
  const told = names.filter((name) => values[name] !== 0 || !definitionOf(name).isQuietAtZero);
  const byDimension = Map.groupBy(told, (name) => definitionOf(name).by);
  const CloudWatchMetrics = [...byDimension].map(([dimension, grouped]) => ({
    Namespace: NAMESPACE,
    Dimensions: [['stage', ...(dimension === undefined ? [] : [dimension])]],
    Metrics: grouped.map((name) => ({ Name: name, Unit: definitionOf(name).unit })),
  }));
  const line = {
    message: names.join(', '),
    at: at.toISOString(),
    stage: setting('STAGE'),
    ...currentRequest(),
    ...labels,
    ...values,
  };
  // A payment of the canary is no payment: it changes no rate, no sum and no bill of metrics.
  if (isCanary(labels.merchantId)) return line;
  return { _aws: { Timestamp: at.getTime(), CloudWatchMetrics }, ...line };
}

const definitionOf = (name: MetricName): MetricDefinition => METRICS[name];
