// Alarms about the functions: one that counts every fault of all of them, and alarms for background functions
// that do not run or crash repeatedly. A background function retries its work, so a single crash is not
// urgent.
import { ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { DeployedFunction } from '../../function/deployed-function.ts';
import { failures, functionMetric } from '../aws-metrics.ts';
import type { AlarmPlan } from './incidents.ts';

export function functionAlarms(stage: string, functions: readonly DeployedFunction[]): AlarmPlan[] {
  return [
    failureAlarm(stage),
    ...stoppedAlarms(stage, functions),
    ...functions.filter(({ name }) => name === 'canary').map((fn) => canaryAlarm(stage, fn)),
    ...functions.filter(({ name }) => name in CRASHES).map((fn) => crashAlarm(stage, fn)),
  ];
}

function failureAlarm(stage: string): AlarmPlan {
  return {
    name: 'function-fails',
    impact: 'A function crashed or answered with 500: the saved query "faults" names it.',
    runbook: 'function-fails',
    reportedAs: 'morning',
    metric: failures(stage),
    threshold: 1,
  };
}

/**
 * Periodic functions: the fewest runs in five minutes, and the number of such periods. The sweep has two
 * schedules, which together make one run each minute, so the alarm also becomes active if only one of them
 * fails.
 */
const PERIODIC = {
  sweep: { runbook: 'sweep-stopped', reportedAs: { incident: 'charges-fail' }, runs: 5, periods: 3 },
  'page-check': { runbook: 'page-differs', reportedAs: 'morning', runs: 1, periods: 7 },
  reconcile: { runbook: 'books-differ', reportedAs: 'morning', runs: 1, periods: 7 },
} as const;

/** Missing data raises the alarm, because missing invocations are the fault. */
function stoppedAlarms(stage: string, functions: readonly DeployedFunction[]): AlarmPlan[] {
  return Object.entries(PERIODIC).flatMap(([name, { runbook, reportedAs, runs, periods }]) =>
    functions
      .filter((fn) => fn.name === name)
      .map((fn) => ({
        name: `${name}-stopped`,
        impact: fn.impact,
        runbook,
        reportedAs,
        metric: functionMetric(stage, fn, 'Invocations'),
        threshold: runs,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: periods,
        datapointsToAlarm: periods,
        treatMissingData: TreatMissingData.BREACHING,
      })),
  );
}

/** Counts successful runs, so the alarm also becomes active if the canary does not run. */
function canaryAlarm(stage: string, fn: DeployedFunction): AlarmPlan {
  return {
    name: 'canary-unanswered',
    impact: 'A page, the API or a payment of the canary failed twice: buyers and merchants get no answers.',
    runbook: 'answers-5xx',
    reportedAs: { incident: 'answers-fail' },
    metric: new MathExpression({
      expression: 'runs - errors',
      label: 'answered',
      usingMetrics: {
        runs: functionMetric(stage, fn, 'Invocations'),
        errors: functionMetric(stage, fn, 'Errors'),
      },
    }),
    threshold: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    datapointsToAlarm: 2,
    treatMissingData: TreatMissingData.BREACHING,
  };
}

/**
 * Background functions whose crashed work is retried: all work of a sweep after five minutes, a charge twice.
 */
const CRASHES: Readonly<Record<string, { atLeast: number; periods: number }>> = {
  sweep: { atLeast: 1, periods: 3 },
  charge: { atLeast: 5, periods: 2 },
};

/** More than a tenth of the invocations crash, for as long as the function's own retries take. */
function crashAlarm(stage: string, fn: DeployedFunction): AlarmPlan {
  const { atLeast = 1, periods = 1 } = CRASHES[fn.name] ?? {};
  return {
    name: `${fn.name}-crashes`,
    impact: fn.impact,
    runbook: 'function-fails',
    reportedAs: { incident: 'charges-fail' },
    metric: new MathExpression({
      expression: `IF(crashes >= ${atLeast}, 100 * crashes / invocations, 0)`,
      label: 'percent of crashes',
      usingMetrics: {
        crashes: functionMetric(stage, fn, 'Errors'),
        invocations: functionMetric(stage, fn, 'Invocations'),
      },
    }),
    threshold: 10,
    evaluationPeriods: periods,
    datapointsToAlarm: periods,
  };
}
