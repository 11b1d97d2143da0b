// Hosted pages. Each write of a page's payment also writes the row of its order, which ensures that the order
// is paid once.
import { BRANDING_SHAPE } from '#domain/branding/branding.ts';
import { SAVED_CARD_USES } from '#domain/card/saved-card-use.ts';
import { defined } from '#domain/defined.ts';
import { CATEGORIES } from '#domain/installment/caps.ts';
import { CURRENCIES } from '#domain/money.ts';
import type { Guard } from '#domain/payment/card-testing.ts';
import { type HostedPage, nextAttemptNumber } from '#domain/payment/hosted-page.ts';
import { STORED_STATES } from '#domain/payment/page-state.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import {
  code,
  flag,
  integer,
  listOf,
  natural,
  object,
  oneOf,
  optional,
  text,
  textMap,
  uuid,
} from '#domain/shape.ts';
import { endOfPage, pageEnd } from '../page-deadline.ts';
import { type CommitConflict, change, create, type Write } from '../table/commit.ts';
import { brokenIn, orReview, requireSound } from '../table/invariants.ts';
import { hostedPageKey, listPartition, monthOf, orderKey, pagesOfOrder, timeSort } from '../table/keys.ts';
import { byTime, type Kind, listEntry, reviewEntry } from '../table/kind.ts';
import { loadRow, newItem, row, type Stored } from '../table/row.ts';
import { ALLOWED_INSTALLMENTS, DISTANCE_SALE, RECURRING_TERMS } from './agreed.ts';
import { keptOfOrder, ORDER, type OrderItem } from './order.ts';

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
    installmentCounts: optional(listOf(integer)),
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
    metadata: optional(textMap),
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
    cvvRequired: optional(flag),
    cvvRequiredBy: optional(uuid),
    guard: optional(oneOf(['ADDRESS', 'CARD_RANGE', 'CARDS'])),
    guardedUntil: optional(text),
    frameOrigins: listOf(text),
    correlationId: optional(text),
    createdBy: optional(uuid),
    createdAt: text,
    expiresAt: text,
  }),
  {
    // A card page has the same key and another shape.
    isErased: (item) => item['merchantId'] === undefined || item['purpose'] !== undefined,
    invariants: {
      attempts: ({ attemptCount, declineCount }) => declineCount <= attemptCount,
      payment: ({ state, paymentReferenceNumber }) =>
        state !== 'Paid' || paymentReferenceNumber !== undefined,
    },
  },
);

export const hostedPageKind = () =>
  ({
    keys: [hostedPageKey('{digest}')],
    readBy: 'page, merchant',
    indexes: {
      list: [listEntry('PAGE')],
      lookup: [byTime(pagesOfOrder('{m}', '{number}'))],
      due: [reviewEntry('PAGE')],
    },
    grants: { 'hosted-page': 'hosted payment pages and card pages, by digest of the token' },
    indexGrants: {
      'listed-page': [listPartition('{m}', 'PAGE', '{month}'), 'in lists', hostedPageKey('{digest}').pk],
    },
    events: 'own',
    read: HOSTED_PAGE.find,
    brokenIn: brokenIn(HOSTED_PAGE),
  }) satisfies Kind;

export const loadHostedPage = (digest: string) => loadRow(HOSTED_PAGE, hostedPageKey(digest));

/** True if the page before the new one of its order has ended: there is none to supersede. */
export const isOlderPageGone = ({ conflicts }: CommitConflict): boolean =>
  conflicts.some(({ what, found }) => what === 'hosted-page' && found === undefined);

/** The new page becomes the page of its order, and supersedes the one before it. */
export function writeNewHostedPage(page: HostedPage, order: OrderItem | undefined, isAlone = false): Write[] {
  const { merchantId, orderNumber, createdAt } = page;
  const openPage = page.tokenDigest;
  const attributes = {
    ...HOSTED_PAGE.attributes({ ...page, ...(order && keptOfOrder(order)) }),
    ...listAttributes(page),
    ...pageEnd(merchantId, new Date(createdAt)),
  };
  const item = newItem(hostedPageKey(openPage), attributes);
  const writes: Write[] = [create('hosted-page', item)];
  if (order === undefined) {
    const key = orderKey(merchantId, orderNumber);
    return [...writes, create('order', newItem(key, ORDER.attributes({ orderNumber, openPage, createdAt })))];
  }
  writes.push(change('order', order, ORDER.attributes({ openPage })));
  if (isAlone) return writes;
  return [
    ...writes,
    {
      what: 'hosted-page',
      kind: 'update',
      key: hostedPageKey(order.openPage),
      set: { supersededAt: createdAt },
      condition: { expression: 'attribute_exists(#pk)' },
    },
  ];
}

/** Each index costs a write unit at every write of the page: creation, claim and outcome of an attempt. */
function listAttributes(page: HostedPage) {
  const { merchantId, orderNumber, tokenDigest, createdAt } = page;
  const id = pageMark(tokenDigest);
  const sort = timeSort(createdAt, id);
  return {
    listPk: listPartition(merchantId, 'PAGE', monthOf(createdAt)),
    listSk: sort,
    lookupPk: pagesOfOrder(merchantId, orderNumber),
    lookupSk: sort,
  };
}

