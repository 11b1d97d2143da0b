// Where a function's lines go: kept for a year, as PCI DSS 10.5 asks, and with a second net under the code
// that never logs a card: what looks like one is masked for everybody who reads.
import { RemovalPolicy } from 'aws-cdk-lib';
import {
  DataProtectionPolicy,
  FilterPattern,
  LogGroup,
  MetricFilter,
  RetentionDays,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { cardIdentifiers } from '../card-mask.ts';
import { nameOf } from '../deployment.ts';

export const functionLogGroupName = (stage: string, fn: string) => `/aws/lambda/${nameOf(stage, fn)}`;
export const apiLogGroupName = (stage: string, api: 'api' | 'pay' | 'bank') =>
  `/aws/apigateway/${nameOf(stage, api)}`;

type LogPlan = { logGroupName: string; production: boolean };

export function createLogGroup(
  scope: Construct,
  id: string,
  { logGroupName, production }: LogPlan,
): LogGroup {
  const logGroup = new LogGroup(scope, id, {
    logGroupName,
    retention: RetentionDays.ONE_YEAR,
    removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    dataProtectionPolicy: new DataProtectionPolicy({
      name: 'mask-cards',
      identifiers: cardIdentifiers(),
    }),
  });
  acknowledge(logGroup, {
    'PCI.DSS.321-CloudWatchLogGroupEncrypted':
      'Encrypted by CloudWatch itself; holds no card data, and what looks like card data is masked.',
  });
  return logGroup;
}

/** Where faults are counted: one metric per function, by its name. */
export const faultNamespace = (stage: string) => `Payment/${stage}/Faults`;

/**
 * A fault that became a proper answer, a 500 in the envelope, is no error to Lambda; its log line is the
 * only trace. The level stands in the line's own JSON, whatever the runtime writes before it.
 */
export function countFaults(logGroup: LogGroup, stage: string, metricName: string): void {
  new MetricFilter(logGroup, 'Faults', {
    logGroup,
    filterPattern: FilterPattern.literal('"\\"level\\":\\"error\\""'),
    metricNamespace: faultNamespace(stage),
    metricName,
    metricValue: '1',
  });
}
