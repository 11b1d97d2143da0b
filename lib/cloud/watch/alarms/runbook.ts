// How urgent an alarm is, and which page has its remedy.

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
