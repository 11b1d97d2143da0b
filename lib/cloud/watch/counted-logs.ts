// Metrics that CloudWatch counts in logs. The log groups are in stacks that are deployed earlier, and are
// found by their names.
import { FilterPattern, type IFilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { BROKEN_ROW } from '#store/table/invariants.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import { HOMES } from '../function/deployed-function.ts';
import { logGroupNameOf } from '../function/log-group.ts';
import { countedIn } from './metrics.ts';

/**
 * Counts log lines of level error: Lambda does not count a fault that the function returns as a 500 in the
 * envelope. The pattern matches the level in the line's JSON, whatever the runtime writes before it. In a
 * stage that limits names it also counts refused look-ups in the DNS query log.
 */
export function countInLogs(scope: Construct, { stage, bankHosts }: Deployment): void {
  type LogCount = { group: [id: string, name: string]; filterPattern: IFilterPattern };
  const count = (
    id: string,
    metricNamespace: string,
    metricName: string,
    { group, filterPattern }: LogCount,
  ) =>
    new MetricFilter(scope, id, {
      logGroup: LogGroup.fromLogGroupName(scope, ...group),
      filterPattern,
      metricNamespace,
      metricName,
      metricValue: '1',
    });
  if (bankHosts.length > 0) {
    count('NamesRefused', countedIn(stage, 'Network'), 'NamesRefused', {
      group: ['Names', `/aws/route53resolver/${nameOf(stage, 'names')}`],
      filterPattern: FilterPattern.stringValue('$.firewall_rule_action', '=', 'BLOCK'),
    });
  }
  for (const home of HOMES) {
    count(`Faults-${home}`, countedIn(stage, 'Faults'), 'Faults', {
      group: [`Log-${home}`, logGroupNameOf(stage, home)],
      filterPattern: FilterPattern.literal('"\\"level\\":\\"error\\""'),
    });
    count(`Broken-${home}`, countedIn(stage, 'Faults'), 'InvariantsBroken', {
      group: [`Rows-${home}`, logGroupNameOf(stage, home)],
      filterPattern: FilterPattern.literal(`"\\"message\\":\\"${BROKEN_ROW}\\""`),
    });
  }
}
