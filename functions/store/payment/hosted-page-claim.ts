// The claim of a hosted page, which claims its order too: the order is paid once.
import { type HostedPage, nextAttemptNumber } from '#domain/payment/hosted-page.ts';
import { triedAt } from '#domain/payment/link.ts';
import { endOfPage } from '../page-deadline.ts';
import { type CommitResult, conflictOn, type Write } from '../table/commit.ts';
import { requireSound } from '../table/invariants.ts';
import { hostedPageKey, orderKey } from '../table/keys.ts';
import { HOSTED_PAGE, type HostedPageItem } from './hosted-page.ts';
import { ORDER } from './order.ts';

type HostedPageClaim = {
  paymentReferenceNumber: string;
  /** What the card pays; absent: the amount of the page. */
  chargedMinor?: number;
  attemptNumber: number;
  /** Absent: the card is not known. */
  cardMark?: string | undefined;
  now: Date;
};

/**
 * Claims the page and its order for a payment. A conflict unless the page is open, the order free, and the
 * number of the attempt new; it may be behind attempts that only the bank knows.
 */
export function writeHostedPageClaim(
  page: HostedPageItem,
  { paymentReferenceNumber, chargedMinor = page.amountMinor, attemptNumber, cardMark, now }: HostedPageClaim,
): Write[] {
  requireSound(HOSTED_PAGE, page, page);
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
        ...HOSTED_PAGE.attributes(triedAt(page, cardMark, now)),
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

/**
 * Claims an attempt of the page under its number, counted over all pages of the order. After a newer page was
 * created, no older one can be claimed, so the page knows the number. Only a page that the previous version
 * created beside this one does not: its claim conflicts with the order, which shows the number.
 */
export async function claimAttempt(
  { tokenDigest }: HostedPage,
  attemptNumber: number,
  claim: (attemptNumber: number) => Promise<CommitResult>,
): Promise<CommitResult> {
  const claimed = await claim(attemptNumber);
  const order = claimed.kind === 'conflict' ? conflictOn(claimed, ORDER)?.found : undefined;
  const isFree = order?.openPage === tokenDigest && (order.pendingPayment ?? order.paidBy) === undefined;
  const counted = order?.attemptCount ?? 0;
  return isFree && counted >= attemptNumber ? await claim(counted + 1) : claimed;
}
