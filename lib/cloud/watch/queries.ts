// Questions that somebody on call asks of the logs, saved where they are asked: in Logs Insights, each over
// the log groups that can answer it. What stands in double braces is asked for when the query runs.
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { nameOf } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { apiLogGroupName, functionLogGroupName } from '../function/log-group.ts';

export type SavedQuery = {
  name: string;
  /** What is asked for, with its description. */
  asks?: { name: string; description: string };
  reads: (fn: DeployedFunction) => boolean;
  /** The lines that API Gateway writes of each request, too. */
  readsAccess?: true;
  lines: readonly string[];
};

const all = () => true;
const meetsBanks = ({ needs }: DeployedFunction) => needs.includes('acquirer');
const meetsMoney = (fn: DeployedFunction) => meetsBanks(fn) || /^(hosted-page|payment|refund)-/.test(fn.name);
const meetsPlans = ({ name, needs }: DeployedFunction) =>
  needs.some((need) => need.startsWith('schedule:')) || name.startsWith('recurring-');

export const QUERIES: readonly SavedQuery[] = [
  {
    name: 'life of a recurring payment',
    asks: { name: 'recurringPaymentId', description: 'id of the recurring payment' },
    reads: meetsPlans,
    lines: [
      'fields @timestamp, message, method, route, status, errorCode, periodNumber, attemptNumber,',
      '  plannedFor, outcome, bankResponseCode, reason, recurringPaymentStatus, paymentReferenceNumber,',
      '  requestId',
      'filter recurringPaymentId = "{{recurringPaymentId}}"',
      'sort @timestamp asc',
    ],
  },
  {
    name: 'life of a payment',
    asks: { name: 'paymentReferenceNumber', description: 'PAY-...' },
    reads: meetsMoney,
    lines: [
      'fields @timestamp, message, method, route, status, outcome, bankResponseCode, errorCode, reason,',
      '  page, refundId, requestId, correlationId',
      'filter paymentReferenceNumber = "{{paymentReferenceNumber}}"',
      'sort @timestamp asc',
    ],
  },
  {
    name: 'everything of one request',
    asks: { name: 'requestId', description: 'X-Request-Id of an answer, or the one a merchant had sent' },
    reads: all,
    readsAccess: true,
    lines: [
      'fields @timestamp, @log, message, method, route, status, errorCode, merchantId, outcome, reason,',
      '  durationMs, requestId',
      'filter requestId = "{{requestId}}" or correlationId = "{{requestId}}"',
      '  or clientRequestId = "{{requestId}}"',
      'sort @timestamp asc',
    ],
  },
  {
    name: 'late charges',
    reads: ({ kind }) => kind === 'clock',
    lines: [
      'fields @timestamp, ChargeDelay / 60 as minutesLate, merchantId, recurringPaymentId, periodNumber,',
      '  attemptNumber, requestId',
      'filter ChargesLate = 1',
      'sort ChargeDelay desc',
    ],
  },
  {
    name: 'charges not made',
    reads: ({ kind }) => kind === 'clock',
    lines: [
      'filter ChargesNotMade = 1',
      'stats count(*) as charges, latest(recurringPaymentId) as example by reason, merchantId',
      'sort charges desc',
    ],
  },
  {
    name: 'declines by code',
    reads: meetsMoney,
    lines: [
      'filter PagesDeclined = 1 or ChargesDeclined = 1',
      'stats count(*) as declines, count_distinct(merchantId) as merchants by bankResponseCode, errorCode',
      'sort declines desc',
    ],
  },
  {
    name: 'declines by merchant',
    reads: meetsMoney,
    lines: [
      'filter ispresent(PagesDeclined) or ispresent(ChargesDeclined)',
      'stats count(*) as ended, sum(PagesDeclined) as ofPages, sum(ChargesDeclined) as ofCharges',
      '  by merchantId',
      'sort ended desc',
    ],
  },
  {
    name: 'stored cards shown in vain',
    reads: meetsMoney,
    lines: [
      'filter StoredCardsUnreturned = 1',
      'stats count(*) as cards, count_distinct(page) as pages, latest(paymentReferenceNumber) as example',
      '  by merchantId',
      'sort cards desc',
    ],
  },
  {
    name: 'unknown bank answers',
    reads: meetsBanks,
    lines: [
      'fields @timestamp, message, operation, outcome, reason, merchantId, paymentReferenceNumber, refundId,',
      '  recurringPaymentId, requestId',
      'filter outcome = "unknown" or outcome = "notSent"',
      'sort @timestamp desc',
    ],
  },
  {
    name: 'bank latency',
    reads: meetsBanks,
    lines: [
      'filter ispresent(BankLatency)',
      'stats count(*) as calls, pct(BankLatency, 50) as p50, pct(BankLatency, 99) as p99',
      '  by operation, outcome',
    ],
  },
  {
    name: 'manual review',
    reads: meetsBanks,
    lines: [
      'fields @timestamp, merchantId, paymentReferenceNumber, refundId, recurringPaymentId, periodNumber,',
      '  attemptNumber, correlationId',
      'filter ManualReviews = 1',
      'sort @timestamp desc',
    ],
  },
  {
    name: 'faults',
    reads: all,
    lines: [
      'fields @timestamp, @log, message, route, error.name, error.at.0, requestId',
      'filter level = "error"',
      'sort @timestamp desc',
    ],
  },
  {
    name: 'cold starts',
    reads: all,
    lines: [
      'filter @type = "REPORT"',
      'stats count(*) as invocations, count(@initDuration) as coldStarts, pct(@initDuration, 50) as p50,',
      '  pct(@initDuration, 99) as p99 by @log',
      'sort coldStarts desc',
    ],
  },
];

/** Commands stand in lines of their own; a line that is set in goes on with the one before. */
export const textOf = ({ lines }: SavedQuery) => lines.join('\n').replaceAll(/\n(?! )/g, '\n| ');

export function saveQueries(scope: Construct, stage: string, functions: readonly DeployedFunction[]): void {
  for (const query of QUERIES) {
    const { name, asks, reads, readsAccess } = query;
    const groups = functions.filter(reads).map((fn) => functionLogGroupName(stage, fn.name));
    new CfnQueryDefinition(scope, `Query ${name}`, {
      name: `${nameOf(stage)}/${name}`,
      queryString: textOf(query),
      logGroupNames: [
        ...groups,
        ...(readsAccess ? [apiLogGroupName(stage, 'api'), apiLogGroupName(stage, 'pay')] : []),
      ],
      ...(asks && { parameters: [asks] }),
    });
  }
}
