// An alarm before it is one: its name, what a user loses while it rings, and where whoever is woken reads on.
import type { AlarmProps } from 'aws-cdk-lib/aws-cloudwatch';

/** Files in docs/runbooks, without the ending; alarms that ask for the same acts have the same one. */
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
  | 'stored-cards-unreturned';

export type AlarmPlan = { name: string; impact: string; runbook: Runbook } & Pick<
  AlarmProps,
  'metric' | 'threshold'
> &
  Partial<AlarmProps>;
