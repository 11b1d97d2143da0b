// One screen for whoever is on call, from top to bottom in the order of the questions: does money move, is
// anything wrong, whom does it hurt, do merchants and buyers get through, does the clock run, does the table
// keep up.
import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  type IAlarm,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { nameOf } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { graph, WIDTH } from './graph.ts';
import { type ApiName, apiMetric, deadLetters, failures, functionMetric, tableMetric } from './metrics.ts';
import { moneyRows } from './money-rows.ts';

export function createDashboard(
  scope: Construct,
  stage: string,
  functions: readonly DeployedFunction[],
  alarms: readonly IAlarm[],
): void {
  new Dashboard(scope, 'Dashboard', {
    dashboardName: nameOf(stage),
    defaultInterval: Duration.hours(24),
    widgets: [
      ...moneyRows(stage),
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: WIDTH, height: 6 })],
      [new TextWidget({ markdown: impactTable(functions), width: WIDTH, height: 8 })],
      apiRow(stage, 'api', 'Merchants'),
      apiRow(stage, 'pay', 'Buyers'),
      functionRow(stage, functions),
      tableRow(stage, functions),
    ],
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
  const clocked = functions.filter(({ kind }) => kind === 'clock');
  return [
    graph(
      'Run by the clock',
      clocked.map((fn) => functionMetric(stage, fn, 'Invocations')),
    ),
    graph(
      'Failed',
      functions.map((fn) => failures(stage, fn)),
    ),
    graph('Events nobody will try again', [deadLetters(stage)]),
  ];
}

function tableRow(stage: string, functions: readonly DeployedFunction[]): IWidget[] {
  return [
    graph('Table: units', [
      tableMetric(stage, 'ConsumedReadCapacityUnits'),
      tableMetric(stage, 'ConsumedWriteCapacityUnits'),
    ]),
    graph('Table: turned away', [
      tableMetric(stage, 'ReadThrottleEvents'),
      tableMetric(stage, 'WriteThrottleEvents'),
    ]),
    graph(
      'Milliseconds of the slowest 1 %',
      functions.map((fn) => functionMetric(stage, fn, 'Duration', 'p99')),
    ),
  ];
}

function impactTable(functions: readonly DeployedFunction[]): string {
  const rows = functions.map(({ name, impact }) => `| ${name} | ${impact} |`);
  return ['| while this fails | |', '|---|---|', ...rows].join('\n');
}
