// The story of an order for operators: what GET /api/order tells a key that may read all (payments.md 11.5).
import { orderDigest } from '#domain/payment/hosted-page.ts';
import { tellOrder } from '#http/order-story.ts';
import { findPage } from '#store/page-deadline.ts';
import { HOSTED_PAGE } from '#store/payment/hosted-page.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { requireMerchant } from '../stored.ts';

/** One of the three: an order by its number, a payment by its reference, a page by its id. */
type StoryTarget = { order?: string | undefined; payment?: string | undefined; page?: string | undefined };

/** All entries of the story. Throws if the merchant has no such payment or page. */
export async function showOrder(merchantId: string, target: StoryTarget, now: Date) {
  const { timeZone } = await requireMerchant(merchantId);
  const orderNumber = target.order ?? (await orderNumberOf(merchantId, target, now));
  if (orderNumber === undefined) throw new Error(`The merchant ${merchantId} has none of this id.`);
  const caller = { merchantId, timeZone, scopes: 'read' };
  const reader = { caller, ownKeys: undefined, language: 'en', now } as const;
  const whole = { first: 0, most: Number.POSITIVE_INFINITY };
  const { story } = await tellOrder(reader, orderNumber, whole);
  return { order: orderDigest({ merchantId, orderNumber }), ...story };
}

async function orderNumberOf(merchantId: string, { payment, page: id }: StoryTarget, now: Date) {
  if (payment) return (await loadPayment(merchantId, payment))?.orderNumber;
  const page = id ? HOSTED_PAGE.find(await findPage({ id }, now)) : undefined;
  return page?.merchantId === merchantId ? page.orderNumber : undefined;
}
