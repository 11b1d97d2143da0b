// CloudWatch alarms. The description of each alarm says what users lose, which decides how urgent it is, and
// links to its runbook. There is one alarm for each function, and alarms for what no function reports: API
// errors before a function runs, dead letters, a stopped sweep, payments that do not proceed.
import { Alarm, ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import type { AlarmPlan } from './alarm-plan.ts';
import { apiMetric, deadLetters, failures, functionMetric, tableMetric } from './aws-metrics.ts';
import { keyAlarms } from './key-alarms.ts';
import { moneyAlarms } from './money-alarms.ts';
import { pageAlarms } from './page-alarms.ts';
import type { WatchPlan } from './watch-stack.ts';

export function createAlarms(
  scope: Construct,
  { deployment, functions, keys }: WatchPlan,
  topic: ITopic,
): readonly Alarm[] {
  const { stage, runbooks } = deployment;
  const plans = [
    ...moneyAlarms(stage),
    ...keyAlarms(stage, keys),
    ...pageAlarms(stage),
    ...functions.map((fn) => failureAlarm(stage, fn)),
    ...serviceAlarms(stage),
    ...stoppedAlarms(stage, functions),
  ];
  return plans.map((plan) => {
    const alarm = createAlarm(scope, { stage, runbooks }, plan);
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
    return alarm;
  });
}

function failureAlarm(stage: string, fn: DeployedFunction): AlarmPlan {
  return {
    name: `${fn.name}-fails`,
    impact: fn.impact,
    runbook: 'function-fails',
    metric: failures(stage, fn),
    threshold: 1,
  };
}

function serviceAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'api-answers-5xx',
      impact: 'Merchants get errors, some of them before any function runs.',
      runbook: 'answers-5xx',
      metric: apiMetric(stage, 'api', '5XXError'),
      threshold: 5,
    },
    {
      name: 'pay-answers-5xx',
      impact: 'Buyers get errors instead of pages, some of them before any function runs.',
      runbook: 'answers-5xx',
      metric: apiMetric(stage, 'pay', '5XXError'),
      threshold: 5,
    },
    {
      name: 'dead-letters',
      impact: 'Scheduled events failed on every retry: a charge may be missing.',
      runbook: 'dead-letters',
      metric: deadLetters(stage),
      threshold: 1,
    },
    {
      name: 'table-throttles',
      impact: 'DynamoDB throttles requests to the table: payments and pages fail at random.',
      runbook: 'table-throttles',
      metric: new MathExpression({
        expression: 'FILL(reads, 0) + FILL(writes, 0)',
        label: 'throttled',
        usingMetrics: {
          reads: tableMetric(stage, 'ReadThrottleEvents'),
          writes: tableMetric(stage, 'WriteThrottleEvents'),
        },
      }),
      threshold: 10,
    },
  ];
}

/** Functions that run by themselves, with the periods of five minutes in which two of their runs are due. */
const PERIODIC = {
  sweep: { runbook: 'sweep-stopped', periods: 3 },
  'page-check': { runbook: 'page-differs', periods: 7 },
} as const;

/** No invocations are the fault, so missing data raises the alarm. */
function stoppedAlarms(stage: string, functions: readonly DeployedFunction[]): AlarmPlan[] {
  return Object.entries(PERIODIC).flatMap(([name, { runbook, periods }]) =>
    functions
      .filter((fn) => fn.name === name)
      .map((fn) => ({
        name: `${name}-stopped`,
        impact: fn.impact,
        runbook,
        metric: functionMetric(stage, fn, 'Invocations'),
        threshold: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: periods,
        treatMissingData: TreatMissingData.BREACHING,
      })),
  );
}

function createAlarm(
  scope: Construct,
  { stage, runbooks }: Pick<Deployment, 'stage' | 'runbooks'>,
  { name, impact, runbook, ...condition }: AlarmPlan,
): Alarm {
  return new Alarm(scope, name, {
    alarmName: nameOf(stage, name),
    alarmDescription: `${impact} ${runbooks}/${runbook}.md`,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    ...condition,
  });
}
