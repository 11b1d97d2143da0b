// Alarms about refusals of the firewalls: requests to the APIs, and DNS look-ups of functions with card
// numbers.
import { Aws, Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from '../../deployment.ts';
import type { AlarmPlan } from './incidents.ts';

const MINUTES = 15;
const BLOCKED_AT_LEAST = 1_000;

export function networkAlarms({ stage, firewall, bankHosts }: Deployment): AlarmPlan[] {
  return [...(firewall ? [firewallAlarm(stage)] : []), ...(bankHosts.length > 0 ? [namesAlarm(stage)] : [])];
}

/**
 * Floods are blocked every day. If a fifth of all requests is blocked, it is an attack, or a rule blocks
 * legitimate requests.
 */
function firewallAlarm(stage: string): AlarmPlan {
  const period = Duration.minutes(MINUTES);
  const metric = (metricName: string) =>
    new Metric({
      namespace: 'AWS/WAFV2',
      metricName,
      dimensionsMap: { WebACL: nameOf(stage, 'firewall'), Region: Aws.REGION, Rule: 'ALL' },
      statistic: 'Sum',
      period,
    });
  return {
    name: 'firewall-blocks',
    impact: 'The firewall blocks a fifth of all requests: an attack, or buyers and merchants are kept out.',
    runbook: 'firewall-blocks',
    reportedAs: 'morning',
    metric: new MathExpression({
      expression: `IF(blocked >= ${BLOCKED_AT_LEAST}, 100 * blocked / (blocked + FILL(allowed, 0)), 0)`,
      label: 'percent blocked',
      period,
      usingMetrics: { blocked: metric('BlockedRequests'), allowed: metric('AllowedRequests') },
    }),
    threshold: 20,
  };
}

const NAMES_REFUSED = {
  metricNamespace: (stage: string) => `Payment/${stage}/Network`,
  name: 'NamesRefused',
};

function namesAlarm(stage: string): AlarmPlan {
  return {
    name: 'names-refused',
    impact:
      'A function with card numbers looked up a host that is not allowed: cards may be on their way out.',
    runbook: 'names-refused',
    reportedAs: 'urgent',
    metric: new Metric({
      namespace: NAMES_REFUSED.metricNamespace(stage),
      metricName: NAMES_REFUSED.name,
      statistic: 'Sum',
      period: Duration.minutes(5),
    }),
    threshold: 1,
  };
}

/** Counts refused look-ups in the DNS query log. The log is in the data stack and is found by its name. */
export function countRefusedNames(scope: Construct, { stage, bankHosts }: Deployment): void {
  if (bankHosts.length === 0) return;
  new MetricFilter(scope, 'NamesRefused', {
    logGroup: LogGroup.fromLogGroupName(scope, 'Names', `/aws/route53resolver/${nameOf(stage, 'names')}`),
    filterPattern: FilterPattern.stringValue('$.firewall_rule_action', '=', 'BLOCK'),
    metricNamespace: NAMES_REFUSED.metricNamespace(stage),
    metricName: NAMES_REFUSED.name,
    metricValue: '1',
  });
}
