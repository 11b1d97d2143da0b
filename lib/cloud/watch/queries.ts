// Logs Insights queries for on-call, saved with the log groups that they need. Values in double braces are
// parameters, requested when the query runs. `@logStream` contains the name of the function.
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { nameOf } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { apiLogGroupName, logGroupNameOf } from '../function/log-group.ts';

export type SavedQuery = {
  name: string;
  /** A value that the query asks for when it runs. */
  parameter?: { name: string; description: string };
  isRelevant: (fn: DeployedFunction) => boolean;
  /** True if the query also reads the access logs of API Gateway. */
  includesAccessLogs?: true;
  lines: readonly string[];
};

const query = (
  name: string,
  isRelevant: SavedQuery['isRelevant'],
  lines: readonly string[],
  options: Pick<SavedQuery, 'parameter' | 'includesAccessLogs'> = {},
): SavedQuery => ({ name, isRelevant, lines, ...options });

const all = () => true;
const doesAnything = ({ needs }: DeployedFunction) => needs.length > 0;
const callsBank = ({ needs }: DeployedFunction) => needs.includes('acquirer');
const handlesMoney = (fn: DeployedFunction) =>
  callsBank(fn) || /^(hosted-page|payment|refund)-/.test(fn.name);
const handlesRecurringPayments = ({ name, needs }: DeployedFunction) =>
  needs.some((need) => need.startsWith('schedule:')) || name.startsWith('recurring-');

/** The merchant watch also runs this query every fifteen minutes. */
export const DECLINES_BY_MERCHANT = query('declines by merchant', handlesMoney, [
  'filter ispresent(PagesDeclined) or ispresent(ChargesDeclined)',
  'stats count(*) as ended, sum(PagesDeclined) as ofPages, sum(ChargesDeclined) as ofCharges',
  '  by merchantId',
  'sort ended desc',
]);

const sendsEvents = ({ kind }: DeployedFunction) => kind === 'queue';
const isScheduled = ({ kind }: DeployedFunction) => kind === 'scheduled';

