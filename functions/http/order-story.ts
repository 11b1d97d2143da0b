// The story of an order (payments.md 11), for a merchant's key and for an operator: read by order number, told in
// sentences.
import { showStory, showStoryEvent } from '#contract/order.ts';
import { showNamedPage } from '#contract/page/hosted-page-answer.ts';
import { showPayment } from '#contract/payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { showNamedRefund } from '#contract/refund-answer.ts';
import { defined } from '#domain/defined.ts';
import { isKept } from '#domain/event/event.ts';
import type { Language } from '#domain/language.ts';
import { objectIdOf, type StoryDelivery, type StoryEvent, storyOf, withEvents } from '#domain/order/story.ts';
import { stateOf } from '#domain/payment/hosted-page.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { undelivered, waits } from '#domain/webhook/delivery.ts';
import { readEvent } from '#store/event/event.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { loadHolderNames } from '#store/merchant/person.ts';
import { keptPage } from '#store/page-deadline.ts';
import { HOSTED_PAGE } from '#store/payment/hosted-page.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import {
  EVENT_SORTS,
  eventsOfObject,
  pagesOfOrder,
  paymentsOfOrder,
  refundsOfOrder,
} from '#store/table/keys.ts';
import { type ListRequest, listPage } from '#store/table/list.ts';
import { loadDeliveriesOf } from '#store/webhook/delivery.ts';
import { loadTries } from '#store/webhook/delivery-try.ts';
import { loadWebhooks } from '#store/webhook/webhook.ts';
import { type Caller, isOwn, mayUse, type OwnKeys } from './caller.ts';
import { isReadable, partialReader } from './event-rights.ts';
import { notesOf } from './payment-note.ts';

/** The newest objects of each kind that are told, and the newest events of each of them. */
const MOST = 200;
const MOST_EVENTS = 20;

/** Whose order it is, what may be told, and in which words. */
type StoryReader = {
  caller: Pick<Caller, 'merchantId' | 'timeZone' | 'scopes'>;
  ownKeys: OwnKeys;
  language: Language;
  now: Date;
};
/** The entries of objects from number `first` on, at most `most`. */
type StoryPart = { first: number; most: number };

/** `isWhole`: no entry follows. */
export async function tellOrder(
  { caller, ownKeys, language, now }: StoryReader,
  orderNumber: string,
  { first, most }: StoryPart,
) {
  const { merchantId, timeZone } = caller;
  const mayReadRefunds = mayUse(caller, 'refunds:read');
  const [pageItems, paymentItems, refunds, names] = await Promise.all([
    newest({
      index: 'lookup',
      partition: pagesOfOrder(merchantId, orderNumber),
      read: (item) => HOSTED_PAGE.find(keptPage(item, now)),
    }),
    newest({ index: 'lookup', partition: paymentsOfOrder(merchantId, orderNumber), read: PAYMENT.read }),
    mayReadRefunds
      ? newest({
          index: 'second',
          partition: refundsOfOrder(merchantId, orderNumber),
          read: (item) => readRefund(item).refund,
        })
      : [],
    loadHolderNames(merchantId),
  ]);
  const payments = paymentItems.filter((payment) => isOwn(ownKeys, payment));
  const pages = pageItems
    .filter((page) => isOwn(ownKeys, page))
    .map((page) => ({ id: pageMark(page.tokenDigest), page, state: stateOf(page, now) }));
  const all = storyOf({ pages, payments, refunds }, now);
  const entries = all.slice(first, first + most);
  const isAwaited = refunds.some(({ status }) => status === 'Pending');
  const [noteOf, events, recurringPayments, merchant] = await Promise.all([
    notesOf(payments),
    mayUse(caller, 'events:read') ? eventsOf(caller, new Set(entries.map(objectIdOf)), now) : [],
    mayUse(caller, 'recurring:read')
      ? Promise.all(plansOf(payments).map((id) => loadRecurringPayment(merchantId, id)))
      : [],
    isAwaited ? loadMerchant(merchantId) : undefined,
  ]);
  const refundExpiry = merchant ?? { refundExpiryDays: 0 };
  return {
    story: {
      orderNumber,
      pages: pages.map(({ page }) => showNamedPage(page, names, now)),
      payments: payments.map((payment) => showPayment(payment, now, noteOf(payment))),
      refunds: refunds.map((refund) => showNamedRefund(refund, names, now)),
      recurringPayments: recurringPayments.flatMap((item) => (item ? [showRecurringPayment(item, now)] : [])),
      events: events.map(showStoryEvent),
      timeline: showStory(withEvents(entries, events), { language, timeZone, names, refundExpiry }),
    },
    isWhole: first + most >= all.length,
  };
}

type Newest<Value> = Pick<ListRequest<Value>, 'index' | 'partition' | 'read'>;

async function newest<Value>(wanted: Newest<Value>): Promise<Value[]> {
  const range = { from: '0', to: '9', limit: MOST, after: undefined };
  return (await listPage<Value>({ ...wanted, ...range })).items;
}

const plansOf = (payments: readonly { recurringPaymentId?: string }[]) => [
  ...new Set(payments.flatMap(({ recurringPaymentId: id }) => (id === undefined ? [] : [id]))),
];

/** The events of these objects that the key may read, with their deliveries. */
async function eventsOf(
  caller: StoryReader['caller'],
  objectIds: ReadonlySet<string>,
  now: Date,
): Promise<StoryEvent[]> {
  const { merchantId } = caller;
  const scopes = partialReader(caller);
  const all = await Promise.all(
    [...objectIds].map((objectId) =>
      listPage({
        index: 'lookup',
        partition: eventsOfObject(merchantId, objectId),
        ...EVENT_SORTS,
        limit: MOST_EVENTS,
        after: undefined,
        read: readEvent,
        keeps: (event) =>
          isKept(event, now.getTime()) && (scopes === undefined || isReadable(event.type, scopes)),
      }),
    ),
  );
  const told = await Promise.all(
    all
      .flatMap(({ items }) => items.toReversed())
      .map(async ({ id, type, objectId, createdAt }) => {
        const deliveries = await loadDeliveriesOf(merchantId, id);
        // The first try is in the row of the delivery.
        const isRetried = deliveries.some(({ state, tries }) => state !== 'Delivered' && tries > 1);
        const tries = isRetried ? await loadTries(merchantId, id) : [];
        return { id, type, objectId, createdAt, deliveries, tries };
      }),
  );
  const isSent = told.some(({ deliveries }) => deliveries.length > 0);
  const webhooks = isSent ? await loadWebhooks(merchantId) : [];
  const hosts = new Map(webhooks.map(({ id, url }) => [id, new URL(url).host]));
  return told.map(({ deliveries, tries, ...event }) => ({
    ...event,
    deliveries: deliveries.map((one): StoryDelivery => {
      const { webhookId, lane, firstTry } = one;
      const host = hosts.get(webhookId);
      const lastTry = tries.find((of) => of.webhookId === webhookId && of.lane === lane) ?? firstTry;
      // The deletion of a webhook does not change the rows that wait for it.
      const shown = host === undefined && waits(one) ? undelivered(one) : one;
      return { ...shown, ...defined({ host, lastTry }) };
    }),
  }));
}
