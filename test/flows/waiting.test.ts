// A merchant can distinguish a wait of minutes from one of days: a waiting object shows what it waits for,
// since when, and when the next check is (payments.md 3.8). The sweep asks the bank about an object in manual
// review once a day, and the review ends by itself when the bank answers (payments.md 3.9).
import { beforeAll, describe, expect, it } from 'vitest';
import { liftHolds } from '../../lib/operator/hold/merchant-holds.ts';
import { askAll } from '../../lib/operator/review/ask-all.ts';
import { awaitOutcome } from '../../lib/operator/review/asked-outcome.ts';
import { listOpenReviews, submitReview } from '../../lib/operator/review.ts';
import { type RecurringData, recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { DAY, HOUR, MINUTE } from '../harness/harness.ts';
import { startWithSilentBank } from '../harness/silent-bank.ts';
import { orderViews } from '../journeys/order.ts';

const { harness, bank: atBank, waitForReviews } = await startWithSilentBank();
const { service, merchant, api, buyer, logs, http, now, createPage, moveBy } = harness;
const { merchantId } = merchant;
const { paymentsOf } = orderViews(harness);
const charges = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);

type Waiting = { status: string; waitingFor?: string; waitingSince?: string; nextCheckAt?: string };
const FIELDS = ['waitingFor', 'waitingSince', 'nextCheckAt'] as const;
const get = async <Data = Waiting>(path: string) => (await api<Data>('GET', path)).json.data;

type Lost = { order: string; refundId: string; recurring: RecurringData; of: string };
/** A payment, a refund and a charge, each of which the bank executed without an answer. */
async function loseAnswers(): Promise<Lost> {
  const page = await createPage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  const refunded = await refunds.pay();
  service.bank.script(['lost-after']);
  const { refundId } = (await refunds.partial(refunded, 40)).json.data;
  atBank.isSilent = true;
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  const recurring = await charges.create({ startDate });
  service.bank.script(['lost-after']);
  await moveBy(2 * MINUTE);
  return { order: page.orderNumber, refundId, recurring, of: refunded };
}

/** The objects as the API shows them: payment, refund, recurring payment, its attempt, and its payment. */
async function shown({ order, refundId, recurring }: Lost): Promise<Record<string, Waiting>> {
  const [payment] = (await paymentsOf(order)) as unknown as (Waiting & { paymentReferenceNumber: string })[];
  const [attempt] = (await charges.attempts(recurring.id)) as (Waiting & {
    paymentReferenceNumber: string | null;
  })[];
  return {
    payment: await get(`/api/payment/${payment?.paymentReferenceNumber}`),
    listed: payment as Waiting,
    refund: await get(`/api/Refund/${refundId}`),
    recurring: await get(`/api/RecurringPayment/${recurring.id}`),
    attempt: attempt as Waiting,
    charged: await get(`/api/payment/${attempt?.paymentReferenceNumber}`),
  };
}
const outcomeOf = (asked: Parameters<typeof awaitOutcome>[0], at: Date) =>
  awaitOutcome(asked, at, { waitMs: 0, pauseMs: 1 });
const sweep = () => http({ method: 'POST', path: '/local/sweep', headers: {}, body: '{}' });
const reviewsBegun = () => logs.filter((line) => line.includes('"ManualReviews":1')).length;
const between = (since: string | undefined, until: string | undefined) =>
  Date.parse(until ?? '') - Date.parse(since ?? '');

