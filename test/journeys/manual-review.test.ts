// An outcome that stays unknown for a day and a half goes to manual review. The manual resolution ends it for
// pages, orders, recurring payments and amounts as the bank's answer would have.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { loadRefund } from '#store/refund/refund.ts';
import { listOpenReviews, submitReview } from '../../lib/operator/review.ts';
import { type RecurringData, recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../harness/harness.ts';
import { startWithSilentBank } from '../harness/silent-bank.ts';
import { orderViews } from './order.ts';

const { harness, bank: atBank, waitForReviews } = await startWithSilentBank();
const { service, merchant, buyer, logs, now, createPage, payOrder, moveBy } = harness;
const { merchantId } = merchant;
const { paymentsOf, stateOf } = orderViews(harness);
const charges = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);

const reviewer = { by: 'Elif', at: '2026-11-24T12:00:00.000Z', note: 'seen in the portal' };
const RESOLUTIONS = {
  approved: { kind: 'approved', bankReferenceNumber: '420000000042', ...reviewer },
  declined: { kind: 'declined', ...reviewer },
} as const satisfies Record<string, ManualResolution>;

type Ids = { paymentReferenceNumber: string } | { refundId: string };
/** Resolves a manual review, or repeats the inquiries if no resolution is given. */
const resolve = async (ids: Ids, resolution?: keyof typeof RESOLUTIONS) =>
  await submitReview({ merchantId, ...ids }, now(), resolution && RESOLUTIONS[resolution]);

const reviews = () => logs.filter((line) => line.includes('"ManualReviews":1'));
const reviewsWaiting = () =>
  logs.flatMap((line) => /"ReviewsWaiting":(\d+)/.exec(line)?.slice(1).map(Number) ?? []);

/** Pays an order whose request to the bank or whose answer is lost. */
async function lostPayment(outcome: 'lost-before' | 'lost-after') {
  const opened = await createPage();
  service.bank.script([outcome]);
  await buyer.submit(await buyer.open(opened.hostedPageUrl));
  const [payment] = await paymentsOf(opened.orderNumber);
  return { ...opened, paymentReferenceNumber: payment?.paymentReferenceNumber ?? '' };
}

async function lostRefund(outcome: 'lost-before' | 'lost-after') {
  const payment = await refunds.pay();
  service.bank.script([outcome]);
  const { refundId } = (await refunds.partial(payment, 40)).json.data;
  return { payment, refundId };
}

/** Recurring payments whose first charges are due at the same minute, an hour later. */
async function chargesDueIn(count: number): Promise<{ records: RecurringData[]; dueMs: number }> {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  const records: RecurringData[] = [];
  for (let at = 0; at < count; at += 1)
    records.push(await charges.create({ startDate: new Date(dueMs).toISOString() }));
  return { records, dueMs };
}

/** Returns the id of the payment of the recurring payment's first attempt. */
async function chargeOf(record: RecurringData) {
  const [attempt] = await charges.attempts(record.id);
  return { paymentReferenceNumber: attempt?.paymentReferenceNumber ?? '' };
}

const statusOf = async (orderNumber: string) => (await paymentsOf(orderNumber)).map(({ status }) => status);
const attemptsOf = async ({ id }: RecurringData) => (await charges.attempts(id)).map(({ status }) => status);

/**
 * Loses answers until each payment, refund and charge waits for manual review. The charges are made in the
 * minute of the others: a minute later the bank does not answer the sweep, and no charge begins.
 */
async function makeReviews() {
  const { records, dueMs } = await chargesDueIn(3);
  await service.timeline.moveTo(dueMs - 30 * SECOND);
  const payments = {
    inquired: await lostPayment('lost-after'),
    approved: await lostPayment('lost-after'),
    declined: await lostPayment('lost-before'),
    contradicted: await lostPayment('lost-after'),
  };
  const refunded = {
    inquired: await lostRefund('lost-after'),
    approved: await lostRefund('lost-after'),
    declined: await lostRefund('lost-before'),
    contradicted: await lostRefund('lost-after'),
  };
  // No sweep inquires about the charges.
  atBank.isSilent = true;
  service.bank.script(['lost-after', 'lost-after', 'lost-before']);
  await service.timeline.moveTo(dueMs);
  const [declined, ...arrived] = records.toSorted((one, other) => salesOf(one) - salesOf(other));
  const [inquired, approved] = arrived;
  if (!declined || !inquired || !approved) throw new Error('Three charges are expected.');
  await waitForReviews();
  return { payments, refunded, charged: { inquired, approved, declined } };
}
const salesOf = ({ id }: RecurringData): number => charges.sales(id).length;

