// A new page for a buyer, whatever its purpose, with the token that is its address. The table stores only the
// token's digest.
import { randomBytes } from 'node:crypto';
import type { Answer, Sentence } from '#contract/answer.ts';
import type { CardLinkBody } from '#contract/card-page.ts';
import { showNewPage } from '#contract/hosted-page.ts';
import { brandingOfPage } from '#domain/branding/branding.ts';
import type { CardPage } from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import { originsOf } from '#domain/payment/frame-origins.ts';
import { newPageToken, tokenDigest } from '#domain/payment/hosted-page.ts';
import { Rejection } from '#domain/rejection.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Call } from '#http/endpoint.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { writeNewCardPage } from '#store/card/card-page.ts';
import { measure } from '#telemetry/metric.ts';

type PageCall = Pick<Call<unknown, unknown>, 'caller' | 'requestId' | 'now'> & {
  body: {
    expiresInMinutes: number;
    branding?: Parameters<typeof brandingOfPage>[1];
    frameOrigins?: readonly string[];
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

/** Creates a page on which a card is given. Throws CONCURRENT_UPDATE. */
export async function createCardPage(
  call: Call<CardLinkBody, unknown>,
  subject: Pick<CardPage, 'purpose' | 'customerId' | 'recurringPaymentId'>,
  message: Sentence,
): Promise<Answer> {
  const { successUrl, failUrl, cancelUrl, language } = call.body;
  const { page: common, token } = newPage(call);
  const page = { ...common, ...subject, ...defined({ successUrl, failUrl, cancelUrl, language }) };
  const data = showNewPage(page, token, cardPageUrl(token));
  const answer = { status: 201 as const, message, data };
  const result = await call.commit([writeNewCardPage(page)], answer);
  if (result.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
  const { merchantId, recurringPaymentId } = page;
  measure({ CardPagesCreated: 1 }, { merchantId, page: data.id, ...defined({ recurringPaymentId }) });
  return answer;
}
