// Alarms about AWS limits: requests that AWS refused because of a limit, which are urgent, and limits that
// are nearly reached. docs/deploy.md lists the limits.
import { type IndexName, TABLE_SHAPE } from '#store/table/keys.ts';
import { tableNameOf } from '../../data/table.ts';
import type { Deployment } from '../../deployment.ts';
import type { DeployedFunction } from '../../function/deployed-function.ts';
import {
  claimedConcurrency,
  functionMetric,
  keyRequests,
  networkPortErrors,
  scheduleMetric,
  sumOf,
  tableMetric,
} from '../aws-metrics.ts';
import type { AlarmPlan } from './incidents.ts';

type LimitedPlan = { deployment: Deployment; functions: readonly DeployedFunction[] };

export function limitAlarms({ deployment, functions }: LimitedPlan): AlarmPlan[] {
  const { stage, fixedEgress } = deployment;
  return [
    ...tableAlarms(tableNameOf(deployment)),
    throttledFunctions(stage, functions),
    ...(fixedEgress ? [portAlarm()] : []),
    ...nearAlarms(),
    ...scheduleAlarms(stage),
  ];
}

/**
 * DynamoDB counts throttles of an index under the index only. A throttled index also refuses the write to the
 * table, but the table's own count stays zero.
 */
function tableAlarms(table: string): AlarmPlan[] {
  const indexes = Object.keys(TABLE_SHAPE.indexes) as IndexName[];
  const common = {
    runbook: 'table-throttles',
    reportedAs: { incident: 'limits-reached' },
    threshold: 10,
  } as const;
  return [
    {
      name: 'table-throttles',
      impact: 'DynamoDB throttles requests to the table: payments and pages fail at random.',
      ...common,
      metric: sumOf('throttled', {
        reads: tableMetric(table, 'ReadThrottleEvents'),
        writes: tableMetric(table, 'WriteThrottleEvents'),
      }),
    },
    // An expression has at most ten metrics, so reads and writes have an alarm each.
    ...(['Read', 'Write'] as const).map((kind) => ({
      name: `index-${kind.toLowerCase()}s-throttled`,
      impact: 'DynamoDB throttles an index: payments of one large merchant, or all of them, fail at random.',
      ...common,
      metric: sumOf(
        'throttled',
        Object.fromEntries(
          indexes.map((index) => [`of_${index}`, tableMetric(table, `${kind}ThrottleEvents`, index)]),
        ),
      ),
    })),
  ];
}

/** Functions for which a caller waits. Throttled events of Scheduler are delivered again. */
const WAITED_FOR = /^(?:authorizer|hosted-page-(?:create|form|pay|three-d|three-d-callback))$/;

function throttledFunctions(stage: string, functions: readonly DeployedFunction[]): AlarmPlan {
  const watched = functions.filter(({ name }) => WAITED_FOR.test(name));
  return {
    name: 'functions-throttled',
    impact: 'Lambda refuses to start functions of pages and API: buyers and merchants get errors.',
    runbook: 'limits-reached',
    reportedAs: { incident: 'limits-reached' },
    metric: sumOf(
      'throttled',
      Object.fromEntries(
        watched.map((fn) => [`of_${fn.name.replaceAll('-', '_')}`, functionMetric(stage, fn, 'Throttles')]),
      ),
    ),
    threshold: 5,
  };
}

function portAlarm(): AlarmPlan {
  return {
    name: 'egress-ports',
    impact: 'The NAT gateway has no port left for a bank: calls to that bank fail.',
    runbook: 'limits-reached',
    reportedAs: { incident: 'limits-reached' },
    metric: networkPortErrors(),
    threshold: 1,
  };
}

/** Four fifths of the limit of KMS, on average over a minute. */
const KEY_REQUESTS_A_SECOND = 16_000;
const NEAR_PERCENT = 80;

function nearAlarms(): AlarmPlan[] {
  return [
    {
      name: 'concurrency-near-limit',
      impact: 'Four fifths of the concurrency of Lambda are in use: soon pages and API calls are refused.',
      runbook: 'limits-reached',
      reportedAs: 'morning',
      metric: claimedConcurrency(),
      threshold: NEAR_PERCENT,
    },
    {
      name: 'keys-near-limit',
      impact: 'Four fifths of the requests that KMS allows are made: soon cards and API keys are refused.',
      runbook: 'limits-reached',
      reportedAs: 'morning',
      metric: keyRequests(),
      threshold: KEY_REQUESTS_A_SECOND,
    },
  ];
}

function scheduleAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'schedules-throttled',
      impact: 'Schedules have been refused for a quarter of an hour: charges are late.',
      runbook: 'limits-reached',
      reportedAs: 'morning',
      metric: sumOf('throttled', {
        invocations: scheduleMetric(stage, 'InvocationThrottleCount'),
        targets: scheduleMetric(stage, 'TargetErrorThrottledCount'),
      }),
      threshold: 1,
      // At midnight more charges fall due than can be made at once; the throttling ends within minutes.
      evaluationPeriods: 3,
      datapointsToAlarm: 3,
    },
    {
      name: 'schedules-dropped',
      impact: 'Scheduler gave up invocations: the sweep makes these charges, eight minutes late.',
      runbook: 'limits-reached',
      reportedAs: 'morning',
      metric: scheduleMetric(stage, 'InvocationDroppedCount'),
      threshold: 1,
    },
  ];
}
