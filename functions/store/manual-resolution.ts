// The shape of a manual resolution in the rows of payments and refunds.
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { either, object, oneOf, optional, text } from '#domain/shape.ts';

export function manualResolution() {
  const origin = { by: text, at: text, note: optional(text) };
  return either<ManualResolution, 'kind'>('kind', {
    approved: object({ ...origin, kind: oneOf(['approved']), bankReferenceNumber: text }),
    declined: object({ ...origin, kind: oneOf(['declined']), bankResponseCode: optional(text) }),
  });
}
