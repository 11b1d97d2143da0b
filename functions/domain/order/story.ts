// What happened to an order, oldest first: its pages, attempts and refunds, and the events about them that were
// sent (payments.md 11). Pure: the sentences are made of it elsewhere.
import type { OutcomeWait } from '../bank/waiting.ts';
import type { HostedPage } from '../payment/hosted-page.ts';
import type { HostedPageState } from '../payment/page-state.ts';
import { type Payment, paymentWaiting, wasUnknown } from '../payment/payment.ts';
import type { Refund } from '../refund/refund.ts';
import { refundWaiting } from '../refund/refund.ts';
import type { AdjustmentKind } from '../refund/refund-words.ts';
import type { Delivery, DeliveryTry } from '../webhook/delivery.ts';

type StoryPage = { id: string; page: HostedPage; state: HostedPageState };
/** Why the last try of a delivery failed, and the webhook's host: its id alone tells a reader nothing. */
export type StoryDelivery = Delivery & { host?: string; lastTry?: DeliveryTry };
export type StoryEvent = {
  id: string;
  type: string;
  objectId: string;
  createdAt: string;
  deliveries: StoryDelivery[];
};

type PaymentEntry =
  | ('PaymentBegun' | 'PaymentSucceeded' | 'PaymentFailed')
  | ('PaymentAuthorized' | 'PaymentReleased');

/** One thing that happened; `at`: ISO. */
export type StoryEntry = { at: string } & (
  | { what: 'PageCreated'; page: StoryPage }
  | { what: 'PageOver'; page: StoryPage; byCharge: boolean }
  | { what: PaymentEntry; payment: Payment }
  | { what: 'PaymentUnknown'; payment: Payment; wait: OutcomeWait | undefined }
  | { what: 'RefundRequested' | 'RefundWaiting' | 'RefundDecided' | 'RefundEnded'; refund: Refund }
  | { what: 'AdjustmentRecorded'; refund: Refund; kind: AdjustmentKind }
  | { what: 'RefundUnknown'; refund: Refund; wait: OutcomeWait | undefined }
  | {
      what: 'EventDelivered' | 'EventWaiting' | 'EventUndelivered';
      event: StoryEvent;
      delivery: StoryDelivery;
    }
);

/** A row of an earlier version may lack the time of its end. */
function ofPage(page: StoryPage, payments: readonly Payment[]): StoryEntry[] {
  const { createdAt, expiresAt, supersededAt, closedAt } = page.page;
  const overAt = { Superseded: supersededAt, Closed: closedAt, Expired: expiresAt };
  const at = overAt[page.state as keyof typeof overAt];
  const byCharge = payments.some((one) => one.source === 'Charge' && one.createdAt === supersededAt);
  return [
    { at: createdAt, what: 'PageCreated', page },
    ...(at === undefined ? [] : [{ at, what: 'PageOver', page, byCharge } as const]),
  ];
}

/** That an outcome was unknown stays told. `step` is `Challenge` if the bank got no sale. */
function ofPayment(payment: Payment): StoryEntry[] {
  const { createdAt, saleStartedAt = createdAt, paidAt, failedAt, step, status, authorization } = payment;
  const wait = paymentWaiting(payment);
  const knownAt = failedAt ?? authorization?.at ?? paidAt;
  const releasedAt = status === 'Released' ? authorization?.ended?.at : undefined;
  const isLate = step !== 'Challenge' && knownAt !== undefined && wasUnknown(saleStartedAt, knownAt);
  return [
    { at: createdAt, what: 'PaymentBegun', payment },
    ...(wait || isLate
      ? [{ at: authorization?.sent?.at ?? saleStartedAt, what: 'PaymentUnknown', payment, wait } as const]
      : []),
    ...(authorization ? [{ at: authorization.at, what: 'PaymentAuthorized', payment } as const] : []),
    ...(failedAt === undefined ? [] : [{ at: failedAt, what: 'PaymentFailed', payment } as const]),
    ...(paidAt === undefined ? [] : [{ at: paidAt, what: 'PaymentSucceeded', payment } as const]),
    ...(releasedAt === undefined ? [] : [{ at: releasedAt, what: 'PaymentReleased', payment } as const]),
  ];
}

/** What waits for a person stands at the end, as of `now`. */
function ofRefund(refund: Refund, now: Date): StoryEntry[] {
  const { createdAt, decidedAt, completedAt, failedAt, status, sent, adjustment } = refund;
  // Nobody has asked for it here, and nothing was sent.
  if (adjustment) return [{ at: createdAt, what: 'AdjustmentRecorded', refund, kind: adjustment }];
  const asked: StoryEntry = { at: createdAt, what: 'RefundRequested', refund };
  if (status === 'Pending') return [asked, { at: now.toISOString(), what: 'RefundWaiting', refund }];
  const wait = refundWaiting(refund);
  const endedAt = completedAt ?? failedAt ?? decidedAt;
  const since =
    wait?.since ?? (sent && endedAt !== undefined && wasUnknown(sent.at, endedAt) ? sent.at : undefined);
  return [
    asked,
    ...(decidedAt !== undefined && status !== 'Rejected' && status !== 'Expired'
      ? [{ at: decidedAt, what: 'RefundDecided', refund } as const]
      : []),
    ...(since === undefined ? [] : [{ at: since, what: 'RefundUnknown', refund, wait } as const]),
    ...(!wait && endedAt !== undefined ? [{ at: endedAt, what: 'RefundEnded', refund } as const] : []),
  ];
}

const ofEvent = (event: StoryEvent): StoryEntry[] =>
  event.deliveries.map((delivery) => {
    const { state, deliveredAt, lastTryAt, createdAt } = delivery;
    if (state === 'Delivered')
      return { at: deliveredAt ?? createdAt, what: 'EventDelivered', event, delivery };
    const what = state === 'Undelivered' ? 'EventUndelivered' : 'EventWaiting';
    return { at: lastTryAt ?? createdAt, what, event, delivery };
  });

/** Entries of the same instant stay in this order: pages, payments, refunds, events. */
const inOrder = (entries: StoryEntry[]): StoryEntry[] =>
  entries.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));

type StoryObjects = { pages: readonly StoryPage[]; payments: readonly Payment[]; refunds: readonly Refund[] };

export const storyOf = ({ pages, payments, refunds }: StoryObjects, now: Date): StoryEntry[] =>
  inOrder([
    ...pages.flatMap((page) => ofPage(page, payments)),
    ...payments.flatMap(ofPayment),
    ...refunds.flatMap((refund) => ofRefund(refund, now)),
  ]);

/** The same with what was sent about it. */
export const withEvents = (entries: readonly StoryEntry[], events: readonly StoryEvent[]): StoryEntry[] =>
  inOrder([...entries, ...events.flatMap(ofEvent)]);

/** The id by which events name the object of an entry. */
export function objectIdOf(entry: StoryEntry): string {
  if ('page' in entry) return entry.page.id;
  if ('payment' in entry) return entry.payment.paymentReferenceNumber;
  return 'refund' in entry ? entry.refund.refundId : entry.event.objectId;
}
