// Derives events from a change of a payment or of its hosted page.
import type { HostedPage } from '../payment/hosted-page.ts';
import type { Payment } from '../payment/payment.ts';
import { type Happening, isSame } from './happening.ts';

/** A difference between the books is told when it is found, when it changes, and when it is over. */
export function eventsOfPayment(before: Payment | undefined, after: Payment): Happening[] {
  const isTold = before !== undefined && !isSame(before, after, ['difference']);
  return [...ofStatus(before, after), ...(isTold ? [{ type: 'payment.difference' as const }] : [])];
}

function ofStatus(before: Payment | undefined, after: Payment): Happening[] {
  const { status, paidAt, refundedMinor, authorization } = after;
  const isNew = before?.status !== status;
  switch (status) {
    case 'Processing':
      return [];
    case 'Authorized':
      return isNew ? [{ type: 'payment.authorized', at: authorization?.at }] : ofHold(before, after);
    case 'Successful':
      return isNew ? [{ type: 'payment.succeeded', at: paidAt }] : [];
    case 'Failed':
      return isNew ? [{ type: 'payment.failed' }] : [];
    case 'PartiallyRefunded':
      return isNew || before.refundedMinor !== refundedMinor ? [{ type: 'payment.partially_refunded' }] : [];
    case 'FullyRefunded':
      return isNew ? [{ type: 'payment.refunded' }] : [];
    case 'Cancelled':
      return isNew ? [{ type: 'payment.cancelled' }] : [];
    case 'Released':
      return isNew ? [{ type: 'payment.released', at: authorization?.ended?.at }] : [];
  }
}

/** A capture whose outcome was known at once is told by its answer. */
function ofHold({ authorization: was }: Payment, { authorization: is, inquiries }: Payment): Happening[] {
  if (is?.isEndTold && !was?.isEndTold) return [{ type: 'payment.authorization_expiring' }];
  const isFailed = was?.sent?.kind === 'Capture' && is?.sent === undefined && inquiries > 0;
  return isFailed ? [{ type: 'payment.capture_failed' }] : [];
}

/** Only a paid or failed page has an event: the merchant itself closes a page and sets its expiry. */
export function eventsOfHostedPage(before: HostedPage | undefined, { state }: HostedPage): Happening[] {
  if (before?.state === state) return [];
  if (state === 'Paid') return [{ type: 'hosted_page.paid' }];
  return state === 'Failed' ? [{ type: 'hosted_page.failed' }] : [];
}
