// The outcome that a person found at the bank after the inquiries had decided nothing. It is stored on the
// payment or refund and stays there. The sweep applies it, so outcomes are recorded by one path only.
import { either, object, oneOf, optional, text } from './shape.ts';

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

export function manualResolution() {
  const origin = { by: text, at: text, note: optional(text) };
  return either<ManualResolution, 'kind'>('kind', {
    approved: object({ ...origin, kind: oneOf(['approved']), bankReferenceNumber: text }),
    declined: object({ ...origin, kind: oneOf(['declined']), bankResponseCode: optional(text) }),
  });
}
