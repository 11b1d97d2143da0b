// The dashboard for on-call. Its rows are in the order of the questions: are payments made, which alarms are
// active, how much of the month's failures is used up, who is affected, do the APIs respond, do the background
// functions run, does the table keep up, which limits of AWS are near.

import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  GraphWidgetView,
  type IAlarm,
  type IWidget,
  MathExpression,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { DELIVERY_DAYS } from '#domain/limits.ts';
import { CURRENCIES } from '#domain/money.ts';
import { INDEXES } from '../../operator/table-indexes.ts';
import { nameOf } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import {
  API_NAMES,
  claimedConcurrency,
  failures,
  type MetricOf,
  ofApi,
  ofBackground,
  ofFunction,
  ofTable,
  type StageMetricName,
  service,
  serviceBy,
  type WatchedStack,
  waitingIn,
} from './metrics.ts';
import { LEVEL_DAYS, SERVICE_LEVELS, usedUp } from './service-levels.ts';

const WIDTH = 24;

type Series = readonly MetricOf[] | ((watched: WatchedStack) => readonly MetricOf[]);
type Graph = readonly [title: string, series: Series, kind?: 'bars'];
type GraphRow = readonly Graph[];

/** Metrics of the service by their labels. */
const lines = (names: Readonly<Record<string, StageMetricName>>): MetricOf[] =>
  Object.entries(names).map(([label, name]) => service(name, { label }));
/** The same, of values that are measured again and again instead of added. */
const levels = (names: Readonly<Record<string, StageMetricName>>): MetricOf[] =>
  Object.entries(names).map(([label, name]) => service(name, { label, statistic: 'Maximum' }));
/** Amounts are published in minor units and shown in major units. */
const amounts = (name: 'TakenMinor' | 'RefundedMinor'): MetricOf[] =>
  serviceBy(name).map((metric, at) => (watched) => {
    const label = CURRENCIES[at] ?? '';
    const id = `${name.charAt(0).toLowerCase()}${name.slice(1)}_${label}`;
    return new MathExpression({ expression: `${id} / 100`, label, usingMetrics: { [id]: metric(watched) } });
  });
const isBackground = ({ kind }: DeployedFunction) => kind !== 'http' && kind !== 'authorizer';
const ofAll =
  (of: (fn: DeployedFunction) => MetricOf): Series =>
  ({ functions }) =>
    functions.map(of);

const MONEY: readonly GraphRow[] = [
  [
    ['Taken', amounts('TakenMinor')],
    ['Given back', amounts('RefundedMinor')],
    [
      'From page to payment',
      lines({
        created: 'PagesCreated',
        'form shown': 'PagesOpened',
        submitted: 'PagesSubmitted',
        'asked by the issuer': 'PagesChallenged',
        '3-D Secure answers refused': 'ThreeDAnswersRefused',
        'attempts declined': 'PagesDeclined',
        'declined for no reason of the card': 'UnspecificDeclines',
        'declined by a system': 'TechnicalDeclines',
        paid: 'PagesPaid',
        failed: 'PagesFailed',
        'for a card': 'CardPagesCreated',
        'card stored': 'CardPagesCompleted',
        'closed by the merchant': 'PagesClosed',
        'opened too late': 'PagesExpired',
        'stopped by a guard': 'PagesGuarded',
        'stolen cards tried': 'CardTestings',
        'cards not stored: full mask': 'CardNumbersRefused',
        'stored cards locked: wrong CVVs': 'CardsLocked',
      }),
      'bars',
    ],
  ],
  [
    [
      'Charges',
      lines({
        attempted: 'ChargesAttempted',
        succeeded: 'ChargesSucceeded',
        declined: 'ChargesDeclined',
        'not made': 'ChargesNotMade',
        'new recurring payments': 'RecurringPaymentsCreated',
      }),
    ],
    [
      'Charges: overdue and late',
      [
        ...lines({
          'found overdue': 'ChargesOverdue',
          'made late': 'ChargesLate',
          'periods missed': 'PeriodsMissed',
        }),
        service('ChargeDelay', { statistic: 'p99', label: 'seconds of the slowest 1 %' }),
      ],
    ],
    [
      'Refunds',
      lines({ 'asked for': 'RefundsAsked', completed: 'RefundsCompleted', failed: 'RefundsFailed' }),
    ],
  ],
  [
    [
      'Banks: no answer',
      [
        ...lines({
          'not known': 'BankUnknown',
          'not reached': 'BankUnreachable',
          'down: not asked': 'BanksDown',
          'left to a person': 'ManualReviews',
          'made after all': 'LateSales',
        }),
        ...levels({ 'waits for a person': 'ReviewsWaiting' }),
      ],
    ],
    ['Banks: calls', serviceBy('BankLatency', { statistic: 'SampleCount' })],
    [
      'Banks: milliseconds',
      (['p50', 'p99'] as const).flatMap((label) => serviceBy('BankLatency', { statistic: label, label })),
    ],
  ],
  [
    [
      'Books and banks',
      [
        ...lines({ 'orders compared': 'OrdersCompared' }),
        ...levels({
          'open differences': 'ReconciliationDifferences',
          'merchants not compared': 'ReconciliationsBehind',
        }),
      ],
    ],
  ],
];

