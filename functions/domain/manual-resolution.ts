// What a person found out at the bank after the inquiries decided nothing. It is stored on the payment or
// refund and stays there. The sweep applies it, so outcomes are recorded by one path only.

export type ManualResolution = {
  /** The person, and when (ISO). */
  by: string;
  at: string;
  note?: string;
} & (
  | { kind: 'approved'; bankReferenceNumber: string }
  /** The bank moved no money. The code is present if the bank shows one. */
  | { kind: 'declined'; bankResponseCode?: string }
);
