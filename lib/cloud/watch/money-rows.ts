// The top of the dashboard: what was taken and given back, how recurring payments and hosted pages end, and
// whether the banks answer.
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { amounts, type FigureOptions, figure, figures, type Plain } from './figures.ts';
import { bars, graph } from './graph.ts';

export function moneyRows(stage: string): IWidget[][] {
  const of = (name: Plain, options?: FigureOptions) => figure(stage, name, options);
  return [
    [
      graph('Taken', amounts(stage, 'TakenMinor')),
      graph('Given back', amounts(stage, 'RefundedMinor')),
      bars('From page to payment', [
        of('PagesCreated', { label: 'created' }),
        of('PagesOpened', { label: 'form shown' }),
        of('PagesSubmitted', { label: 'submitted' }),
        of('PagesChallenged', { label: 'asked by the issuer' }),
        of('PagesDeclined', { label: 'attempts declined' }),
        of('PagesPaid', { label: 'paid' }),
        of('PagesFailed', { label: 'failed' }),
        of('PagesExpired', { label: 'opened too late' }),
        of('PagesGuarded', { label: 'stopped by a guard' }),
        of('StoredCardsUnreturned', { label: 'stored cards shown in vain' }),
      ]),
    ],
    [
      graph('Charges', [
        of('ChargesAttempted', { label: 'attempted' }),
        of('ChargesSucceeded', { label: 'succeeded' }),
        of('ChargesDeclined', { label: 'declined' }),
        of('ChargesNotMade', { label: 'not made' }),
        of('RecurringPaymentsCreated', { label: 'new recurring payments' }),
      ]),
      graph('Charges: overdue and late', [
        of('ChargesOverdue', { label: 'found overdue' }),
        of('ChargesLate', { label: 'made late' }),
        of('ChargeDelay', { statistic: 'p99', label: 'seconds of the slowest 1 %' }),
      ]),
      graph('Refunds', [
        of('RefundsAsked', { label: 'asked for' }),
        of('RefundsCompleted', { label: 'completed' }),
        of('RefundsFailed', { label: 'failed' }),
      ]),
    ],
    [
      graph('Banks: no answer', [
        of('BankUnknown', { label: 'not known' }),
        of('BankUnreachable', { label: 'not reached' }),
        of('ManualReviews', { label: 'left to a person' }),
        of('ReviewsWaiting', { statistic: 'Maximum', label: 'waits for a person' }),
      ]),
      graph('Banks: calls', figures(stage, 'BankLatency', { statistic: 'SampleCount' })),
      graph('Banks: milliseconds', [
        ...figures(stage, 'BankLatency', { statistic: 'p50', label: 'p50' }),
        ...figures(stage, 'BankLatency', { statistic: 'p99', label: 'p99' }),
      ]),
    ],
  ];
}
