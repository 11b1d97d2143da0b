// The buyer's account in the demo shop. Everything is read from the payment service by the customer's id; the
// shop stores nothing of its own. An action changes only what belongs to this customer.
import { Temporal } from 'temporal-polyfill';
import type { showCard } from '#contract/card-answer.ts';
import type { showPayment } from '#contract/payment.ts';
import type { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import type { Language } from '#domain/language.ts';
import { openSandbox } from '../../clients/typescript/sandbox.ts';
import { CLOCK_MOVES } from './levers.ts';
import { findProduct } from './products.ts';
import { type ApiCall, callText } from './shop-api.ts';
import type { WaitingOrder } from './verified-result.ts';

export type ShopPayment = ReturnType<typeof showPayment>;
export type ShopSubscription = ReturnType<typeof showRecurringPayment>;
type ShopCard = ReturnType<typeof showCard>;
export type Account = {
  payments: readonly ShopPayment[];
  subscriptions: readonly ShopSubscription[];
  cards: readonly ShopCard[];
};

export async function loadAccount(api: ApiCall, customerId: string | undefined): Promise<Account> {
  if (customerId === undefined) return { payments: [], subscriptions: [], cards: [] };
  const list = async <Item>(path: `/api/${string}`): Promise<readonly Item[]> =>
    (await api<{ items: Item[] }>(`GET ${path}?customerId=${customerId}&limit=20`)).data?.items ?? [];
  const [payments, subscriptions, cards] = await Promise.all([
    list<ShopPayment>('/api/payment'),
    list<ShopSubscription>('/api/RecurringPayment'),
    list<ShopCard>('/api/card/query'),
  ]);
  return { payments, subscriptions, cards };
}

/** `started`: also if an earlier visit started it. `noCard`: the buyer did not save the card. */
export type SubscriptionResult = 'started' | 'noCard' | 'failed';

/** Continues a paid first month: charges each month, from the day on which the buyer has agreed. */
export async function subscribe(
  api: ApiCall,
  {
    orderNumber,
    productId,
    startDate,
    calls,
  }: Pick<WaitingOrder, 'orderNumber' | 'productId' | 'startDate' | 'calls'>,
  paymentReferenceNumber: string,
  language: Language,
): Promise<SubscriptionResult> {
  const { data: payment } = await api<ShopPayment>(`GET /api/payment/${paymentReferenceNumber}`);
  if (payment === undefined || payment.customerId === null) return 'failed';
  const { customerId, cardStorageId, amount, currency } = payment;
  if (cardStorageId === null) return 'noCard';
  const body = {
    customerId,
    cardStorageId,
    amount,
    currency,
    frequency: 'monthly',
    subscriptionName: findProduct(productId)?.name[language] ?? productId,
    merchantReference: orderNumber,
    startDate,
  };
  calls.add(callText('/api/RecurringPayment', body));
  // A buyer who opens the return address again does not start a second subscription: at once the key answers the
  // first one's answer, later the list has it.
  const own = `merchantReference=${encodeURIComponent(orderNumber)}&customerId=${customerId}`;
  const { data: begun } = await api<{ items: unknown[] }>(`GET /api/RecurringPayment?${own}`);
  if (begun === undefined) return 'failed';
  if (begun.items.length > 0) return 'started';
  const { errorCode } = await api('POST /api/RecurringPayment', body, `subscription-${orderNumber}`);
  return errorCode === null ? 'started' : 'failed';
}

export const aMonthAfter = (instantMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(instantMs)
    .toZonedDateTimeISO('Europe/Istanbul')
    .add({ months: 1 })
    .toInstant()
    .toString({ smallestUnit: 'second' });

/** The result of an action: the service's message, if it was called, or the page to which the buyer goes. */
type ActionResult = { message?: string; goTo?: string };
type ActionContext = { api: ApiCall; baseUrl: string; id: string; customerId: string; language: Language };
type OwnedObject = { customerId: string | null };

/** An action on an object of the API, which does nothing unless the object belongs to this customer. */
const onOwn =
  <Item extends OwnedObject>(
    noun: 'payment' | 'RecurringPayment' | 'card',
    act: (acting: ActionContext, path: `/api/${string}`, item: Item) => Promise<ActionResult>,
  ) =>
  async (acting: ActionContext): Promise<ActionResult> => {
    const path = `/api/${noun}/${encodeURIComponent(acting.id)}` as const;
    const { data } = await acting.api<Item>(`GET ${path}`);
    return data?.customerId === acting.customerId ? await act(acting, path, data) : {};
  };

/** Schedules fire on the way: the bank is asked, and subscriptions are charged. */
const moveClock =
  (by: string) =>
  async ({ baseUrl }: ActionContext): Promise<ActionResult> => {
    await openSandbox(baseUrl).clock(by);
    return {};
  };

/** The buyer's actions. */
export const ACTIONS: Record<string, (acting: ActionContext) => Promise<ActionResult>> = {
  refund: onOwn('payment', refund),
  cancel: onOwn('RecurringPayment', ({ api }, path) => api(`POST ${path}/cancel`, {})),
  forget: onOwn('card', ({ api }, path) => api(`DELETE ${path}`)),
  addCard: (acting) => openCardPage(acting, `/api/customer/${acting.customerId}/addcardlink`),
  changeCard: onOwn('RecurringPayment', (acting, path) => openCardPage(acting, `${path}/updatelink`)),
  month: moveClock(CLOCK_MOVES.month),
  minutes: moveClock(CLOCK_MOVES.minutes),
};

/** Creates a page of the service on which the buyer enters a card. It leads back to the account. */
async function openCardPage(acting: ActionContext, path: `/api/${string}`): Promise<ActionResult> {
  const { api, baseUrl, language } = acting;
  const back = `${baseUrl}/shop/account?language=${language}`;
  const body = { successUrl: back, failUrl: back, language };
  const { data, message } = await api<{ hostedPageUrl: string }>(`POST ${path}`, body);
  return data === undefined ? { message } : { goTo: data.hostedPageUrl };
}

/** Refunds the rest of a payment, requested and approved at once: this shop trusts its buyers. */
async function refund(
  { api, language }: ActionContext,
  _: string,
  payment: ShopPayment,
): Promise<ActionResult> {
  const { refundableAmount: amount, paymentReferenceNumber: transactionId } = payment;
  const reason = language === 'tr' ? 'Alıcı iade etti' : 'Returned by the buyer';
  const body = { transactionId, amount, reason };
  const key = `refund-${transactionId}-${amount}`;
  const requested = await api<{ refundId: string }>('POST /api/Refund', body, key);
  if (requested.data === undefined) return requested;
  return await api(`POST /api/Refund/${requested.data.refundId}/approve`, {});
}