const AUDIENCES = { api: 'Merchants', pay: 'Buyers' } as const;
const SERVICE: readonly GraphRow[] = [
  ...API_NAMES.map(
    (api): GraphRow => [
      [`${AUDIENCES[api]}: requests`, [ofApi(api, 'Count')]],
      [`${AUDIENCES[api]}: refused and failed`, [ofApi(api, '4XXError'), ofApi(api, '5XXError')]],
      [
        `${AUDIENCES[api]}: milliseconds`,
        (['p50', 'p99'] as const).map((label) => ofApi(api, 'Latency', { statistic: label, label })),
      ],
    ],
  ),
  [
    [
      'Background functions: invocations',
      ({ functions }) => functions.filter(isBackground).map((fn) => ofFunction(fn, 'Invocations')),
    ],
    [
      'Failures',
      ({ functions }) => [
        failures,
        ...functions.map((fn) => ofFunction(fn, 'Errors', { label: `${fn.name} crashed` })),
      ],
    ],
    ['Dead letters', [waitingIn('dead-letters')]],
  ],
  [
    [
      'Events: waiting',
      [
        ofBackground('capture', 'IteratorAge', {
          statistic: 'Maximum',
          label: 'milliseconds of the oldest change',
        }),
      ],
    ],
    ['Events: failed for an hour', [waitingIn('uncaptured')]],
  ],
  [
    [
      'Deliveries',
      [
        service('DeliveriesFailed', { statistic: 'SampleCount', label: 'tries' }),
        ...lines({
          failed: 'DeliveriesFailed',
          [`given up after ${DELIVERY_DAYS} days`]: 'DeliveriesGivenUp',
        }),
      ],
    ],
    ['Deliveries: seconds they waited for us', levels({ 'the longest': 'DeliveryWait' })],
    [
      'Webhooks',
      [
        ...levels({ failing: 'WebhooksFailing', 'merchants, within a day': 'MerchantsFailing' }),
        ...lines({ [`disabled: 410, or ${DELIVERY_DAYS} days`]: 'WebhooksDisabled' }),
      ],
    ],
  ],
  [
    ['Table: units', [ofTable('ConsumedReadCapacityUnits'), ofTable('ConsumedWriteCapacityUnits')]],
    ['Table: throttled', [ofTable('ReadThrottleEvents'), ofTable('WriteThrottleEvents')]],
    ['Duration p99 (ms)', ofAll((fn) => ofFunction(fn, 'Duration', { statistic: 'p99' }))],
  ],
  [
    ['Indexes: writes throttled', () => INDEXES.map(({ name }) => ofTable('WriteThrottleEvents', name))],
    ['Functions: throttled', ofAll((fn) => ofFunction(fn, 'Throttles'))],
    ['Lambda: percent of the concurrency', [claimedConcurrency]],
  ],
];

export function createDashboard(scope: Construct, watched: WatchedStack, alarms: readonly IAlarm[]): void {
  const rowOf = (row: GraphRow): IWidget[] =>
    row.map(([title, series, kind]) => {
      const left = (typeof series === 'function' ? series(watched) : series).map((one) => one(watched));
      const asBars = { view: GraphWidgetView.BAR, setPeriodToTimeRange: true };
      return new GraphWidget({ title, left, width: WIDTH / 3, height: 6, ...(kind === 'bars' && asBars) });
    });
  new Dashboard(scope, 'Dashboard', {
    dashboardName: nameOf(watched.deployment.stage),
    defaultInterval: Duration.hours(24),
    widgets: [
      ...MONEY.map(rowOf),
      ...alarmRows(alarms),
      [
        new SingleValueWidget({
          title: `Percent used up of the failures that ${LEVEL_DAYS} days may have`,
          metrics: SERVICE_LEVELS.map((level) => usedUp(level)(watched)),
          start: `-P${LEVEL_DAYS}D`,
          width: WIDTH,
          height: 4,
        }),
      ],
      [new TextWidget({ markdown: impactTable(watched), width: WIDTH, height: 8 })],
      ...SERVICE.map(rowOf),
    ],
  });
}

/** The limit of one widget. */
const MOST_ALARMS = 100;

function alarmRows(alarms: readonly IAlarm[]): IWidget[][] {
  const starts = Array.from({ length: Math.ceil(alarms.length / MOST_ALARMS) }, (_, at) => at * MOST_ALARMS);
  return starts.map((start) => {
    const shown = alarms.slice(start, start + MOST_ALARMS);
    return [new AlarmStatusWidget({ title: 'Alarms', alarms: shown, width: WIDTH, height: 6 })];
  });
}

function impactTable({ functions }: WatchedStack): string {
  const rows = functions.map(({ name, impact }) => `| ${name} | ${impact} |`);
  return ['| if this fails | |', '|---|---|', ...rows].join('\n');
}
