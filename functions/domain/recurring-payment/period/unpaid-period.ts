// Why periods are not paid, and what is planned for those that the merchant wants charged after all.
import type { PauseReason } from '#domain/recurring-payment/recurring-payment.ts';

export type SkipReason =
  | PauseReason
  | 'RetriesExhausted'
  | 'HardDecline'
  /** Only the newest of several due dates is charged, and none that is a week old. */
  | 'NewerDueDate'
  | 'DueTooOld';

/** A period that ended unpaid, and that the merchant wants charged. */
export type RequestedCharge = {
  readonly periodNumber: number;
  readonly attemptNumber: number;
  readonly amountMinor: number;
  /** What the end of the period added to `uncollectedMinor`. */
  readonly uncollectedMinor: number;
  /** When its schedule fires. */
  readonly atMs: number;
};
