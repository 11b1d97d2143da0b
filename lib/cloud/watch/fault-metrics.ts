// One metric that counts the log lines of level error of all functions. The log shows whose they are.
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { HOMES } from '../function/deployed-function.ts';
import { logGroupNameOf } from '../function/log-group.ts';

export const faultNamespace = (stage: string) => `Payment/${stage}/Faults`;
export const FAULTS = 'Faults';

/**
 * Lambda does not count a fault that the function returns as a 500 in the envelope; only the fault's log line
 * shows it. The pattern matches the level in the line's JSON, whatever the runtime writes before it. The log
 * groups are in the service and events stacks, which are deployed earlier, and are found by their names.
 */
export function countFaults(scope: Construct, stage: string): void {
  for (const home of HOMES) {
    new MetricFilter(scope, `Faults-${home}`, {
      logGroup: LogGroup.fromLogGroupName(scope, `Log-${home}`, logGroupNameOf(stage, home)),
      filterPattern: FilterPattern.literal('"\\"level\\":\\"error\\""'),
      metricNamespace: faultNamespace(stage),
      metricName: FAULTS,
      metricValue: '1',
    });
  }
}
