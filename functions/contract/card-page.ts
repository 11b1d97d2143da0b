// Card pages in requests (hosted-page.md 11).
import type { Mode } from '#domain/api-key.ts';
import { branding } from './field/branding.ts';
import { fields, integer, oneOf, optional, withDefault } from './field/field.ts';
import { returnAddress } from './hosted-page.ts';

/** A link is sent by message and opened later than the page of an order: a day, at most a week. */
const [SHORTEST, USUAL, LONGEST] = [5, 1440, 10_080];

/** The body of the calls that create a card page. Only a test key allows http://localhost. */
export const cardLinkBody = (mode: Mode) =>
  fields({
    successUrl: optional(returnAddress(mode === 'test')),
    failUrl: optional(returnAddress(mode === 'test')),
    cancelUrl: optional(returnAddress(mode === 'test')),
    language: optional(oneOf(['tr', 'en'])),
    branding: optional(branding(mode)),
    expiresInMinutes: withDefault(integer(SHORTEST, LONGEST), USUAL),
  });
