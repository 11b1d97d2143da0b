// The dashboard for on-call. Its rows are in the order of the questions: are payments made, which alarms are
// active, who is affected, do the APIs respond, do the background functions run, does the table keep up,
// which limits of AWS are near.
import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  type IAlarm,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type IndexName, TABLE_SHAPE } from '#store/table/keys.ts';
import { tableNameOf } from '../data/table.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import {
  type ApiName,
  apiMetric,
  claimedConcurrency,
  deadLetters,
  failures,
  functionMetric,
  iteratorAge,
  tableMetric,
  uncaptured,
} from './aws-metrics.ts';
import { graph, WIDTH } from './graph.ts';
import { moneyRows } from './money-rows.ts';
import { type ServiceMetricOptions, type StageMetricName, serviceMetric } from './service-metrics.ts';

export function createDashboard(
  scope: Construct,
  deployment: Deployment,
  functions: readonly DeployedFunction[],
  alarms: readonly IAlarm[],
): void {
  const { stage } = deployment;
  new Dashboard(scope, 'Dashboard', {
    dashboardName: nameOf(stage),
    defaultInterval: Duration.hours(24),
    widgets: [
      ...moneyRows(stage),
      ...alarmRows(alarms),
      [new TextWidget({ markdown: impactTable(functions), width: WIDTH, height: 8 })],
      apiRow(stage, 'api', 'Merchants'),
      apiRow(stage, 'pay', 'Buyers'),
      functionRow(stage, functions),
      ...eventRows(stage, functions),
      deliveryRow(stage),
      tableRow(deployment, functions),
      limitRow(deployment, functions),
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

function apiRow(stage: string, api: ApiName, title: string): IWidget[] {
  return [
    graph(`${title}: requests`, [apiMetric(stage, api, 'Count')]),
    graph(`${title}: refused and failed`, [
      apiMetric(stage, api, '4XXError'),
      apiMetric(stage, api, '5XXError'),
    ]),
    graph(`${title}: milliseconds`, [
      apiMetric(stage, api, 'Latency', 'p50'),
      apiMetric(stage, api, 'Latency', 'p99'),
    ]),
  ];
}

function functionRow(stage: string, functions: readonly DeployedFunction[]): IWidget[] {
  const background = functions.filter(({ kind }) => kind !== 'http' && kind !== 'authorizer');
  return [
    graph(
      'Background functions: invocations',
      background.map((fn) => functionMetric(stage, fn, 'Invocations')),
    ),
    graph('Failures', [
      failures(stage),
      ...functions.map((fn) => functionMetric(stage, fn, 'Errors').with({ label: `${fn.name} crashed` })),
    ]),
    graph('Dead letters', [deadLetters(stage)]),
  ];
}

function eventRows(stage: string, functions: readonly DeployedFunction[]): IWidget[][] {
  return functions
    .filter(({ kind }) => kind === 'stream')
    .map((fn) => [
      graph('Events: waiting', [iteratorAge(stage, fn)]),
      graph('Events: failed for an hour', [uncaptured(stage)]),
    ]);
}

function deliveryRow(stage: string): IWidget[] {
  const metric = (name: StageMetricName, options: ServiceMetricOptions) =>
    serviceMetric(stage, name, options);
  return [
    graph('Deliveries', [
      metric('DeliveriesFailed', { statistic: 'SampleCount', label: 'tries' }),
      metric('DeliveriesFailed', { label: 'failed' }),
      metric('DeliveriesGivenUp', { label: 'given up after five days' }),
    ]),
    graph('Deliveries: seconds they waited for us', [
      metric('DeliveryWait', { statistic: 'Maximum', label: 'the longest' }),
    ]),
    graph('Webhooks', [
      metric('WebhooksFailing', { statistic: 'Maximum', label: 'failing' }),
      metric('MerchantsFailing', { statistic: 'Maximum', label: 'merchants, since 15 minutes' }),
      metric('WebhooksDisabled', { label: 'disabled: 410, or five days' }),
    ]),
  ];
}

function tableRow(deployment: Deployment, functions: readonly DeployedFunction[]): IWidget[] {
  const { stage } = deployment;
  const table = tableNameOf(deployment);
  return [
    graph('Table: units', [
      tableMetric(table, 'ConsumedReadCapacityUnits'),
      tableMetric(table, 'ConsumedWriteCapacityUnits'),
    ]),
    graph('Table: throttled', [
      tableMetric(table, 'ReadThrottleEvents'),
      tableMetric(table, 'WriteThrottleEvents'),
    ]),
    graph(
      'Duration p99 (ms)',
      functions.map((fn) => functionMetric(stage, fn, 'Duration', 'p99')),
    ),
  ];
}

function limitRow(deployment: Deployment, functions: readonly DeployedFunction[]): IWidget[] {
  const { stage } = deployment;
  const table = tableNameOf(deployment);
  const indexes = Object.keys(TABLE_SHAPE.indexes) as IndexName[];
  return [
    graph(
      'Indexes: writes throttled',
      indexes.map((index) => tableMetric(table, 'WriteThrottleEvents', index).with({ label: index })),
    ),
    graph(
      'Functions: throttled',
      functions.map((fn) => functionMetric(stage, fn, 'Throttles')),
    ),
    graph('Lambda: percent of the concurrency', [claimedConcurrency()]),
  ];
}

function impactTable(functions: readonly DeployedFunction[]): string {
  const rows = functions.map(({ name, impact }) => `| ${name} | ${impact} |`);
  return ['| if this fails | |', '|---|---|', ...rows].join('\n');
}
