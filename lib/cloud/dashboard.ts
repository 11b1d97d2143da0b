// One screen for whoever is on call, from top to bottom in the order of the questions: is anything wrong,
// whom does it hurt, can merchants and buyers get through, does what runs by the clock run, does the table
// keep up.
import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { tableThrottles } from './alarms.ts';
import { nameOf } from './deployment.ts';
import type { EndpointFunction } from './endpoint-function.ts';

export type DashboardPlan = {
  stage: string;
  alarms: readonly IAlarm[];
  /** By whom they serve. */
  apis: Readonly<Record<string, RestApi>>;
  functions: readonly EndpointFunction[];
  deadLetters: Queue;
  table: ITable;
};

const WIDTH = 24;
const period = Duration.minutes(5);

export function createDashboard(scope: Construct, plan: DashboardPlan): void {
  const { stage, alarms, apis, functions, deadLetters, table } = plan;
  const clocked = functions.filter(({ door }) => door.kind === 'clock');
  new Dashboard(scope, 'Dashboard', {
    dashboardName: nameOf(stage),
    defaultInterval: Duration.hours(24),
    periodOverride: PeriodOverride.AUTO,
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: WIDTH, height: 6 })],
      [new TextWidget({ markdown: whatHurts(functions), width: WIDTH, height: 8 })],
      ...Object.entries(apis).map(([title, api]) => apiRow(title, api)),
      [
        graph(
          'Run by the clock',
          clocked.map(({ function: run, door }) => named(run.metricInvocations({ period }), door.name)),
        ),
        graph(
          'Failed',
          functions.map(({ function: run, door }) => named(run.metricErrors({ period }), door.name)),
        ),
        graph('Events nobody will try again', [
          deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
        ]),
      ],
      [
        graph('Table: units', [
          table.metricConsumedReadCapacityUnits({ period }),
          table.metricConsumedWriteCapacityUnits({ period }),
        ]),
        graph('Table: throttled', tableThrottles(table)),
        graph(
          'Slowest 1 % of functions (ms)',
          functions.map(({ function: run, door }) =>
            named(run.metricDuration({ period, statistic: 'p99' }), door.name),
          ),
        ),
      ],
    ],
  });
}

function apiRow(title: string, api: RestApi): IWidget[] {
  return [
    graph(`${title}: requests`, [api.metricCount({ period })]),
    graph(`${title}: refused and failed`, [
      api.metricClientError({ period }),
      api.metricServerError({ period }),
    ]),
    graph(
      `${title}: milliseconds`,
      ['p50', 'p99'].map((statistic) => named(api.metricLatency({ period, statistic }), statistic)),
    ),
  ];
}

function graph(title: string, left: IMetric[]): IWidget {
  return new GraphWidget({ title, left, width: WIDTH / 3, height: 6 });
}

function named<Shown extends { with(props: { label: string }): Shown }>(metric: Shown, label: string): Shown {
  return metric.with({ label });
}

function whatHurts(functions: readonly EndpointFunction[]): string {
  const rows = functions.map(({ door }) => `| ${door.name} | ${door.hurts} |`);
  return ['| while this fails | |', '|---|---|', ...rows].join('\n');
}
