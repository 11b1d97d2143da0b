// The definition of an alarm: its name, what users lose, and its runbook.
import type { AlarmProps } from 'aws-cdk-lib/aws-cloudwatch';

/** Files in docs/runbooks without extension. Alarms that need the same actions share a runbook. */
type Runbook =
  | 'function-fails'
  | 'answers-5xx'
  | 'dead-letters'
  | 'table-throttles'
  | 'sweep-stopped'
  | 'charges-late'
  | 'manual-review'
  | 'bank-does-not-answer'
  | 'declines'
  | 'cards-opened-unsold'
  | 'page-differs'
  | 'three-d-answers-refused'
  | 'card-numbers-refused';

export type AlarmPlan = { name: string; impact: string; runbook: Runbook } & Pick<
  AlarmProps,
  'metric' | 'threshold'
> &
  Partial<AlarmProps>;
