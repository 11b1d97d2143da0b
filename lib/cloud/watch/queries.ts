// Logs Insights queries for on-call, saved with the log groups that they need. Values in double braces are
// parameters, requested when the query runs. `@logStream` contains the name of the function.
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { nameOf } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { apiLogGroupName, logGroupNameOf } from '../function/log-group.ts';
import { DELIVERY_QUERIES } from './delivery-queries.ts';
import type { SavedQuery } from './saved-query.ts';

const all = () => true;
const doesAnything = ({ needs }: DeployedFunction) => needs.length > 0;
const callsBank = ({ needs }: DeployedFunction) => needs.includes('acquirer');
const handlesMoney = (fn: DeployedFunction) =>
  callsBank(fn) || /^(hosted-page|payment|refund)-/.test(fn.name);
const handlesRecurringPayments = ({ name, needs }: DeployedFunction) =>
  needs.some((need) => need.startsWith('schedule:')) || name.startsWith('recurring-');

/** The merchant watch also runs this query every fifteen minutes. */
export const DECLINES_BY_MERCHANT: SavedQuery = {
  name: 'declines by merchant',
  isRelevant: handlesMoney,
  lines: [
    'filter ispresent(PagesDeclined) or ispresent(ChargesDeclined)',
    'stats count(*) as ended, sum(PagesDeclined) as ofPages, sum(ChargesDeclined) as ofCharges',
    '  by merchantId',
    'sort ended desc',
  ],
};