describe('objects that wait for the bank', () => {
  let lost: Lost;
  beforeAll(async () => {
    lost = await loseAnswers();
  });

  it('an object that waits for the bank shows since when, and that the next check is near', async () => {
    for (const [name, one] of Object.entries(await shown(lost))) {
      expect(one, name).toMatchObject({ waitingFor: 'bank' });
      expect(between(one.waitingSince, now().toISOString()), name).toBeLessThan(10 * MINUTE);
      expect(between(one.nextCheckAt, now().toISOString()), name).toBeLessThan(MINUTE);
      expect(between(now().toISOString(), one.nextCheckAt), name).toBeLessThan(10 * MINUTE);
    }
  });

  it('an object waits for manual review after 31 hours, and the bank is asked within a day', async () => {
    await waitForReviews();
    for (const [name, one] of Object.entries(await shown(lost))) {
      expect(one, name).toMatchObject({ waitingFor: 'review' });
      expect(one.waitingSince && one.waitingSince <= now().toISOString(), name).toBe(true);
      expect(between(now().toISOString(), one.nextCheckAt), name).toBeLessThan(DAY);
    }
    expect(reviewsBegun()).toBe(3);
    for (const one of await listOpenReviews()) expect(one.nextCheckAt).toBeDefined();
  });

  it('a wait ends within a day if the bank answers, and the GET no longer mentions it', async () => {
    await harness.passOutage(DAY + HOUR);
    expect(await listOpenReviews()).toHaveLength(3);
    atBank.isSilent = false;
    await moveBy(DAY + HOUR);
    expect(await listOpenReviews()).toEqual([]);
    const ended = await shown(lost);
    expect(Object.values(ended).map(({ status }) => status)).toEqual([
      'Successful',
      'Successful',
      'Completed',
      'Active',
      'Succeeded',
      'Successful',
    ]);
    for (const one of Object.values(ended))
      for (const name of FIELDS) expect((one as Record<string, unknown>)[name] ?? null, name).toBeNull();
    expect(reviewsBegun()).toBe(3);
    await refunds.checkBooks([lost.of]);
    await charges.checkBooks(lost.recurring.id);
    await charges.cancel(lost.recurring.id);
  });
});

it('one command asks about all waiting objects at once, and reports the ended and the rest', async () => {
  const lost = await loseAnswers();
  await waitForReviews();
  const askedAt = now();
  const { asked } = await askAll(askedAt, merchantId);
  expect(asked).toHaveLength(3);
  expect(await outcomeOf(asked, askedAt)).toMatchObject({ ended: {}, notYetAsked: 3 });
  await sweep();
  await moveBy(6 * MINUTE);
  const silent = await outcomeOf(asked, askedAt);
  expect([silent.ended, silent.left.review + silent.notYetAsked]).toEqual([{}, 3]);
  atBank.isSilent = false;
  const again = await askAll(now(), merchantId);
  await sweep();
  await moveBy(6 * MINUTE);
  expect(await outcomeOf(asked, askedAt)).toEqual({
    ended: { Successful: 2, Completed: 1 },
    left: { bank: 0, review: 0 },
    notYetAsked: 0,
  });
  expect(again.changed).toBe(0);
  await charges.cancel(lost.recurring.id);
});

it('a manual resolution stands although the bank is asked every day', async () => {
  const page = await createPage();
  service.bank.script(['lost-before']);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  atBank.isSilent = true;
  while ((await listOpenReviews()).length === 0) await waitForReviews();
  const [{ paymentReferenceNumber = '' } = {}] = await paymentsOf(page.orderNumber);
  const by = { by: 'Elif', at: now().toISOString() };
  const approved = { kind: 'approved', bankReferenceNumber: '420000000042', ...by } as const;
  await submitReview({ merchantId, paymentReferenceNumber }, now(), approved);
  await sweep();
  atBank.isSilent = false;
  await moveBy(2 * DAY);
  const [payment] = await paymentsOf(page.orderNumber);
  expect(payment).toMatchObject({ status: 'Successful', bankReferenceNumber: '420000000042' });
});

it('a charge that waits for the settings of the merchant shows it, with the code of the bank', async () => {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  const { id } = await charges.create({ startDate });
  service.bank.script(Array.from({ length: 50 }, () => 'decline:CORE-2202'));
  await moveBy(HOUR);
  const held = await get(`/api/RecurringPayment/${id}`);
  expect(held).toMatchObject({ status: 'Active', waitingFor: 'bank', waitingCode: 'CORE-2202' });
  expect(between(held.waitingSince, startDate)).toBeLessThan(MINUTE);
  expect(between(now().toISOString(), held.nextCheckAt)).toBeLessThanOrEqual(HOUR);
  service.bank.script([]);
  await liftHolds(merchantId, now());
  await sweep();
  await moveBy(30 * MINUTE);
  const paid = await get(`/api/RecurringPayment/${id}`);
  expect(paid).toMatchObject({ waitingFor: null, waitingSince: null, nextCheckAt: null, waitingCode: null });
  await charges.cancel(id);
});
