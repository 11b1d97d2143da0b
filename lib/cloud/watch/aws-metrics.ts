// Metrics that AWS publishes about our resources, referenced by name. Our names are fixed, so this stack
// needs no reference to the service stack, and neither stack blocks the other's deployment.
import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IndexName } from '#store/table/keys.ts';
import { uncapturedName } from '../arns.ts';
import { nameOf } from '../deployment.ts';
import { type DeployedFunction, functionNameOf } from '../function/deployed-function.ts';
import { FAULTS, faultNamespace } from './fault-metrics.ts';

const period = Duration.minutes(5);

type Statistic = 'Sum' | 'Maximum' | 'p50' | 'p99';
export type ApiName = 'api' | 'pay';

export function functionMetric(
  stage: string,
  fn: DeployedFunction,
  metricName: 'Errors' | 'Invocations' | 'Duration' | 'Throttles',
  statistic: Statistic = 'Sum',
): Metric {
  const dimensionsMap = { FunctionName: functionNameOf(stage, fn) };
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap,
    statistic,
    period,
    label: fn.name,
  });
}

/**
 * Crashes that Lambda counts, and faults that functions returned as status 500. Without a function's name
 * Lambda's metric is that of all functions of the account and Region: one price, however many there are.
 */
export function failures(stage: string): MathExpression {
  const common = { statistic: 'Sum', period };
  return new MathExpression({
    expression: 'FILL(crashes, 0) + FILL(faults, 0)',
    label: 'crashes and faults',
    period,
    usingMetrics: {
      crashes: new Metric({ namespace: 'AWS/Lambda', metricName: 'Errors', label: 'crashes', ...common }),
      faults: new Metric({
        namespace: faultNamespace(stage),
        metricName: FAULTS,
        label: 'faults',
        ...common,
      }),
    },
  });
}

export function apiMetric(
  stage: string,
  api: ApiName,
  metricName: 'Count' | '4XXError' | '5XXError' | 'Latency',
  statistic: Statistic = 'Sum',
): Metric {
  const dimensionsMap = { ApiName: nameOf(stage, api) };
  const label = metricName === 'Latency' ? statistic : metricName;
  return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic, period, label });
}

/** A metric of the table without its indexes, or of one index. */
export function tableMetric(
  tableName: string,
  metricName: `${'Read' | 'Write'}ThrottleEvents` | `Consumed${'Read' | 'Write'}CapacityUnits`,
  index?: IndexName,
): Metric {
  const dimensionsMap = { TableName: tableName, ...(index && { GlobalSecondaryIndexName: index }) };
  return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: 'Sum', period });
}

const waitingIn = (QueueName: string) =>
  new Metric({
    namespace: 'AWS/SQS',
    metricName: 'ApproximateNumberOfMessagesVisible',
    dimensionsMap: { QueueName },
    statistic: 'Maximum',
    period,
  });

export const deadLetters = (stage: string) => waitingIn(nameOf(stage, 'dead-letters'));
/** Changes whose events could not be recorded. */
export const uncaptured = (stage: string) => waitingIn(uncapturedName(stage));

/** The age in milliseconds of the oldest change of the table that the function has not read. */
export function iteratorAge(stage: string, fn: DeployedFunction): Metric {
  const dimensionsMap = { FunctionName: functionNameOf(stage, fn) };
  const common = { statistic: 'Maximum', period, label: 'milliseconds of the oldest change' };
  return new Metric({ namespace: 'AWS/Lambda', metricName: 'IteratorAge', dimensionsMap, ...common });
}

/** The namespace of the function that finds merchants whose payments are all declined. */
export const merchantNamespace = (stage: string) => `Payment/${stage}/Merchants`;

/** A metric of the group of charge schedules. */
export function scheduleMetric(
  stage: string,
  metricName: 'InvocationThrottleCount' | 'TargetErrorThrottledCount' | 'InvocationDroppedCount',
): Metric {
  const dimensionsMap = { ScheduleGroup: nameOf(stage) };
  return new Metric({ namespace: 'AWS/Scheduler', metricName, dimensionsMap, statistic: 'Sum', period });
}

/** Percent of the account's limit of concurrent executions that are reserved or in use. */
export function claimedConcurrency(): MathExpression {
  const usage = { Service: 'Lambda', Resource: 'ConcurrentExecutions', Type: 'Resource', Class: 'None' };
  return new MathExpression({
    expression: '100 * claimed / SERVICE_QUOTA(used)',
    label: 'percent of the concurrency',
    period,
    usingMetrics: {
      claimed: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'ClaimedAccountConcurrency',
        statistic: 'Maximum',
        period,
      }),
      used: new Metric({
        namespace: 'AWS/Usage',
        metricName: 'ResourceCount',
        dimensionsMap: usage,
        statistic: 'Maximum',
        period,
      }),
    },
  });
}

/** Requests a second to all symmetric and HMAC keys of the account, averaged over a minute. */
export function keyRequests(): MathExpression {
  const minute = Duration.minutes(1);
  const usage = { Service: 'KMS', Resource: 'CryptographicOperationsSymmetric', Type: 'API', Class: 'None' };
  return new MathExpression({
    expression: 'calls / PERIOD(calls)',
    label: 'requests a second',
    period: minute,
    usingMetrics: {
      calls: new Metric({
        namespace: 'AWS/Usage',
        metricName: 'CallCount',
        dimensionsMap: usage,
        statistic: 'Sum',
        period: minute,
      }),
    },
  });
}

/** Counts over all NAT gateways of the account with a query, so it needs no reference to the data stack. */
export function networkPortErrors(): MathExpression {
  return new MathExpression({
    expression: 'SELECT SUM(ErrorPortAllocation) FROM SCHEMA("AWS/NATGateway", NatGatewayId)',
    label: 'connections without a port',
    period,
    usingMetrics: {},
  });
}

/** A metric of the vault of daily backups. AWS publishes a count only if it is not zero. */
export function backupMetric(
  stage: string,
  metricName: `NumberOfBackupJobs${'Completed' | 'Failed' | 'Expired' | 'Aborted'}`,
  hours?: number,
): Metric {
  const dimensionsMap = { BackupVaultName: nameOf(stage) };
  const every = hours === undefined ? period : Duration.hours(hours);
  return new Metric({ namespace: 'AWS/Backup', metricName, dimensionsMap, statistic: 'Sum', period: every });
}

/** Failed copies of tables into another vault. AWS's metric does not name the source vault. */
export const copyFailures = () =>
  new Metric({
    namespace: 'AWS/Backup',
    metricName: 'NumberOfCopyJobsFailed',
    dimensionsMap: { ResourceType: 'DynamoDB' },
    statistic: 'Sum',
    period,
  });

/** The sum of the metrics. A missing count is zero. */
export function sumOf(
  label: string,
  usingMetrics: NonNullable<MathExpression['usingMetrics']>,
): MathExpression {
  const expression = Object.keys(usingMetrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, label, usingMetrics });
}
