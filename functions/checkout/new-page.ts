// A new page for a buyer, whatever its purpose, with the token that is its address. The table stores only the
// token's digest.
import { randomBytes } from 'node:crypto';
import { brandingOfPage } from '#domain/branding/branding.ts';
import { originsOf } from '#domain/payment/frame-origins.ts';
import { newPageToken, tokenDigest } from '#domain/payment/page-token.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Call } from '#http/endpoint.ts';

type PageCall = Pick<Call<unknown, unknown>, 'caller' | 'requestId' | 'now'> & {
  body: {
    expiresInMinutes: number;
    branding?: Parameters<typeof brandingOfPage>[1];
    frameOrigins?: readonly string[] | undefined;
  };
};

/** The part of a page that every purpose has. */
export function newPage({ caller, body, requestId, now }: PageCall) {
  const token = newPageToken(randomBytes);
  const page = {
    tokenDigest: tokenDigest(token),
    merchantId: caller.merchantId,
    ...brandingOfPage(caller, body.branding),
    timeZone: caller.timeZone,
    frameOrigins: originsOf([...caller.frameOrigins.split(' '), ...(body.frameOrigins ?? [])]),
    isTest: caller.mode === 'test',
    state: 'Open' as const,
    attemptCount: 0,
    correlationId: requestId,
    createdBy: caller.keyId,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + body.expiresInMinutes * MINUTE_MS).toISOString(),
  };
  return { page, token };
}
