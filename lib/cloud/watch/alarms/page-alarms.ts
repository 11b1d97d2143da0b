// Alarms about the payment page as browsers receive it (PCI DSS 11.6.1).
import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { serviceMetric } from '../service-metrics.ts';
import type { AlarmPlan } from './incidents.ts';

const MINUTES = 15;

export function pageAlarms(stage: string): AlarmPlan[] {
  return [
    {
      name: 'page-differs',
      impact: 'Browsers receive another payment page than the released one: cards may be read while typed.',
      runbook: 'page-differs',
      reportedAs: 'urgent',
      metric: serviceMetric(stage, 'PageDiffers', { minutes: MINUTES }),
      threshold: 1,
    },
    {
      name: 'page-violations',
      impact: "Scripts or connections that are not ours are blocked by the policy of buyers' pages.",
      runbook: 'page-differs',
      reportedAs: 'morning',
      // Single browsers with unusual extensions send reports; code on the page would cause one from every
      // buyer.
      metric: new MathExpression({
        expression: 'IF(violations >= 20 AND violations > FILL(opened, 0) / 5, violations, 0)',
        label: 'violations',
        period: Duration.minutes(MINUTES),
        usingMetrics: {
          violations: serviceMetric(stage, 'PageViolations', { minutes: MINUTES }),
          opened: serviceMetric(stage, 'PagesOpened', { minutes: MINUTES }),
        },
      }),
      threshold: 1,
    },
  ];
}