let lost: Awaited<ReturnType<typeof makeReviews>>;
beforeAll(async () => {
  lost = await makeReviews();
});

const sweepWith = async (bank: 'down' | 'answering') => {
  atBank.isSilent = bank === 'down';
  await harness.http({ method: 'POST', path: '/local/sweep', headers: {} });
  await moveBy(10 * MINUTE);
};

it('the list of manual reviews has all of them with bank order ids, longest waiting first', async () => {
  const waiting = await listOpenReviews();
  const { payments, refunded, charged } = lost;
  const ids = waiting.map((one) => ('refundId' in one ? one.refundId : one.paymentReferenceNumber));
  const ofCharges = await Promise.all(Object.values(charged).map(chargeOf));
  const all = [
    ...[...Object.values(payments), ...ofCharges].map((one) => one.paymentReferenceNumber),
    ...Object.values(refunded).map(({ refundId }) => refundId),
  ];
  expect([...ids].sort()).toEqual([...all].sort());
  expect(reviews()).toHaveLength(all.length);
  const since = waiting.map((one) => one.since);
  expect(since).toEqual([...since].sort());
  const bankOrderIds = new Set(service.bank.ledger().map(({ orderId }) => orderId));
  const { paymentReferenceNumber } = payments.inquired;
  const neverArrived = new Set(
    [payments.declined, ...ofCharges.slice(2)].map((one) => one.paymentReferenceNumber),
  );
  const known = waiting.filter((one) => bankOrderIds.has(one.bankOrderId)).length;
  expect(known).toBe(all.length - neverArrived.size);
  const shown = { paymentReferenceNumber, amountMinor: 14_990, currency: 'TRY' };
  expect(waiting).toContainEqual(expect.objectContaining(shown));
});

describe('a repeated inquiry in manual review', () => {
  beforeAll(async () => {
    const { payments, refunded, charged } = lost;
    await resolve(payments.inquired);
    await resolve(refunded.inquired);
    await resolve(await chargeOf(charged.inquired));
    await sweepWith('answering');
  });

  it('the payment is recorded with the bank’s answer', async () => {
    expect(await statusOf(lost.payments.inquired.orderNumber)).toEqual(['Successful']);
  });

  it('the refund is completed and its payment updated', async () => {
    const { refundId, payment } = lost.refunded.inquired;
    expect((await refunds.show(refundId)).status).toBe('Completed');
    await refunds.checkBooks([payment]);
  });

  it('the charge is recorded, and the recurring payment continues', async () => {
    const { inquired } = lost.charged;
    expect(await attemptsOf(inquired)).toEqual(['Succeeded']);
    await charges.checkBooks(inquired.id);
  });
});

