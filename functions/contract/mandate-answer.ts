// The merchant's record of a consent, in responses.
import type { Mandate } from '#domain/card/mandate.ts';
import { isoOf } from '#domain/time/duration.ts';

export const showMandate = ({ reference, acceptedAtMs }: Mandate) => ({
  reference,
  acceptedAt: isoOf(acceptedAtMs),
});
