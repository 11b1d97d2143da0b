// The outcome of a page's payment, which frees its order or pays it.
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { pageEnd } from '../page-deadline.ts';
import type { Write } from '../table/commit.ts';
import { orReview } from '../table/invariants.ts';
import { hostedPageKey } from '../table/keys.ts';
import { HOSTED_PAGE } from './hosted-page.ts';
import { writeOrderOutcome } from './order-writes.ts';

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
      set: { ...HOSTED_PAGE.attributes(outcome), ...pageEnd(page, now) },
      condition: {
        expression: '#state = :processing AND #paymentReferenceNumber = :payment',
        values: { ':processing': 'Processing', ':payment': paymentReferenceNumber },
      },
    }),
    writeOrderOutcome(page, paymentReferenceNumber, { isPaid: outcome.state === 'Paid' }),
  ];
}
