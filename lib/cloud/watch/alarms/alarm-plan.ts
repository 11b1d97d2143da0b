// The definition of an alarm: its name, the loss for users, how it is reported and when, and its runbook.
import type { AlarmProps } from 'aws-cdk-lib/aws-cloudwatch';
import type { IncidentName } from './incidents.ts';

/** Files in docs/runbooks without extension. Alarms that need the same actions share a runbook. */
export type Runbook =
  | 'function-fails'
  | 'answers-5xx'
  | 'dead-letters'
  | 'table-throttles'
  | 'sweep-stopped'
  | 'charges-late'
  | 'periods-missed'
  | 'manual-review'
  | 'late-sale'
  | 'books-differ'
  | 'bank-does-not-answer'
  | 'declines'
  | 'merchant-refused'
  | 'cards-opened-unsold'
  | 'page-differs'
  | 'three-d-answers-refused'
  | 'card-numbers-refused'
  | 'cards-locked'
  | 'limits-reached'
  | 'firewall-blocks'
  | 'names-refused'
  | 'backup-fails'
  | 'events-not-recorded'
  | 'deliveries-late'
  | 'webhooks-fail';

/**
 * Urgent: users lose money or cannot pay until the fault is repaired. All other alarms can wait until
 * morning.
 */
export type Severity = 'urgent' | 'morning';

export type AlarmPlan = {
  name: string;
  impact: string;
  runbook: Runbook;
  /**
   * An alarm sends its own messages, or is a part of an incident, which sends one message for all its parts.
   */
  reportedAs: Severity | { incident: IncidentName };
} & Pick<AlarmProps, 'metric' | 'threshold'> &
  Partial<AlarmProps>;
