// Who calls: what the authorizer found out about the API key and hands to every endpoint, so that no
// endpoint has to look the merchant up again. All of it is text, as API Gateway demands.
import * as z from 'zod/mini';

const CALLER = z.object({
  merchantId: z.string().check(z.minLength(1)),
  merchantName: z.string(),
  timeZone: z.string(),
  /** The origins that may show the hosted page in a frame, separated by blanks. */
  frameOrigins: z.string(),
  /** The installment counts the merchant offers, separated by blanks; absent: single payments only. */
  installments: z.optional(z.string()),
  keyKind: z.enum(['test', 'live']),
  /** The month of the merchant's first day, `2026-11`: no list looks further back. */
  since: z.string(),
  /** The merchant's own key for fingerprints and cursors, base64url. From KMS; never stored, never logged. */
  digestKey: z.string().check(z.minLength(32)),
});
export type Caller = z.infer<typeof CALLER>;

export const callerContext = (caller: Caller): Record<string, string> =>
  Object.fromEntries(Object.entries(caller).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;

/** Throws where the gateway did not ask the authorizer: a fault of the deployment, never of the caller. */
export const readCaller = (authorizer: unknown): Caller => CALLER.parse(authorizer);
