// A new card page of a merchant, with the token that is its address. The table stores only its digest.
import { randomBytes } from 'node:crypto';
import { brandingOfPage } from '#domain/branding/branding.ts';
import type { CardPage } from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import { newPageToken, tokenDigest } from '#domain/payment/hosted-page.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';

type CardLink = {
  caller: {
    merchantId: string;
    merchantName: string;
    branding?: string | undefined;
    timeZone: string;
    /** Separated by blanks. */
    frameOrigins: string;
    mode: 'test' | 'live';
    keyId: string;
  };
  body: { expiresInMinutes: number; branding?: Parameters<typeof brandingOfPage>[1] } & {
    [Name in 'successUrl' | 'failUrl' | 'cancelUrl' | 'language']?: CardPage[Name] | undefined;
  };
  requestId: string;
  now: Date;
  subject: Pick<CardPage, 'purpose' | 'customerId' | 'recurringPaymentId'>;
};

export function newCardPage({ caller, body, requestId, now, subject }: CardLink) {
  const { expiresInMinutes, successUrl, failUrl, cancelUrl, language } = body;
  const token = newPageToken(randomBytes);
  const page: CardPage = {
    tokenDigest: tokenDigest(token),
    merchantId: caller.merchantId,
    ...brandingOfPage(caller, body.branding),
    timeZone: caller.timeZone,
    frameOrigins: caller.frameOrigins.split(' ').filter((origin) => origin !== ''),
    isTest: caller.mode === 'test',
    ...subject,
    ...defined({ successUrl, failUrl, cancelUrl, language }),
    state: 'Open',
    attemptCount: 0,
    correlationId: requestId,
    createdBy: caller.keyId,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + expiresInMinutes * MINUTE_MS).toISOString(),
  };
  return { page, token };
}
