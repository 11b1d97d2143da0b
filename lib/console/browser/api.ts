// The calls of the console, each with the type of its answer: the types from which the OpenAPI document is
// made. The transport of the TypeScript client makes them.
import type { showCustomer } from '#contract/customer-answer.ts';
import type { showApiKey } from '#contract/event/api-key.ts';
import type { showDelivery } from '#contract/event/delivery.ts';
import type { showEvent } from '#contract/event/event.ts';
import type { showWebhook } from '#contract/event/webhook-answer.ts';
import type { showStory } from '#contract/order.ts';
import type { showHostedPage, showListedPage, showNewPage } from '#contract/page/hosted-page-answer.ts';
import type { showPayment, showPaymentDay } from '#contract/payment.ts';
import type { chargesAnswer, showPausePreview } from '#contract/plan-preview.ts';
import type { showPeriod, showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import type { showNamedRefund } from '#contract/refund-answer.ts';
import type { showRefundPreview } from '#contract/refund-preview.ts';
import type { showRefundDay } from '#contract/refund-statistics.ts';
import type { Page, Query } from '../../clients/typescript/core.ts';
import type { Ask } from './loading.ts';

export type ShownPayment = ReturnType<typeof showPayment>;
export type ShownRefund = ReturnType<typeof showNamedRefund>;
export type ShownPlan = ReturnType<typeof showRecurringPayment>;
export type ShownPeriod = ReturnType<typeof showPeriod>;
export type DeskPage = ReturnType<typeof showHostedPage>;
export type NewPage = ReturnType<typeof showNewPage>;
export type RefundEffect = ReturnType<typeof showRefundPreview>;
/** Of a pause the charges that it withholds, of other changes those to come. */
export type Effects = Partial<ReturnType<typeof showPausePreview> & ReturnType<typeof chargesAnswer>['data']>;
export type ShownKey = ReturnType<typeof showApiKey>;

/** `searchedUntil`: how far back a search by what no index holds has looked. */
const list =
  <Item>(path: string) =>
  (query: Query): Ask<Page<Item> & { searchedUntil?: string }> => ({ path, query });

export const paymentList = list<ShownPayment>('/api/payment');
export const refundList = list<ShownRefund>('/api/Refund');
export const planList = list<ShownPlan>('/api/RecurringPayment');
export const pageList = list<ReturnType<typeof showListedPage>>('/api/payment/hostedpage');
export const customerList = list<ReturnType<typeof showCustomer>>('/api/customer');
export const webhookList = list<ReturnType<typeof showWebhook>>('/api/webhook');
export type DeskEvent = ReturnType<typeof showEvent>;
export const eventList = list<DeskEvent>('/api/event');
export const keyList = list<ShownKey>('/api/key');

const one =
  <Item>(path: string, below = '') =>
  (id: string): Ask<Item> => ({ path: `${path}/${encodeURIComponent(id)}${below}` });

export const paymentOf = one<ShownPayment>('/api/payment');
export const refundOf = one<ShownRefund>('/api/Refund');
export const customerOf = one<ReturnType<typeof showCustomer>>('/api/customer');
export const planOf = one<ShownPlan>('/api/RecurringPayment');
export const periodsOf = one<Page<ShownPeriod>>('/api/RecurringPayment', '/periods');
export const webhookOf = one<ReturnType<typeof showWebhook>>('/api/webhook');
export const eventOf = one<DeskEvent>('/api/event');
export const deliveriesOf = one<Page<ReturnType<typeof showDelivery>>>('/api/event', '/deliveries');
export const pageOf = one<DeskPage>('/api/payment/hostedpage');
/** The address of a payment link, which no list has: whoever has it may pay. */
export const linkAddress = one<{ hostedPageUrl: string; svg: string }>('/api/payment/hostedpage', '/qr');

/** `timeline`: oldest first, a sentence each. */
export type OrderStory = {
  payments: ShownPayment[];
  refunds: ShownRefund[];
  recurringPayments: ShownPlan[];
  timeline: ReturnType<typeof showStory>;
};
export const orderStory = (orderNumber: string): Ask<OrderStory> => ({
  path: '/api/order',
  query: { orderNumber },
});

/** Day by day, each currency apart. */
const byDay =
  <Day>(path: string) =>
  (startDate: string, endDate: string): Ask<{ byDay: Day[] | null }> => ({
    path,
    query: { groupBy: 'day', startDate, endDate },
  });
export const salesByDay = byDay<ReturnType<typeof showPaymentDay>>('/api/payment/statistics');
export const refundsByDay = byDay<ReturnType<typeof showRefundDay>>('/api/Refund/statistics');