describe('a manual resolution while the bank gives no answer', () => {
  beforeAll(async () => {
    const { payments, refunded, charged } = lost;
    for (const resolution of ['approved', 'declined'] as const) {
      await resolve(payments[resolution], resolution);
      await resolve(refunded[resolution], resolution);
      await resolve(await chargeOf(charged[resolution]), resolution);
    }
    logs.length = 0;
    await sweepWith('down');
  });

  it('the unresolved payment and refund stay counted in the ReviewsWaiting metric', () => {
    expect(reviewsWaiting()).toContain(2);
  });

  it('an approved payment is Successful with its reference, and its page is Paid', async () => {
    const { approved } = lost.payments;
    expect(await paymentsOf(approved.orderNumber)).toMatchObject([
      { status: 'Successful', bankReferenceNumber: '420000000042' },
    ]);
    expect(await stateOf(approved)).toBe('Paid');
  });

  it('a declined payment is Failed', async () => {
    expect(await statusOf(lost.payments.declined.orderNumber)).toEqual(['Failed']);
  });

  it('the refund is Completed or Failed, and the amounts of its payment are updated', async () => {
    const { approved, declined } = lost.refunded;
    const { bankReferenceNumber } = RESOLUTIONS.approved;
    expect(await refunds.show(approved.refundId)).toMatchObject({ status: 'Completed', bankReferenceNumber });
    expect(await refunds.payment(approved.payment)).toMatchObject({ refundedAmount: 40, reservedAmount: 0 });
    expect(await refunds.show(declined.refundId)).toMatchObject({ status: 'Failed' });
    expect(await refunds.payment(declined.payment)).toMatchObject({ refundedAmount: 0, reservedAmount: 0 });
    await refunds.checkBooks([approved.payment, declined.payment]);
  });

  it('the charge is recorded as succeeded or failed', async () => {
    const { approved, declined } = lost.charged;
    expect([await attemptsOf(approved), await attemptsOf(declined)]).toEqual([['Succeeded'], ['Failed']]);
  });

  it('the resolution is stored with reviewer, time and note', async () => {
    const { paymentReferenceNumber } = lost.payments.approved;
    const { refundId } = lost.refunded.declined;
    expect(await loadPayment(merchantId, paymentReferenceNumber)).toMatchObject({
      resolution: RESOLUTIONS.approved,
    });
    const stored = await loadRefund(merchantId, refundId);
    expect(stored?.refund).toMatchObject({ resolution: RESOLUTIONS.declined });
  });
});

it('an answer of the bank takes precedence over a manual resolution', async () => {
  const { contradicted } = lost.payments;
  const { refundId, payment } = lost.refunded.contradicted;
  for (const ids of [contradicted, { refundId }]) await resolve(ids, 'declined');
  logs.length = 0;
  await sweepWith('answering');
  expect(reviewsWaiting()).toEqual([]);
  expect(await statusOf(contradicted.orderNumber)).toEqual(['Successful']);
  expect((await refunds.show(refundId)).status).toBe('Completed');
  await refunds.checkBooks([payment]);
  expect(await listOpenReviews()).toEqual([]);
});

it('after a resolution as declined the order can be paid, and the recurring payment continues', async () => {
  const { orderNumber } = lost.payments.declined;
  expect(await payOrder({ orderNumber })).toMatch(/^PAY-/);
  const { approved, declined } = lost.charged;
  await moveBy(2 * DAY);
  expect(await attemptsOf(declined)).toEqual(['Failed', 'Succeeded']);
  await charges.checkBooks(approved.id);
  await charges.checkBooks(declined.id);
});

it('a manual resolution is rejected if nothing waits for manual review', async () => {
  const { payments, refunded, charged } = lost;
  await expect(resolve(payments.approved, 'declined')).rejects.toThrow('does not wait');
  await expect(resolve(refunded.approved, 'declined')).rejects.toThrow('does not wait');
  await expect(resolve(await chargeOf(charged.approved))).rejects.toThrow('does not wait');
  const { paymentReferenceNumber } = await lostPayment('lost-after');
  await expect(resolve({ paymentReferenceNumber }, 'declined')).rejects.toThrow('does not wait');
});

it('a refund that was never sent can be resolved as declined but not as approved', async () => {
  atBank.isSilent = false;
  service.bank.settings.refundBeforeClose = 'declined';
  const payment = await refunds.pay();
  service.bank.script(Array.from({ length: 40 }, () => 'decline:CORE-2508'));
  const { refundId } = (await refunds.partial(payment, 40)).json.data;
  await moveBy(3 * DAY);
  await expect(resolve({ refundId }, 'approved')).rejects.toThrow('not at the bank');
  await expect(resolve({ refundId }, undefined)).rejects.toThrow('nothing to ask');
  await resolve({ refundId }, 'declined');
  await sweepWith('answering');
  expect((await refunds.show(refundId)).status).toBe('Failed');
  expect(await refunds.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
});
