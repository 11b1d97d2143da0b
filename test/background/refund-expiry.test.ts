// A refund that nobody decides ends after the merchant's setting, with its event, and gives its amount back.
import { expect, it } from 'vitest';
import { type RefundExpiry, refundEndsAt } from '#domain/refund/refund-expiry.ts';
import { changeMerchant, settingsOf } from '../../lib/operator/onboarding.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { DAY, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ reconciles: true, events: true });
const { service, now, moveBy } = harness;

async function begin(refundExpiryDays?: number) {
  const merchant = await service.addMerchant(refundExpiryDays === undefined ? {} : { refundExpiryDays });
  const { merchantId, apiKey: key } = merchant;
  const call: typeof harness.api = (method, path, more = {}) => harness.api(method, path, { key, ...more });
  const { hostedPageUrl, orderNumber } = await harness.createPage({}, { key });
  await harness.buyer.submit(await harness.buyer.open(hostedPageUrl));
  type Payments = { items: { paymentReferenceNumber: string; refundableAmount: number }[] };
  const payment = async () =>
    (await call<Payments>('GET', `/api/payment?orderNumber=${orderNumber}`)).json.data.items[0];
  const request = async (amount: number) => {
    const { paymentReferenceNumber: transactionId } = (await payment()) ?? {};
    const body = { transactionId, amount, reason: 'x' };
    return (await call<{ refundId: string }>('POST', '/api/Refund', { body })).json.data.refundId;
  };
  const show = async (id: string) => (await call('GET', `/api/Refund/${id}`)).json.data;
  return { merchantId, call, payment, request, show };
}

it('a refund that nobody decides for 30 days ends, once, and its amount can be refunded again', async () => {
  const { call, payment, request, show } = await begin();
  const id = await request(100);
  expect(await payment()).toMatchObject({ refundableAmount: 49.9 });
  await moveBy(29 * DAY);
  expect(await show(id)).toMatchObject({ status: 'Pending' });
  await moveBy(2 * DAY);
  expect(await show(id)).toMatchObject({ status: 'Expired', decidedBy: null, completedAt: null });
  expect(await payment()).toMatchObject({ refundableAmount: 149.9, reservedAmount: 0 });
  for (const decision of ['approve', 'reject']) {
    const refused = await call('POST', `/api/Refund/${id}/${decision}`);
    expectRejection(refused, {
      code: 'REFUND_INVALID_STATE',
      facts: ['refundId', 'status', 'allowedStatuses'],
    });
  }
  type Events = { items: { type: string }[] };
  const { items } = (await call<Events>('GET', `/api/event?objectId=${id}`)).json.data;
  expect(items.map(({ type }) => type)).toEqual(['refund.expired', 'refund.requested']);
  const day = now().toISOString().slice(0, 10);
  const from = new Date(now().getTime() - 60 * DAY).toISOString().slice(0, 10);
  const counted = await call('GET', `/api/Refund/statistics?startDate=${from}&endDate=${day}`);
  expect(counted.json.data).toMatchObject({
    byCurrency: [
      { pendingAmount: 0, byStatus: { Expired: { count: 1, amount: 100 }, Pending: { count: 0 } } },
    ],
  });
  const rest = await call('POST', `/api/Refund/${await request(149.9)}/approve`);
  expect(rest.json.data).toMatchObject({ status: 'Completed' });
});

it('all refunds that nobody decides end, not only those of the first page of a list', async () => {
  const { payment, request } = await begin();
  for (let at = 0; at < 101; at += 1) await request(1);
  expect(await payment()).toMatchObject({ refundableAmount: 48.9 });
  await moveBy(31 * DAY);
  expect(await payment()).toMatchObject({ refundableAmount: 149.9, reservedAmount: 0 });
});

it('no refund ends without the setting, nor within 30 days after it is set or changed', async () => {
  const { merchantId, call, request, show } = await begin(0);
  const old = await request(50);
  await moveBy(60 * DAY);
  expect(await show(old)).toMatchObject({ status: 'Pending' });
  expect(await changeMerchant(merchantId, { refundExpiryDays: 7 }, now())).toMatchObject({
    refundExpiryDays: 7,
  });
  const young = await request(50);
  await moveBy(9 * DAY);
  expect([await show(old), await show(young)]).toMatchObject([{ status: 'Pending' }, { status: 'Expired' }]);
  await moveBy(20 * DAY);
  expect((await call('GET', '/api/Refund?status=Pending')).json.data).toMatchObject({
    items: [{ refundId: old }],
  });
  await moveBy(3 * DAY);
  expect(await show(old)).toMatchObject({ status: 'Expired' });
});

it('a setting that is given again moves no end, and neither does a change of another', async () => {
  const { merchantId, request, show } = await begin();
  const id = await request(10);
  await moveBy(28 * DAY);
  await changeMerchant(merchantId, { refundExpiryDays: 30, name: 'Kitapçı' }, now());
  expect(await settingsOf(merchantId)).toMatchObject({ refundExpiryDays: 30 });
  await moveBy(4 * DAY);
  expect(await show(id)).toMatchObject({ status: 'Expired' });
});

it('the end follows from the request, the days and the last change of the setting', () => {
  const at = (day: number) => new Date(day * DAY).toISOString();
  const ends = (requested: number, setting: RefundExpiry) => {
    const endsMs = refundEndsAt({ createdAt: at(requested) }, setting);
    return endsMs === undefined ? undefined : endsMs / DAY;
  };
  expect(ends(10, { refundExpiryDays: 0 })).toBeUndefined();
  expect(ends(10, { refundExpiryDays: 30 })).toBe(40);
  expect(ends(100, { refundExpiryDays: 7, refundExpirySince: at(100) })).toBe(107);
  expect(ends(99, { refundExpiryDays: 7, refundExpirySince: at(100) })).toBe(130);
  expect(ends(99, { refundExpiryDays: 60, refundExpirySince: at(100) })).toBe(159);
});
