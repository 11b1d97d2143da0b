// How the code reads a row of each kind, by the row's key.
import { loadBreaker } from '#store/bank.ts';
import { loadCard, loadSealedCard } from '#store/card/card.ts';
import { CARD_NUMBERS } from '#store/card/card-numbers.ts';
import { CARD_PAGE } from '#store/card/card-page.ts';
import { CARD_TRIES } from '#store/card/card-tries.ts';
import { loadLatestCard } from '#store/card/latest-card.ts';
import { loadCustomer } from '#store/customer.ts';
import { loadEvent } from '#store/event/event.ts';
import { loadFeedHead } from '#store/event/feed.ts';
import { loadIdempotency } from '#store/idempotency.ts';
import { loadLogo } from '#store/logo.ts';
import { loadApiKey, loadMerchant } from '#store/merchant.ts';
import { loadMerchantHold } from '#store/merchant-hold.ts';
import { merchantNames } from '#store/merchant-name.ts';
import { operatorActions } from '#store/operator-action.ts';
import { loadHostedPage } from '#store/payment/hosted-page.ts';
import { loadOrder } from '#store/payment/order.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { loadPendingCard, loadPendingCardOfPage } from '#store/payment/pending-card.ts';
import { loadDifference, loadProgress } from '#store/reconciliation.ts';
import { loadAttempt } from '#store/recurring-payment/attempt.ts';
import { loadEndedPeriod } from '#store/recurring-payment/closed-periods.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { loadRefund } from '#store/refund/refund.ts';
import { loadRefundCounts } from '#store/refund/refund-statistics.ts';
import type { RowName } from '#store/table/keys.ts';
import { loadRow } from '#store/table/row.ts';
import type { Item } from '#store/table/table.ts';
import { readDelivery } from '#store/webhook/delivery.ts';
import { loadTries } from '#store/webhook/delivery-try.ts';
import { readReplay } from '#store/webhook/replay.ts';
import { TURN } from '#store/webhook/turn.ts';
import { loadWebhook } from '#store/webhook/webhook.ts';

type Read = { item: Item; merchantId: string; id: string; sort: string };
type Named = { merchantId?: string; expiresAt?: string; startedAt?: string; createdAt?: string };

const isOf = (merchantId: string) => (one: { merchantId?: string }) => one.merchantId === merchantId;

/** Only the key of these rows is compared: a decline is just counted, and no code reads closed periods. */
const keyOnly = async ({ item: { pk, sk } }: Read) => ({ pk, sk });

const READERS: Record<RowName, (read: Read) => Promise<unknown>> = {
  merchant: ({ merchantId }) => loadMerchant(merchantId),
  'merchant-name': async ({ sort }) => (await Array.fromAsync(merchantNames())).find(isOf(sort)),
  logo: ({ merchantId: logoId }) => loadLogo(logoId),
  'api-key': ({ merchantId: digest }) => loadApiKey(digest),
  'hosted-page': ({ merchantId: digest }) => loadHostedPage(digest),
  'card-page': ({ item: { pk, sk } }) => loadRow(CARD_PAGE, { pk, sk }),
  order: ({ merchantId, id }) => loadOrder(merchantId, id),
  payment: ({ merchantId, id }) => loadPayment(merchantId, id),
  'pending-card': async ({ merchantId, id, item }) => {
    if (item.pk.startsWith('PAGE#')) return await loadPendingCardOfPage(item.pk.slice('PAGE#'.length));
    const customerId = String((item['card'] as { customerId?: string } | undefined)?.customerId);
    const payment = { merchantId, paymentReferenceNumber: id, customerId };
    return (await loadPendingCard(payment, before((item as Named).expiresAt))).pending;
  },
  decline: keyOnly,
  customer: ({ merchantId, id }) => loadCustomer(merchantId, id),
  'latest-card': ({ merchantId, id: customerId, sort }) =>
    loadLatestCard({ merchantId, customerId, fingerprint: sort.slice('CARD#'.length) }),
  card: ({ merchantId, id, item }) => loadCard(merchantId, id, before((item as Named).createdAt)),
  'sealed-card': ({ merchantId, id }) => loadSealedCard(merchantId, id),
  'card-numbers': ({ item: { pk, sk } }) => loadRow(CARD_NUMBERS, { pk, sk }),
  'card-tries': ({ item: { pk, sk } }) => loadRow(CARD_TRIES, { pk, sk }),
  'recurring-payment': ({ merchantId, id }) => loadRecurringPayment(merchantId, id),
  attempt: ({ merchantId, id, sort }) => {
    const [, periodNumber, attemptNumber] = sort.split('#').map(Number);
    return loadAttempt(merchantId, id, {
      periodNumber: periodNumber ?? 0,
      attemptNumber: attemptNumber ?? 0,
    });
  },
  'closed-periods': keyOnly,
  'ended-period': ({ merchantId, id, sort }) => loadEndedPeriod(merchantId, id, Number(sort.slice(6))),
  'merchant-hold': ({ merchantId, sort }) => loadMerchantHold(merchantId, sort as 'TRY'),
  refund: ({ merchantId, id }) => loadRefund(merchantId, id),
  'refund-counts': ({ merchantId, sort }) => {
    const day = sort.slice(0, 10);
    return loadRefundCounts({ merchantId, listShards: 1 }, day, day);
  },
  idempotency: ({ merchantId, id: digest, item }) => {
    const claim = { merchantId, digest, fingerprint: '' };
    return loadIdempotency(claim, before((item as Named).startedAt));
  },
  'operator-action': async ({ merchantId: month, sort }) =>
    (await Array.fromAsync(operatorActions(month))).find(({ at }) => sort.startsWith(at)),
  bank: ({ merchantId: host }) => loadBreaker(host),
  reconciliation: async ({ merchantId }) => (await loadProgress([merchantId]))[0],
  difference: ({ merchantId, sort }) => loadDifference(merchantId, sort),
  event: ({ merchantId, id }) => loadEvent(merchantId, id),
  webhook: ({ merchantId, sort }) => loadWebhook(merchantId, sort),
  'webhook-count': keyOnly,
  'webhook-turn': async ({ item: { pk, sk } }) => await loadRow(TURN, { pk, sk }),
  replay: async ({ item }) => readReplay(item),
  delivery: async ({ item }) => readDelivery(item),
  'delivery-try': async ({ merchantId, id, sort }) =>
    (await loadTries(merchantId, id)).find(({ at }) => sort.includes(at)),
  feed: ({ merchantId, id: shard }) => loadFeedHead(merchantId, Number(shard)),
};

/** One millisecond before the instant, so that nothing that begins with it has ended. */
const before = (instant = '') => new Date(Date.parse(instant) - 1);

/** Returns the value that the code reads from this row of the table. */
export function readRow(kind: RowName, item: Item): Promise<unknown> {
  const [, merchantId = '', , id = ''] = item.pk.split('#');
  return READERS[kind]({ item, merchantId, id, sort: item.sk });
}
