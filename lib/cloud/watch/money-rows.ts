// The top rows of the dashboard: payments and refunds, outcomes of recurring payments and hosted pages, and
// the banks' responses.
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { barChart, graph } from './graph.ts';
import {
  amountMetrics,
  type ServiceMetricOptions,
  type StageMetricName,
  serviceMetric,
  serviceMetrics,
} from './service-metrics.ts';

export function moneyRows(stage: string): IWidget[][] {
  const metric = (name: StageMetricName, options?: ServiceMetricOptions) =>
    serviceMetric(stage, name, options);
  return [
    [
      graph('Taken', amountMetrics(stage, 'TakenMinor')),
      graph('Given back', amountMetrics(stage, 'RefundedMinor')),
      barChart('From page to payment', [
        metric('PagesCreated', { label: 'created' }),
        metric('PagesOpened', { label: 'form shown' }),
        metric('PagesSubmitted', { label: 'submitted' }),
        metric('PagesChallenged', { label: 'asked by the issuer' }),
        metric('ThreeDAnswersRefused', { label: '3-D Secure answers refused' }),
        metric('PagesDeclined', { label: 'attempts declined' }),
        metric('PagesPaid', { label: 'paid' }),
        metric('PagesFailed', { label: 'failed' }),
        metric('CardPagesCreated', { label: 'for a card' }),
        metric('CardPagesCompleted', { label: 'card stored' }),
        metric('PagesClosed', { label: 'closed by the merchant' }),
        metric('PagesExpired', { label: 'opened too late' }),
        metric('PagesGuarded', { label: 'stopped by a guard' }),
        metric('CardNumbersRefused', { label: 'cards not stored: full mask' }),
        metric('CardsLocked', { label: 'stored cards locked: wrong CVVs' }),
      ]),
    ],
    [
      graph('Charges', [
        metric('ChargesAttempted', { label: 'attempted' }),
        metric('ChargesSucceeded', { label: 'succeeded' }),
        metric('ChargesDeclined', { label: 'declined' }),
        metric('ChargesNotMade', { label: 'not made' }),
        metric('RecurringPaymentsCreated', { label: 'new recurring payments' }),
      ]),
      graph('Charges: overdue and late', [
        metric('ChargesOverdue', { label: 'found overdue' }),
        metric('ChargesLate', { label: 'made late' }),
        metric('PeriodsMissed', { label: 'periods missed' }),
        metric('ChargeDelay', { statistic: 'p99', label: 'seconds of the slowest 1 %' }),
      ]),
      graph('Refunds', [
        metric('RefundsAsked', { label: 'asked for' }),
        metric('RefundsCompleted', { label: 'completed' }),
        metric('RefundsFailed', { label: 'failed' }),
      ]),
    ],
    ...bankRows(stage),
  ];
}

function bankRows(stage: string): IWidget[][] {
  const metric = (name: StageMetricName, options?: ServiceMetricOptions) =>
    serviceMetric(stage, name, options);
  return [
    [
      graph('Banks: no answer', [
        metric('BankUnknown', { label: 'not known' }),
        metric('BankUnreachable', { label: 'not reached' }),
        metric('BanksDown', { label: 'down: not asked' }),
        metric('ManualReviews', { label: 'left to a person' }),
        metric('LateSales', { label: 'made after all' }),
        metric('ReviewsWaiting', { statistic: 'Maximum', label: 'waits for a person' }),
      ]),
      graph('Banks: calls', serviceMetrics(stage, 'BankLatency', { statistic: 'SampleCount' })),
      graph('Banks: milliseconds', [
        ...serviceMetrics(stage, 'BankLatency', { statistic: 'p50', label: 'p50' }),
        ...serviceMetrics(stage, 'BankLatency', { statistic: 'p99', label: 'p99' }),
      ]),
    ],
    [
      graph('Books and banks', [
        metric('OrdersCompared', { label: 'orders compared' }),
        metric('ReconciliationDifferences', { statistic: 'Maximum', label: 'open differences' }),
        metric('ReconciliationsBehind', { statistic: 'Maximum', label: 'merchants not compared' }),
      ]),
    ],
  ];
}