/**
 * Closes a page for its merchant, also a card page, whose verification may have ended without an answer. A
 * conflict unless the page is open and the merchant's: the found row shows the reason. A claim of the page
 * conflicts afterwards.
 */
export const writeHostedPageClose = (merchantId: string, tokenDigest: string, now: Date): Write => ({
  what: 'hosted-page',
  kind: 'update',
  key: hostedPageKey(tokenDigest),
  set: { state: 'Closed', closedAt: now.toISOString() },
  condition: {
    expression: `#merchantId = :merchant AND #expiresAt > :now AND attribute_not_exists(#supersededAt)
      AND (#state = :open OR (#state = :processing AND #verification.#endsAt <= :now))`,
    values: {
      ':merchant': merchantId,
      ':now': now.toISOString(),
      ':open': 'Open',
      ':processing': 'Processing',
    },
  },
});

type HostedPageClaim = {
  paymentReferenceNumber: string;
  /** What the card pays; absent: the amount of the page. */
  chargedMinor?: number;
  attemptNumber: number;
  /** Absent: the card is not known. */
  cardMark?: string | undefined;
};

/**
 * Claims the page and its order for a payment. A conflict unless the page is open, the order free, and the
 * number of the attempt new; it may be behind attempts that only the bank knows.
 */
export function writeHostedPageClaim(
  page: HostedPageItem,
  { paymentReferenceNumber, chargedMinor = page.amountMinor, attemptNumber, cardMark }: HostedPageClaim,
): Write[] {
  requireSound(HOSTED_PAGE, page, page);
  const cardMarks = [...new Set([...(page.cardMarks ?? []), ...(cardMark === undefined ? [] : [cardMark])])];
  const isSurcharged = chargedMinor !== page.amountMinor;
  const surcharged = { paymentReferenceNumber, chargedMinor };
  const isBehindLost = attemptNumber > nextAttemptNumber(page);
  return [
    {
      what: 'hosted-page',
      kind: 'update',
      key: hostedPageKey(page.tokenDigest),
      set: {
        ...(isSurcharged && HOSTED_PAGE.attributes({ surcharged })),
        ...(isBehindLost && { attemptsBefore: attemptNumber - page.attemptCount - 1 }),
        state: 'Processing',
        attemptCount: page.attemptCount + 1,
        paymentReferenceNumber,
        cardMarks,
      },
      remove: ['guard', 'guardedUntil', ...endOfPage(page.merchantId)],
      condition: {
        expression: '#version = :read AND #state = :open AND attribute_not_exists(#supersededAt)',
        values: { ':read': page.version, ':open': 'Open' },
      },
    },
    {
      what: 'order',
      kind: 'update',
      key: orderKey(page.merchantId, page.orderNumber),
      set: { pendingPayment: paymentReferenceNumber, attemptCount: attemptNumber },
      condition: {
        expression: `attribute_not_exists(#paidBy) AND attribute_not_exists(#pendingPayment)
          AND #openPage = :page AND (attribute_not_exists(#attemptCount) OR #attemptCount < :attempt)`,
        values: { ':page': page.tokenDigest, ':attempt': attemptNumber },
      },
    },
  ];
}

/** A guard stopped a submission before the bank was called. Too many different cards end the page. */
export function writeHostedPageGuard(page: Stored, guard: Guard, now: Date, guardedUntil?: string): Write {
  const end = guard === 'CARDS' ? { state: 'Failed', lastDecline: 'TOO_MANY_CARDS' } : {};
  return change('hosted-page', page, {
    guard,
    guardedAt: now.toISOString(),
    ...defined({ guardedUntil }),
    ...end,
  });
}

type HostedPageOutcome = Pick<HostedPage, 'declineCount'> &
  Partial<Pick<HostedPage, 'lastDecline' | 'cvvRequired' | 'cvvRequiredBy' | 'isShopRefused'>> & {
    state: 'Open' | 'Paid' | 'Failed';
  };

/** The page is open again, paid or failed; the order is free or paid. `page`: before or after the claim. */
export function writeHostedPageOutcome(
  page: HostedPage,
  paymentReferenceNumber: string,
  outcome: HostedPageOutcome,
  now: Date,
): Write[] {
  return [
    orReview(HOSTED_PAGE, page, {
      what: 'hosted-page',
      kind: 'update',
      key: hostedPageKey(page.tokenDigest),
      set: { ...HOSTED_PAGE.attributes(outcome), ...pageEnd(page.merchantId, now) },
      condition: {
        expression: '#state = :processing AND #paymentReferenceNumber = :payment',
        values: { ':processing': 'Processing', ':payment': paymentReferenceNumber },
      },
    }),
    {
      what: 'order',
      kind: 'update',
      key: orderKey(page.merchantId, page.orderNumber),
      set: outcome.state === 'Paid' ? { paidBy: paymentReferenceNumber } : {},
      remove: ['pendingPayment'],
      condition: {
        expression: `#pendingPayment = :payment`,
        values: { ':payment': paymentReferenceNumber },
      },
    },
  ];
}
