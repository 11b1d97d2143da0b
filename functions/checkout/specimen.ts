// A specimen of the payment form at a fixed address, for the check of the pages that browsers receive. The
// form's endpoint returns it, with the same code and headers. It belongs to no merchant and cannot be paid:
// every other endpoint of the page answers 404 to its token.
import { SINGLE } from '#domain/installment/offer.ts';
import type { Language } from '#domain/language.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import type { PageResponse } from '#http/page.ts';
import { untriedForm } from '#page/hosted-page.ts';
import { policyOriginsOf, shopOf } from './shop-face.ts';

/** The specimen's word in the place of a token. No token has this form. */
export const SPECIMEN = 'specimen';

const WHEN = '2026-01-01T00:00:00.000Z';
const SPECIMEN_PAGE: HostedPage = {
  tokenDigest: SPECIMEN,
  merchantId: SPECIMEN,
  merchantName: 'Specimen',
  timeZone: 'Europe/Istanbul',
  isTest: true,
  orderNumber: 'SPECIMEN',
  amountMinor: 100,
  currency: 'TRY',
  installments: SINGLE,
  products: [],
  successUrl: 'https://shop.example/',
  failUrl: 'https://shop.example/',
  state: 'Open',
  attemptCount: 0,
  declineCount: 0,
  frameOrigins: [],
  createdAt: WHEN,
  expiresAt: '2026-01-01T00:30:00.000Z',
};

export const SPECIMEN_ORIGINS = policyOriginsOf(SPECIMEN_PAGE);

/** Renders the specimen. Only nonce and language differ between requests. */
export function renderSpecimen(language: Language, cspNonce: string): PageResponse & { kind: 'page' } {
  const html = untriedForm({
    page: { ...SPECIMEN_PAGE, language },
    state: 'Open',
    ...shopOf(SPECIMEN_PAGE),
    timeZone: SPECIMEN_PAGE.timeZone,
    now: new Date(WHEN),
    language,
    cspNonce,
    action: SPECIMEN,
    startOverUrl: SPECIMEN,
    waitsAt: SPECIMEN,
    returnUrl: SPECIMEN,
    formNonce: SPECIMEN,
    savedCards: [],
    plans: [],
  });
  return { kind: 'page', status: 200, html, language, frameSources: [] };
}
