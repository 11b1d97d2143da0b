// One metric for each function, which counts its log lines of level error. The metric filters are in this
// stack so that the service stack stays below CloudFormation's limit of resources.
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { functionLogGroupName } from '../function/log-group.ts';

/** The namespace of the fault metrics: one metric for each function, by its name. */
export const faultNamespace = (stage: string) => `Payment/${stage}/Faults`;

/**
 * Lambda does not count a fault that the function returns as a 500 in the envelope; only the fault's log line
 * shows it. The pattern matches the level in the line's JSON, whatever the runtime writes before it. The log
 * groups are in the service and events stacks, which are deployed earlier, and are found by their names.
 */
export function countFaults(scope: Construct, stage: string, functions: readonly DeployedFunction[]): void {
  for (const { name } of functions) {
    const logGroupName = functionLogGroupName(stage, name);
    new MetricFilter(scope, `Faults-${name}`, {
      logGroup: LogGroup.fromLogGroupName(scope, `Log-${name}`, logGroupName),
      filterPattern: FilterPattern.literal('"\\"level\\":\\"error\\""'),
      metricNamespace: faultNamespace(stage),
      metricName: name,
      metricValue: '1',
    });
  }
}
