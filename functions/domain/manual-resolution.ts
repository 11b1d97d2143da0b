// What a person found at a bank whose interface gave no answer that decides. It is written onto the payment
// or refund it is about and stays there; the sweep carries it out, so that money is settled in one way only.

export type ManualResolution = {
  /** Who looked it up, and when (ISO). */
  by: string;
  at: string;
  note?: string;
} & (
  | { kind: 'approved'; bankReferenceNumber: string }
  /** The bank moved no money; its code, where it shows one. */
  | { kind: 'declined'; bankResponseCode?: string }
);
