// Alarms about API Gateway, before the functions, and about the queue of events that nothing retries any
// more.
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { type ApiName, apiMetric, deadLetters } from '../aws-metrics.ts';
import type { AlarmPlan } from './incidents.ts';

export function serviceAlarms(stage: string): AlarmPlan[] {
  return [
    errorAlarm(stage, 'api', 'Merchants get errors, some of them before any function runs.'),
    errorAlarm(stage, 'pay', 'Buyers get errors instead of pages, some of them before any function runs.'),
    {
      name: 'dead-letters',
      impact: 'Scheduled events failed on every retry: a charge may be missing.',
      runbook: 'dead-letters',
      reportedAs: 'morning',
      metric: deadLetters(stage),
      threshold: 1,
    },
  ];
}

/**
 * The objective: 99.9 % of a month's calls are answered. At fourteen times the error rate that this allows,
 * the month's errors are used up in two days. Fewer than five errors are no outage.
 */
const ERROR_PERCENT = 1.4;
const ERRORS_AT_LEAST = 5;

function errorAlarm(stage: string, api: ApiName, impact: string): AlarmPlan {
  return {
    name: `${api}-answers-5xx`,
    impact,
    runbook: 'answers-5xx',
    reportedAs: { incident: 'answers-fail' },
    metric: new MathExpression({
      expression: `IF(errors >= ${ERRORS_AT_LEAST}, 100 * errors / calls, 0)`,
      label: 'percent of errors',
      usingMetrics: {
        errors: apiMetric(stage, api, '5XXError'),
        calls: apiMetric(stage, api, 'Count'),
      },
    }),
    threshold: ERROR_PERCENT,
    datapointsToAlarm: 2,
  };
}
