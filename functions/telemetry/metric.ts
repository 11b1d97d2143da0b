// Metrics for alarms and the dashboard, in CloudWatch's embedded metric format: one line of output, no call
// and no waiting. The labels of a line have the same allow-list as the log.
import { setting } from '#setting.ts';
import { type LogFields, log } from './log.ts';
import { currentRequest } from './request-context.ts';

type Dimension = 'currency' | 'operation';
type MetricDefinition = { unit: 'Count' | 'None' | 'Milliseconds' | 'Seconds'; by?: Dimension };

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
  /** 0 or 1 for each answer of a bank's gate: 1 if it does not belong to the form that was sent. */
  ThreeDAnswersRefused: { unit: 'Count' },
  PagesPaid: { unit: 'Count' },
  /** 0 or 1 for each finished attempt. */
  PagesDeclined: { unit: 'Count' },
  PagesFailed: { unit: 'Count' },
  /** Pages on which a card is given, and those on which one was stored. */
  CardPagesCreated: { unit: 'Count' },
  CardPagesCompleted: { unit: 'Count' },
  /** Pages that a merchant closed. */
  PagesClosed: { unit: 'Count' },
  /** Requests of an expired page. A page that no buyer opens expires without being counted. */
  PagesExpired: { unit: 'Count' },
  /** Submits that a limit against card testing stopped. */
  PagesGuarded: { unit: 'Count' },

  /** 0 or 1 for each check of the page that browsers receive: 1 if it is not the released one. */
  PageDiffers: { unit: 'Count' },
  /** Violations of a page's Content-Security-Policy that browsers reported. */
  PageViolations: { unit: 'Count' },
  /** Cards that were not stored because too many numbers are stored behind their mask. */
  CardNumbersRefused: { unit: 'Count' },

  RecurringPaymentsCreated: { unit: 'Count' },
  ChargesAttempted: { unit: 'Count' },
  /** From the planned moment to the attempt. */
  ChargeDelay: { unit: 'Seconds' },
  /** 0 or 1 for each attempt. */
  ChargesLate: { unit: 'Count' },
  /** 0 or 1 for each finished attempt. Both are 0 if the bank never received it. */
  ChargesSucceeded: { unit: 'Count' },
  ChargesDeclined: { unit: 'Count' },
  /** Decided without the bank: card expired, customer inactive, due date too old. */
  ChargesNotMade: { unit: 'Count' },
  /** Periods whose due date passed without a charge, because of an outage. Not measured if there are none. */
  PeriodsMissed: { unit: 'Count' },
  /** Answers of a bank about the settings of a merchant: to sales, refunds, inquiries, a held charge once. */
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
  /** Measured while a bank's breaker is open: by each call that fails to close it. */
  BanksDown: { unit: 'Count' },
  /** Breakers that opened, each once: a bank began not to answer. */
  BanksOpened: { unit: 'Count' },
  /** Payments, charges and refunds that need a manual resolution: each new one, and all that wait. */
  ManualReviews: { unit: 'Count' },
  ReviewsWaiting: { unit: 'Count' },
  /** Sales that counted as never received and were made after all. */
  LateSales: { unit: 'Count' },
  /** Measured by each run of the reconciliation: orders compared with their banks, */
  OrdersCompared: { unit: 'Count' },
  /** differences between bank and books that are open, 100 at most, */
  ReconciliationDifferences: { unit: 'Count' },
  /** and merchants whose orders should have been compared a day ago. */
  ReconciliationsBehind: { unit: 'Count' },

  /** 0 or 1 for each try to send an event: 1 if the merchant's server did not take it. */
  DeliveriesFailed: { unit: 'Count' },
  /** Events that a webhook did not take in five days of tries. */
  DeliveriesGivenUp: { unit: 'Count' },
  /** Webhooks that answered 410, or took nothing for five days. */
  WebhooksDisabled: { unit: 'Count' },
  /** Measured each minute: how long what was due had waited for us, at the most; 0 if nothing was due, */
  DeliveryWait: { unit: 'Seconds' },
  /** webhooks that are failing, about a thousand at most, */
  WebhooksFailing: { unit: 'Count' },
  /** and merchants of those that began to fail less than fifteen minutes ago. */
  MerchantsFailing: { unit: 'Count' },
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
): void {
  try {
    process.stdout.write(`${JSON.stringify(metricLine(values, labels))}\n`);
  } catch (error) {
    log('error', 'not measured', {}, error);
  }
}

function metricLine(values: Partial<Record<MetricName, number>>, labels: LogFields) {
  const now = new Date();
  const names = METRIC_NAMES.filter((name) => values[name] !== undefined);
  const byDimension = Map.groupBy(names, (name) => definitionOf(name).by);
  const CloudWatchMetrics = [...byDimension].map(([dimension, grouped]) => ({
    Namespace: NAMESPACE,
    Dimensions: [['stage', ...(dimension === undefined ? [] : [dimension])]],
    Metrics: grouped.map((name) => ({ Name: name, Unit: definitionOf(name).unit })),
  }));
  return {
    _aws: { Timestamp: now.getTime(), CloudWatchMetrics },
    message: names.join(', '),
    at: now.toISOString(),
    stage: setting('STAGE'),
    ...currentRequest(),
    ...labels,
    ...values,
  };
}

const definitionOf = (name: MetricName): MetricDefinition => METRICS[name];
