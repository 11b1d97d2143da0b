// Hosted pages. Each write of a page's payment also writes the row of its order, which ensures that the order
// is paid once.

import { BRANDING_SHAPE } from '#domain/branding/branding.ts';
import { SAVED_CARD_USES } from '#domain/card/saved-card-use.ts';
import { CATEGORIES } from '#domain/installment/caps.ts';
import { CURRENCIES } from '#domain/money.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { LABELS } from '#domain/payment/labels.ts';
import { STORED_STATES } from '#domain/payment/page-state.ts';
import { bytes, code, flag, listOf, natural, object, oneOf, optional, text, uuid } from '#domain/shape.ts';
import { brokenIn } from '../table/invariants.ts';
import { hostedPageKey, listPartition, pageKey, pagesOfOrder } from '../table/keys.ts';
import { byTime, type Kind, listEntry, reviewEntry } from '../table/kind.ts';
import { loadRow, row, type Stored } from '../table/row.ts';
import { ALLOWED_INSTALLMENTS, DISTANCE_SALE, RECURRING_TERMS } from './agreed.ts';

export type HostedPageItem = Stored & HostedPage;

/** A row without a merchant is no page: superseding a page that did not exist once created such rows. */
export const HOSTED_PAGE = /* @__PURE__ */ row<HostedPage>(
  'hosted-page',
  () => ({
    tokenDigest: text,
    merchantId: text,
    merchantName: text,
    timeZone: text,
    isTest: flag,
    orderNumber: text,
    amountMinor: natural,
    currency: oneOf(CURRENCIES),
    installments: ALLOWED_INSTALLMENTS,
    installmentTerms: optional(text),
    products: listOf(
      object({
        id: text,
        name: text,
        amountMinor: natural,
        quantity: optional(natural),
        discountMinor: optional(natural),
        category: optional(oneOf(CATEGORIES)),
      }),
    ),
    shippingMinor: optional(natural),
    category: optional(oneOf(CATEGORIES)),
    successUrl: text,
    failUrl: text,
    cancelUrl: optional(text),
    language: optional(oneOf(['tr', 'en'])),
    customerId: optional(text),
    saveCardFor: optional(oneOf(SAVED_CARD_USES)),
    recurringTerms: optional(RECURRING_TERMS),
    distanceSale: optional(DISTANCE_SALE),
    ...LABELS,
    capture: optional(oneOf(['manual'])),
    variant: optional(text),
    hasNoBeacon: optional(flag),
    branding: optional(BRANDING_SHAPE),
    state: oneOf([...STORED_STATES, 'Paid']),
    supersededAt: optional(text),
    closedAt: optional(text),
    orderPendingPayment: optional(text),
    attemptCount: natural,
    attemptsBefore: optional(natural),
    orderCreatedAt: optional(text),
    declineCount: natural,
    lastDecline: optional(code()),
    isShopRefused: optional(flag),
    paymentReferenceNumber: optional(text),
    surcharged: optional(object({ paymentReferenceNumber: text, chargedMinor: natural })),
    cardMarks: optional(listOf(text)),
    linkDay: optional(object({ day: text, declinesBefore: natural })),
    cvvRequired: optional(flag),
    cvvRequiredBy: optional(uuid),
    guard: optional(oneOf(['ADDRESS', 'CARD_RANGE', 'CARDS'])),
    guardedUntil: optional(text),
    frameOrigins: listOf(text),
    sealedToken: optional(bytes),
    correlationId: optional(text),
    createdBy: optional(uuid),
    createdAt: text,
    expiresAt: text,
    firstExpiresAt: optional(text),
  }),
  {
    // A card page has the same key and another shape.
    isErased: (item) => item['merchantId'] === undefined || item['purpose'] !== undefined,
    invariants: {
      attempts: ({ attemptCount, declineCount }) => declineCount <= attemptCount,
      day: ({ linkDay, declineCount }) => (linkDay?.declinesBefore ?? 0) <= declineCount,
      payment: ({ state, paymentReferenceNumber }) =>
        state !== 'Paid' || paymentReferenceNumber !== undefined,
    },
  },
);

export const hostedPageKind = () =>
  ({
    keys: [pageKey('{id}')],
    readBy: 'page, merchant',
    indexes: {
      list: [listEntry('PAGE')],
      lookup: [byTime(pagesOfOrder('{m}', '{number}'))],
      due: [reviewEntry('PAGE')],
    },
    grants: { 'hosted-page': 'hosted payment pages and card pages, by id' },
    indexGrants: {
      'listed-page': [listPartition('{m}', 'PAGE', '{month}'), 'in lists', pageKey('{id}').pk],
    },
    events: 'own',
    read: HOSTED_PAGE.find,
    brokenIn: brokenIn(HOSTED_PAGE),
  }) satisfies Kind;

/** The page of a token, by its digest. */
export async function loadHostedPage(tokenDigest: string): Promise<HostedPageItem | undefined> {
  const page = await loadRow(HOSTED_PAGE, hostedPageKey(tokenDigest));
  return page?.tokenDigest === tokenDigest ? page : undefined;
}
