// Hosted pages, payments and refunds make exactly the state transitions that the domain lists: each listed
// one occurs, and no other.
import { expect, it } from 'vitest';
import { changesOf, MACHINES } from '../../lib/site/machines.ts';
import { CARDS } from '../drivers/buyer.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { openFaults } from '../harness/faults.ts';
import { DAY, HOUR, MINUTE, pageBody, startHarness } from '../harness/harness.ts';
import { recordStateChanges } from '../harness/state-changes.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around, reconciles: true });
const { api, buyer, createPage, payOrder, moveBy, now, service } = harness;
const recorder = recordStateChanges(now);
const refunds = refundDriver(harness);
const charges = recurringPaymentDriver(harness);
/** A page lifetime longer than all inquiries of the test. */
const LONG = { expiresInMinutes: 1440 };

const submit = async (url: string, cardNumber: string = CARDS.approved) =>
  await buyer.submit(await buyer.open(url), { cardNumber });
const expectChanges = (kind: string) => {
  const listed = changesOf(MACHINES[kind]?.transitions ?? {}).map(([from, to]) => `${from} to ${to}`);
  expect(recorder.changes(kind)).toEqual(listed.sort());
};

/** Submits a sale that never arrives at the bank; its outcome is unknown until the sweep inquires. */
async function loseSale(url: string): Promise<void> {
  service.bank.script(['lost-before']);
  await submit(url);
}

it('a hosted page makes exactly its listed state transitions', async () => {
  // This page is declined once, then paid.
  const paid = await createPage(LONG);
  await submit(paid.hostedPageUrl, CARDS.insufficientFunds);
  await submit(paid.hostedPageUrl);
  // This page gets five declines of one card.
  const failed = await createPage(LONG);
  for (let count = 0; count < 5; count += 1) await submit(failed.hostedPageUrl, CARDS.insufficientFunds);
  // This page gets five different cards, the last of which ends it.
  await moveBy(HOUR);
  const manyCards = await createPage(LONG);
  const others = ['4129111111111111', '4128111111111112', '4127111111111113', '4126111111111114'];
  for (const card of [...others, CARDS.troy]) await submit(manyCards.hostedPageUrl, card);
  const { token } = await createPage(LONG);
  await api('DELETE', `/api/payment/hostedpage/${token}`);
  // A newer page supersedes first an expired page, then an open one.
  const { orderNumber } = await createPage({ expiresInMinutes: 5 });
  await moveBy(6 * MINUTE);
  recorder.changes('hosted-page');
  await createPage({ orderNumber });
  await createPage({ orderNumber });
  // These sales never arrived, and their pages expire or are superseded before the outcome.
  await loseSale((await createPage({ expiresInMinutes: 5 })).hostedPageUrl);
  const older = await createPage(LONG);
  await loseSale(older.hostedPageUrl);
  await api('POST', '/api/payment/hostedpage', {
    body: pageBody({ ...LONG, orderNumber: older.orderNumber }),
  });
  await moveBy(20 * MINUTE);
  expectChanges('hosted-page');
});

it('a refund and its payment make exactly their listed state transitions', async () => {
  const request = async (payment: string, amount: number) =>
    (await refunds.request(payment, amount)).json.data.refundId;
  const [whole, inParts, cancelled] = [await payOrder(), await payOrder(), await payOrder()];
  await refunds.reject(await request(whole, 49.9));
  // The void is claimed before the call to the bank fails.
  const all = await request(whole, 149.9);
  faults.arm('refund-approve', 'bank', 'outage');
  await refunds.approve(all);
  await refunds.approve(all);
  await refunds.partial(inParts, 49.9);
  await refunds.partial(inParts, 100);
  await refunds.cancel(cancelled);
  await refunds.cancel(await payOrder({}, { cardNumber: CARDS.irrevocable }));
  for (const step of ['capture', 'release']) {
    const reserved = await payOrder({ capture: 'manual' });
    await api('POST', `/api/payment/${reserved}/${step}`, { body: {} });
  }
  // A charge whose first request arrives an hour late.
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  await charges.create({ startDate });
  service.bank.script(['late:3000', 'decline:51']);
  await moveBy(DAY);
  expectChanges('payment');
  // A refund that nobody decides.
  await request(await payOrder(), 49.9);
  await moveBy(32 * DAY);
  expectChanges('refund');
});
