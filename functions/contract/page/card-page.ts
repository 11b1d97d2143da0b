// Card pages in requests and responses (hosted-page.md 11).
import type * as z from 'zod/mini';
import type { Mode } from '#domain/api-key.ts';
import { LONGEST_CARD_PAGE_MINUTES } from '#domain/payment/deadline.ts';
import { branding } from '../field/branding.ts';
import { fields, integer, oneOf, optional, withDefault } from '../field/field.ts';
import { CARD_PAGE_WORDS } from '../words/customer-words.ts';
import { returnAddress } from './hosted-page.ts';

/**
 * Minutes until a link expires. It is sent by message and opened later than the page of an order, so it lasts
 * a day by default and a week at most.
 */
const [SHORTEST, USUAL] = [5, 1440];

/** The body of the calls that create a card page. Only a test key allows http. */
export const cardLinkBody = (mode: Mode) =>
  fields(
    {
      successUrl: optional(returnAddress(mode === 'test')),
      failUrl: optional(returnAddress(mode === 'test')),
      cancelUrl: optional(returnAddress(mode === 'test')),
      language: optional(oneOf(['tr', 'en'])),
      branding: optional(branding(mode)),
      expiresInMinutes: withDefault(integer(SHORTEST, LONGEST_CARD_PAGE_MINUTES), USUAL),
    },
    CARD_PAGE_WORDS,
  );
export type CardLinkBody = z.infer<ReturnType<typeof cardLinkBody>>;