export const QUERIES: readonly SavedQuery[] = [
  {
    name: 'life of a recurring payment',
    parameter: { name: 'recurringPaymentId', description: 'id of the recurring payment' },
    isRelevant: handlesRecurringPayments,
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
    parameter: { name: 'paymentReferenceNumber', description: 'PAY-...' },
    isRelevant: handlesMoney,
    lines: [
      'fields @timestamp, message, method, route, status, outcome, bankResponseCode, errorCode, reason,',
      '  page, refundId, requestId, correlationId',
      'filter paymentReferenceNumber = "{{paymentReferenceNumber}}"',
      'sort @timestamp asc',
    ],
  },
  {
    name: 'everything of one request',
    parameter: { name: 'requestId', description: 'X-Request-Id of a response, or the one a merchant sent' },
    isRelevant: doesAnything,
    includesAccessLogs: true,
    lines: [
      'fields @timestamp, @logStream, message, method, route, status, errorCode, merchantId, outcome,',
      '  reason, durationMs, requestId',
      'filter requestId = "{{requestId}}" or correlationId = "{{requestId}}"',
      '  or clientRequestId = "{{requestId}}"',
      'sort @timestamp asc',
    ],
  },
  {
    name: 'everything of one API key',
    parameter: { name: 'keyId', description: 'id of the API key, from npm run merchant -- find' },
    isRelevant: doesAnything,
    lines: [
      'fields @timestamp, @logStream, message, method, route, status, errorCode, merchantId, outcome,',
      '  reason, requestId',
      'filter keyId = "{{keyId}}"',
      'sort @timestamp asc',
    ],
  },
  {
    name: 'late charges',
    isRelevant: ({ kind }) => kind === 'scheduled',
    lines: [
      'fields @timestamp, ChargeDelay / 60 as minutesLate, merchantId, recurringPaymentId, periodNumber,',
      '  attemptNumber, requestId',
      'filter ChargesLate = 1',
      'sort ChargeDelay desc',
    ],
  },
  {
    name: 'missed periods',
    isRelevant: ({ kind }) => kind === 'scheduled',
    lines: [
      'filter PeriodsMissed > 0',
      'stats sum(PeriodsMissed) as periods by merchantId, recurringPaymentId',
      'sort periods desc',
    ],
  },
  {
    name: 'charges not made',
    isRelevant: ({ kind }) => kind === 'scheduled',
    lines: [
      'filter ChargesNotMade = 1',
      'stats count(*) as charges, latest(recurringPaymentId) as example by reason, merchantId',
      'sort charges desc',
    ],
  },
  {
    name: 'refused settings',
    isRelevant: handlesMoney,
    lines: [
      'filter MerchantFaults = 1',
      'stats count(*) as answers by merchantId, bankResponseCode',
      'sort answers desc',
    ],
  },
  {
    name: 'declines by code',
    isRelevant: handlesMoney,
    lines: [
      'filter PagesDeclined = 1 or ChargesDeclined = 1',
      'stats count(*) as declines, count_distinct(merchantId) as merchants by bankResponseCode, errorCode',
      'sort declines desc',
    ],
  },
  DECLINES_BY_MERCHANT,
  {
    name: '3-D Secure answers refused',
    isRelevant: callsBank,
    lines: [
      'filter ThreeDAnswersRefused = 1',
      'stats count(*) as answers, count_distinct(page) as pages, latest(paymentReferenceNumber) as example',
      '  by reason, merchantId',
      'sort answers desc',
    ],
  },
  {
    name: 'card numbers refused',
    isRelevant: ({ name }) => name === 'card-create',
    lines: [
      'filter CardNumbersRefused = 1',
      'stats count(*) as cards, latest(requestId) as example by merchantId',
      'sort cards desc',
    ],
  },
  {
    name: 'cards locked',
    isRelevant: callsBank,
    lines: [
      'filter CardsLocked = 1',
      'stats count(*) as cards, latest(paymentReferenceNumber) as example by merchantId',
      'sort cards desc',
    ],
  },
  {
    name: 'unknown bank answers',
    isRelevant: callsBank,
    lines: [
      'fields @timestamp, message, operation, outcome, reason, merchantId, paymentReferenceNumber, refundId,',
      '  recurringPaymentId, requestId',
      'filter outcome = "unknown" or outcome = "notSent"',
      'sort @timestamp desc',
    ],
  },
  {
    name: 'bank latency',
    isRelevant: callsBank,
    lines: [
      'filter ispresent(BankLatency)',
      'stats count(*) as calls, pct(BankLatency, 50) as p50, pct(BankLatency, 99) as p99',
      '  by operation, outcome',
    ],
  },
  {
    name: 'manual review',
    isRelevant: callsBank,
    lines: [
      'fields @timestamp, merchantId, paymentReferenceNumber, refundId, recurringPaymentId, periodNumber,',
      '  attemptNumber, correlationId',
      'filter ManualReviews = 1',
      'sort @timestamp desc',
    ],
  },
  ...DELIVERY_QUERIES,
  {
    name: 'faults',
    isRelevant: all,
    lines: [
      'fields @timestamp, @logStream, message, route, error.name, error.at.0, requestId',
      'filter level = "error"',
      'sort @timestamp desc',
    ],
  },
  {
    name: 'cold starts',
    isRelevant: all,
    lines: [
      String.raw`parse @logStream /\d\/(?<function>[^\/[]+)\[/`,
      'filter @type = "REPORT"',
      'stats count(*) as invocations, count(@initDuration) as coldStarts, pct(@initDuration, 50) as p50,',
      '  pct(@initDuration, 99) as p99 by function',
      'sort coldStarts desc',
    ],
  },
];

/** Each line is one command; an indented line continues the command before it. */
export const queryText = ({ lines }: SavedQuery) => lines.join('\n').replaceAll(/\n(?! )/g, '\n| ');

/** The groups to which functions with the tested property write. */
export const logGroupsOf = (
  stage: string,
  functions: readonly DeployedFunction[],
  isRelevant: SavedQuery['isRelevant'],
): string[] => [...new Set(functions.filter(isRelevant).map(({ home }) => logGroupNameOf(stage, home)))];

export function saveQueries(scope: Construct, stage: string, functions: readonly DeployedFunction[]): void {
  for (const query of QUERIES) {
    const { name, parameter, isRelevant, includesAccessLogs } = query;
    new CfnQueryDefinition(scope, `Query ${name}`, {
      name: `${nameOf(stage)}/${name}`,
      queryString: queryText(query),
      logGroupNames: [
        ...(includesAccessLogs ? [apiLogGroupName(stage, 'api'), apiLogGroupName(stage, 'pay')] : []),
        ...logGroupsOf(stage, functions, isRelevant),
      ],
      ...(parameter && { parameters: [parameter] }),
    });
  }
}
