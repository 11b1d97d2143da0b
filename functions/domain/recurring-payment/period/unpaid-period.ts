// The reasons for unpaid periods, and the charges that the merchant requests for such periods.

export type PauseReason = 'PausedByMerchant' | 'CustomerInactive';

export type SkipReason =
  | PauseReason
  | 'RetriesExhausted'
  | 'HardDecline'
  /** Only the newest of several due dates is charged, and none that is a week old. */
  | 'NewerDueDate'
  | 'DueTooOld';

/** A requested charge that failed without the bank, because its card cannot be charged. */
export type RefusedRequest = {
  readonly periodNumber: number;
  readonly attemptNumber: number;
  readonly atMs: number;
};

/** A charge that the merchant requested for a period that ended unpaid. */
export type RequestedCharge = {
  readonly periodNumber: number;
  readonly attemptNumber: number;
  readonly amountMinor: number;
  /** The amount that the end of the period added to the record's `uncollectedMinor`. */
  readonly uncollectedMinor: number;
  /** When its schedule fires. */
  readonly atMs: number;
  /** While it waits for the limits on its card: when it was requested. `atMs` is the next check. */
  readonly plannedAtMs?: number | undefined;
};