export const QUERIES: readonly SavedQuery[] = [
  query(
    'life of a recurring payment',
    handlesRecurringPayments,
    [
      'fields @timestamp, message, method, route, status, errorCode, periodNumber, attemptNumber,',
      '  plannedFor, outcome, bankResponseCode, reason, recurringPaymentStatus, paymentReferenceNumber,',
      '  requestId',
      'filter recurringPaymentId = "{{recurringPaymentId}}"',
      'sort @timestamp asc',
    ],
    { parameter: { name: 'recurringPaymentId', description: 'id of the recurring payment' } },
  ),
  query(
    'life of an order',
    handlesMoney,
    [
      'fields @timestamp, message, method, route, status, outcome, bankResponseCode, errorCode, reason,',
      '  page, paymentReferenceNumber, refundId, requestId',
      'filter order = "{{order}}" or page = "{{order}}" or paymentReferenceNumber = "{{order}}"',
      'sort @timestamp asc',
    ],
    {
      parameter: {
        name: 'order',
        description: 'order of npm run review -- show; or the id of a page, or PAY-... alone',
      },
    },
  ),
  query(
    'everything of one request',
    doesAnything,
    [
      'fields @timestamp, @logStream, message, method, route, status, errorCode, merchantId, keyId, page,',
      '  sourceIp, outcome, reason, durationMs, requestId',
      'filter requestId = "{{requestId}}" or correlationId = "{{requestId}}"',
      '  or clientRequestId = "{{requestId}}" or traceId = "{{requestId}}"',
      'sort @timestamp asc',
    ],
    {
      parameter: {
        name: 'requestId',
        description: 'X-Request-Id of an answer, or the one a merchant sent; or a trace',
      },
      includesAccessLogs: true,
    },
  ),
  query(
    'everything of one API key',
    doesAnything,
    [
      'fields @timestamp, @logStream, message, method, route, status, errorCode, merchantId, outcome,',
      '  reason, requestId',
      'filter keyId = "{{keyId}}"',
      'sort @timestamp asc',
    ],
    { parameter: { name: 'keyId', description: 'id of the API key, from npm run merchant -- find' } },
  ),
  query(
    'hour of a merchant',
    doesAnything,
    [
      'filter merchantId = "{{merchantId}}" and ispresent(route)',
      'stats count(*) as calls, pct(durationMs, 99) as p99, latest(requestId) as example',
      '  by bin(5m), route, status, errorCode',
      'sort calls desc',
    ],
    { parameter: { name: 'merchantId', description: 'id of the merchant, from npm run merchant -- find' } },
  ),
  query('late charges', isScheduled, [
    'fields @timestamp, ChargeDelay / 60 as minutesLate, merchantId, recurringPaymentId, periodNumber,',
    '  attemptNumber, requestId',
    'filter ChargesLate = 1',
    'sort ChargeDelay desc',
  ]),
  query('missed periods', isScheduled, [
    'filter PeriodsMissed > 0',
    'stats sum(PeriodsMissed) as periods by merchantId, recurringPaymentId',
    'sort periods desc',
  ]),
  query('charges not made', isScheduled, [
    'filter ChargesNotMade = 1',
    'stats count(*) as charges, latest(recurringPaymentId) as example by reason, merchantId',
    'sort charges desc',
  ]),
  query('refused settings', handlesMoney, [
    'filter MerchantFaults = 1',
    'stats count(*) as answers by merchantId, bankResponseCode',
    'sort answers desc',
  ]),
  query('declines by code', handlesMoney, [
    'filter PagesDeclined = 1 or ChargesDeclined = 1',
    'stats count(*) as declines, count_distinct(merchantId) as merchants by bankResponseCode, errorCode',
    'sort declines desc',
  ]),
  DECLINES_BY_MERCHANT,
  query('3-D Secure answers refused', callsBank, [
    'filter ThreeDAnswersRefused = 1',
    'stats count(*) as answers, count_distinct(page) as pages, latest(paymentReferenceNumber) as example',
    '  by reason, merchantId',
    'sort answers desc',
  ]),
  query('card numbers refused', ({ name }) => name === 'card-create', [
    'filter CardNumbersRefused = 1',
    'stats count(*) as cards, latest(requestId) as example by merchantId',
    'sort cards desc',
  ]),
  query('cards locked', callsBank, [
    'filter CardsLocked = 1',
    'stats count(*) as cards, latest(requestId) as example by merchantId',
    'sort cards desc',
  ]),
  query('stolen cards tried', callsBank, [
    'filter CardTestings = 1',
    'stats count(*) as times, latest(requestId) as example by merchantId',
    'sort times desc',
  ]),
  query('unknown bank answers', callsBank, [
    'fields @timestamp, message, operation, outcome, reason, merchantId, paymentReferenceNumber, refundId,',
    '  recurringPaymentId, requestId',
    'filter outcome = "unknown" or outcome = "notSent"',
    'sort @timestamp desc',
  ]),
  query('bank latency', callsBank, [
    'filter ispresent(BankLatency)',
    'stats count(*) as calls, pct(BankLatency, 50) as p50, pct(BankLatency, 99) as p99',
    '  by operation, outcome',
  ]),
  // Whose server does not accept events, and why.
  query('failed deliveries', sendsEvents, [
    'filter DeliveriesFailed = 1',
    'stats count(*) as tries, count_distinct(eventId) as events, latest(eventId) as example',
    '  by merchantId, webhookId, status, reason',
    'sort tries desc',
  ]),
  query('slow webhooks', sendsEvents, [
    'filter ispresent(DeliveriesFailed)',
    'stats count(*) as tries, sum(DeliveriesFailed) as failed, pct(durationMs, 99) as p99',
    '  by merchantId, webhookId',
    'sort p99 desc',
  ]),
  query('events given up', sendsEvents, [
    'fields @timestamp, merchantId, webhookId, eventId, status, reason',
    'filter DeliveriesGivenUp = 1 or WebhooksDisabled = 1',
    'sort @timestamp desc',
  ]),
  query('faults', all, [
    'fields @timestamp, @logStream, message, route, error.name, error.at.0, requestId',
    'filter level = "error"',
    'sort @timestamp desc',
  ]),
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
  for (const saved of QUERIES) {
    const { name, parameter, isRelevant, includesAccessLogs } = saved;
    new CfnQueryDefinition(scope, `Query ${name}`, {
      name: `${nameOf(stage)}/${name}`,
      queryString: queryText(saved),
      logGroupNames: [
        ...(includesAccessLogs ? [apiLogGroupName(stage, 'api'), apiLogGroupName(stage, 'pay')] : []),
        ...logGroupsOf(stage, functions, isRelevant),
      ],
      ...(parameter && { parameters: [parameter] }),
    });
  }
}
