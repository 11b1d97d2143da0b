// Hosted pages in responses.

import type { CardPage } from '#domain/card/card-page.ts';
import { type AllowedInstallments, firstCount } from '#domain/installment/offer.ts';
import { toDecimal } from '#domain/money.ts';
import { frameOriginsOf } from '#domain/payment/frame-origins.ts';
import { canBePaid, type HostedPage, stateOf } from '#domain/payment/hosted-page.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { type HolderNames, nameOf } from '../holder-names.ts';
import { showLabels } from '../labels.ts';

/** The new page, also a card page, as the call that creates it answers. */
export const showNewPage = (page: HostedPage | CardPage, token: string, hostedPageUrl: string) => ({
  id: pageMark(page.tokenDigest),
  token,
  hostedPageUrl,
  frameOrigins: frameOriginsOf(page),
  expiresAt: page.expiresAt,
});

/** The page in a list, without its token, of which the table has only the digest. */
export const showListedPage = (page: HostedPage, now: Date) => ({
  ...showPage(page, now),
  paymentReferenceNumber: page.paymentReferenceNumber ?? null,
});

/** In an answer: also who created it, by name (api.md 6.11). */
export const showNamedPage = (page: HostedPage, names: HolderNames, now: Date) => ({
  ...showListedPage(page, now),
  createdByName: nameOf(names, page.createdBy),
});

/** Both null to a caller who named the page by its id. */
export type PageAddress = { token: string | null; hostedPageUrl: string | null };

/** The page as GET /api/payment/hostedpage/{token} returns it, without its payment. */
export const showHostedPage = (page: HostedPage, address: PageAddress, now: Date) => ({
  ...showPage(page, now),
  ...address,
});

/** `installment` null: the buyer chooses, up to `maxInstallment`. */
type ShownAllowed = { installment: number | null; maxInstallment: number | null };
const showAllowed = (installments: AllowedInstallments): ShownAllowed =>
  installments.kind === 'choice'
    ? { installment: null, maxInstallment: installments.upTo }
    : { installment: firstCount({ installments }), maxInstallment: null };

function showPage(page: HostedPage, now: Date) {
  return {
    id: pageMark(page.tokenDigest),
    state: stateOf(page, now),
    canBePaid: canBePaid(page, now),
    orderNumber: page.orderNumber,
    amount: toDecimal(page.amountMinor),
    currency: page.currency,
    capture: page.capture ?? 'automatic',
    ...showAllowed(page.installments),
    attemptCount: page.attemptCount,
    customerId: page.customerId ?? null,
    ...showLabels(page),
    variant: page.variant ?? null,
    guard: page.guard ?? null,
    errorCode: (page.state === 'Failed' ? page.lastDecline : undefined) ?? null,
    frameOrigins: frameOriginsOf(page),
    createdBy: page.createdBy ?? null,
    createdAt: page.createdAt,
    expiresAt: page.expiresAt,
  };
}
