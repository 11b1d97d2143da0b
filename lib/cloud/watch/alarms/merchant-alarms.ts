// Alarms about single merchants: a merchant whose payments are all declined, and the function that detects
// it.
import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { nameOf } from '../../deployment.ts';
import { merchantNamespace } from '../aws-metrics.ts';
import type { AlarmPlan } from './incidents.ts';

/** The interval between two runs of the function. */
const period = Duration.minutes(15);

export function merchantAlarms(stage: string): AlarmPlan[] {
  const runs = (metricName: 'Invocations' | 'Errors') =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: { FunctionName: nameOf(stage, 'merchant-watch') },
      statistic: 'Sum',
      period,
    });
  return [
    {
      name: 'merchant-declined',
      impact: 'Every payment of a merchant is declined: it sells nothing.',
      runbook: 'declines',
      reportedAs: 'urgent',
      metric: new Metric({
        namespace: merchantNamespace(stage),
        metricName: 'MerchantsDeclined',
        statistic: 'Maximum',
        period,
      }),
      threshold: 1,
    },
    {
      name: 'merchant-watch-stopped',
      impact: 'A merchant whose payments are all declined is not detected.',
      runbook: 'function-fails',
      reportedAs: 'morning',
      metric: new MathExpression({
        expression: 'runs - errors',
        label: 'ended well',
        period,
        usingMetrics: { runs: runs('Invocations'), errors: runs('Errors') },
      }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      datapointsToAlarm: 3,
      treatMissingData: TreatMissingData.BREACHING,
    },
  ];
}
