// The outcome that a person found at the bank after the inquiries had decided nothing. It is stored on the
// payment or refund and stays there. The sweep applies it, so outcomes are recorded by one path only.

export type ManualResolution = {
  /** The person, and the time (ISO). */
  by: string;
  at: string;
  note?: string;
} & (
  | { kind: 'approved'; bankReferenceNumber: string }
  /** The bank moved no money. The code is present if the bank shows one. */
  | { kind: 'declined'; bankResponseCode?: string }
);
