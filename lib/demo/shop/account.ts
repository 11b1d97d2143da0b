// The buyer's account in the demo shop. Everything is read from the payment service by the customer's id; the
// shop stores nothing of its own. An action changes only what belongs to this customer.
import { Temporal } from 'temporal-polyfill';
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { findProduct } from './products.ts';
import { callApi, type Shop } from './shop-api.ts';
import type { WaitingOrder } from './verified-result.ts';

export type ShopPayment = {
  paymentReferenceNumber: string;
  orderNumber: string;
  amount: number;
  currency: Currency;
  installment: number;
  status: string;
  refundableAmount: number;
  maskedCardNumber: string | null;
  cardStorageId: string | null;
  customerId: string | null;
  createdAt: string;
};
export type ShopSubscription = {
  id: string;
  customerId: string;
  subscriptionName: string;
  amount: number;
  currency: Currency;
  status: string;
  nextPaymentDate: string | null;
  maskedCardNumber: string;
};
type ShopCard = {
  id: string;
  customerId: string | null;
  maskedCardNumber: string;
  cardAssociation: CardAssociation;
};
export type Account = {
  payments: readonly ShopPayment[];
  subscriptions: readonly ShopSubscription[];
  cards: readonly ShopCard[];
};

const NOTHING: Account = { payments: [], subscriptions: [], cards: [] };

export async function loadAccount(
  shop: Shop,
  customerId: string | undefined,
  language: Language,
): Promise<Account> {
  if (customerId === undefined) return NOTHING;
  const list = async <Item>(path: string): Promise<readonly Item[]> => {
    const { data } = await callApi<{ items: Item[] }>(
      ...([shop, 'GET', `${path}?customerId=${customerId}&limit=20`, { language }] as const),
    );
    return data?.items ?? [];
  };
  const [payments, subscriptions, cards] = await Promise.all([
    list<ShopPayment>('/api/payment'),
    list<ShopSubscription>('/api/RecurringPayment'),
    list<ShopCard>('/api/card/query'),
  ]);
  return { payments, subscriptions, cards };
}

/** `started`: also if an earlier visit started it. `noCard`: the buyer did not save the card. */
export type Subscribed = 'started' | 'noCard' | 'failed';

/** Continues a paid first month: charges each month, starting a month after the payment. */
export async function subscribe(
  shop: Shop,
  order: WaitingOrder,
  paymentReferenceNumber: string,
  language: Language,
): Promise<Subscribed> {
  const { data: payment } = await callApi<ShopPayment>(
    shop,
    'GET',
    `/api/payment/${paymentReferenceNumber}`,
    {
      language,
    },
  );
  if (payment === undefined || payment.customerId === null) return 'failed';
  if (payment.cardStorageId === null) return 'noCard';
  const { customerId, cardStorageId, amount, currency, createdAt } = payment;
  const { errorCode } = await callApi(shop, 'POST', '/api/RecurringPayment', {
    language,
    // A buyer who opens the return address again does not start a second subscription.
    idempotencyKey: `subscription-${order.orderNumber}`,
    body: {
      customerId,
      cardStorageId,
      amount,
      currency,
      frequency: 'monthly',
      subscriptionName: findProduct(order.productId)?.name[language] ?? order.productId,
      merchantReference: order.orderNumber,
      startDate: aMonthAfter(createdAt),
    },
  });
  return errorCode === null ? 'started' : 'failed';
}

const aMonthAfter = (instant: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO('Europe/Istanbul')
    .add({ months: 1 })
    .toInstant()
    .toString({ smallestUnit: 'second' });

/** The result of an action: the service's message, if it was called, or the page to which the buyer goes. */
type Done = { message?: string } | { goTo: string };
type Acting = { shop: Shop; id: string; customerId: string; language: Language };

/** The object, if it belongs to this customer. */
async function ownOf<Item extends { customerId: string | null }>(acting: Acting, path: string) {
  const { shop, customerId, language } = acting;
  const { data } = await callApi<Item>(shop, 'GET', path, { language });
  return data?.customerId === customerId ? data : undefined;
}

const subscriptionPath = ({ id }: Acting) => `/api/RecurringPayment/${encodeURIComponent(id)}`;

/** The buyer's actions. */
export const ACTIONS: Record<string, (acting: Acting) => Promise<Done>> = {
  refund,
  async cancel(acting) {
    const { shop, language } = acting;
    const path = subscriptionPath(acting);
    if ((await ownOf(acting, path)) === undefined) return {};
    return await callApi(shop, 'POST', `${path}/cancel`, { language, body: {} });
  },
  async forget(acting) {
    const { shop, language } = acting;
    const path = `/api/card/${encodeURIComponent(acting.id)}`;
    return (await ownOf(acting, path)) === undefined ? {} : await callApi(shop, 'DELETE', path, { language });
  },
  addCard: async (acting) => await openCardPage(acting, `/api/customer/${acting.customerId}/addcardlink`),
  async changeCard(acting) {
    const path = subscriptionPath(acting);
    return (await ownOf(acting, path)) === undefined ? {} : await openCardPage(acting, `${path}/updatelink`);
  },
  /** Moves the local clock. Schedules fire on the way, so subscriptions are charged. */
  async month({ shop: { baseUrl } }) {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${baseUrl}/local/clock`, { method: 'POST', headers, body: JSON.stringify({ by: 'P1M' }) });
    return {};
  },
};

/** Creates a page of the service on which the buyer enters a card. It leads back to the account. */
async function openCardPage({ shop, language }: Acting, path: string): Promise<Done> {
  const back = `${shop.baseUrl}/shop/account?language=${language}`;
  const body = { successUrl: back, failUrl: back, language };
  const { data, message } = await callApi<{ hostedPageUrl: string }>(shop, 'POST', path, { language, body });
  return data === undefined ? { message } : { goTo: data.hostedPageUrl };
}

/** Refunds the rest of a payment, requested and approved at once: this shop trusts its buyers. */
async function refund(acting: Acting): Promise<Done> {
  const { shop, id, language } = acting;
  const payment = await ownOf<ShopPayment>(acting, `/api/payment/${encodeURIComponent(id)}`);
  if (payment === undefined) return {};
  const { refundableAmount: amount, paymentReferenceNumber: transactionId } = payment;
  const reason = language === 'tr' ? 'Alıcı iade etti' : 'Returned by the buyer';
  const requested = await callApi<{ refundId: string }>(shop, 'POST', '/api/Refund', {
    language,
    idempotencyKey: `refund-${transactionId}-${amount}`,
    body: { transactionId, amount, reason },
  });
  if (requested.data === undefined) return requested;
  return await callApi(shop, 'POST', `/api/Refund/${requested.data.refundId}/approve`, {
    language,
    body: {},
  });
}
