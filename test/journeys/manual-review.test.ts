// What nobody could find out for a day and a half is left to a person; what that person does ends it, for
// pages, orders, recurring payments and amounts as the bank's own word would have.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { loadRefund } from '#store/refund/refund.ts';
import { review, waitingForPerson } from '../../lib/operator/review.ts';
import { type RecurringData, recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { DAY, HOUR, MINUTE } from '../harness/harness.ts';
import { startWithSilentBank } from '../harness/silent-bank.ts';
import { orderViews } from './order.ts';

const { harness, bank: atBank } = await startWithSilentBank();
const { service, merchant, buyer, logs, now, createPage, payOrder, moveBy } = harness;
const { merchantId } = merchant;
const { paymentsOf, stateOf } = orderViews(harness);
const charges = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);

const looked = { by: 'Elif', at: '2026-11-24T12:00:00.000Z', note: 'seen in the portal' };
const VERDICTS = {
  approved: { kind: 'approved', bankReferenceNumber: '420000000042', ...looked },
  declined: { kind: 'declined', ...looked },
} as const satisfies Record<string, ManualResolution>;

type Which = { paymentReferenceNumber: string } | { refundId: string };
const say = async (which: Which, verdict?: keyof typeof VERDICTS) =>
  await review({ merchantId, ...which }, now(), verdict && VERDICTS[verdict]);

const reviews = () => logs.filter((line) => line.includes('"ManualReviews":1'));
const waitingTold = () =>
  logs.flatMap((line) => /"ReviewsWaiting":(\d+)/.exec(line)?.slice(1).map(Number) ?? []);

/** Pays an order; the answer is lost, on the way to the bank or on the way back. */
async function lostPayment(way: 'lost-before' | 'lost-after') {
  const opened = await createPage();
  service.bank.script([way]);
  await buyer.submit(await buyer.open(opened.hostedPageUrl));
  const [payment] = await paymentsOf(opened.orderNumber);
  return { ...opened, paymentReferenceNumber: payment?.paymentReferenceNumber ?? '' };
}

async function lostRefund(way: 'lost-before' | 'lost-after') {
  const payment = await refunds.pay();
  service.bank.script([way]);
  const { refundId } = (await refunds.partial(payment, 40)).json.data;
  return { payment, refundId };
}

async function lostCharge(way: 'lost-before' | 'lost-after'): Promise<RecurringData> {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR).toISOString();
  const made = await charges.create({ startDate });
  service.bank.script([way]);
  await moveBy(HOUR + MINUTE);
  return made;
}

/** The payment of its first attempt. */
async function chargeOf(made: RecurringData) {
  const [attempt] = await charges.attempts(made.id);
  return { paymentReferenceNumber: attempt?.paymentReferenceNumber ?? '' };
}

const statusOf = async (orderNumber: string) => (await paymentsOf(orderNumber)).map(({ status }) => status);
const attemptsOf = async ({ id }: RecurringData) => (await charges.attempts(id)).map(({ status }) => status);

async function lose() {
  const payments = {
    asked: await lostPayment('lost-after'),
    approved: await lostPayment('lost-after'),
    declined: await lostPayment('lost-before'),
    contradicted: await lostPayment('lost-after'),
  };
  const given = {
    asked: await lostRefund('lost-after'),
    approved: await lostRefund('lost-after'),
    declined: await lostRefund('lost-before'),
  };
  // Within reach of no sweep before the bank is out of reach.
  atBank.isSilent = true;
  const charged = {
    asked: await lostCharge('lost-after'),
    approved: await lostCharge('lost-after'),
    declined: await lostCharge('lost-before'),
  };
  await moveBy(3 * DAY);
  return { payments, given, charged };
}

let lost: Awaited<ReturnType<typeof lose>>;
beforeAll(async () => {
  lost = await lose();
}, 120_000);

const sweepWith = async (bank: 'down' | 'answering') => {
  atBank.isSilent = bank === 'down';
  await harness.http({ method: 'POST', path: '/local/sweep', headers: {} });
  await moveBy(10 * MINUTE);
};

it('whatever waits for a person is listed with the id that the bank knows it by, longest first', async () => {
  const waiting = await waitingForPerson();
  const { payments, given, charged } = lost;
  const ids = waiting.map((one) => ('refundId' in one ? one.refundId : one.paymentReferenceNumber));
  const ofCharges = await Promise.all(Object.values(charged).map(chargeOf));
  const all = [
    ...[...Object.values(payments), ...ofCharges].map((one) => one.paymentReferenceNumber),
    ...Object.values(given).map(({ refundId }) => refundId),
  ];
  expect([...ids].sort()).toEqual([...all].sort());
  expect(reviews()).toHaveLength(all.length);
  const since = waiting.map((one) => one.since);
  expect(since).toEqual([...since].sort());
  const heard = new Set(service.bank.ledger().map(({ orderId }) => orderId));
  const { paymentReferenceNumber } = payments.asked;
  const unheard = new Set(
    [payments.declined, ...ofCharges.slice(2)].map((one) => one.paymentReferenceNumber),
  );
  const known = waiting.filter((one) => heard.has(one.bankOrderId)).length;
  expect(known).toBe(all.length - unheard.size);
  const shown = { paymentReferenceNumber, amountMinor: 14_990, currency: 'TRY' };
  expect(waiting).toContainEqual(expect.objectContaining(shown));
});

describe('asked once more', () => {
  beforeAll(async () => {
    const { payments, given, charged } = lost;
    await say(payments.asked);
    await say(given.asked);
    await say(await chargeOf(charged.asked));
    await sweepWith('answering');
  });

  it('a payment is settled with what the bank says', async () => {
    expect(await statusOf(lost.payments.asked.orderNumber)).toEqual(['Successful']);
  });

  it('a refund is completed, and its payment shows it', async () => {
    const { refundId, payment } = lost.given.asked;
    expect((await refunds.show(refundId)).status).toBe('Completed');
    await refunds.checkBooks([payment]);
  });

  it('a charge has succeeded, and the recurring payment goes on', async () => {
    const { asked } = lost.charged;
    expect(await attemptsOf(asked)).toEqual(['Succeeded']);
    await charges.checkBooks(asked.id);
  });
});

describe('at a bank that still gives no answer', () => {
  beforeAll(async () => {
    const { payments, given, charged } = lost;
    for (const verdict of ['approved', 'declined'] as const) {
      await say(payments[verdict], verdict);
      await say(given[verdict], verdict);
      await say(await chargeOf(charged[verdict]), verdict);
    }
    logs.length = 0;
    await sweepWith('down');
  });

  it('what nobody has said anything of is counted as waiting at each beat', () => {
    expect(waitingTold()).toContain(1);
  });

  it('a payment that was found there is successful with its reference, and its page is paid', async () => {
    const { approved } = lost.payments;
    expect(await paymentsOf(approved.orderNumber)).toMatchObject([
      { status: 'Successful', bankReferenceNumber: '420000000042' },
    ]);
    expect(await stateOf(approved)).toBe('Paid');
  });

  it('a payment that was not has failed, and its order can be paid', async () => {
    const { orderNumber } = lost.payments.declined;
    expect(await statusOf(orderNumber)).toEqual(['Failed']);
    expect(await payOrder({ orderNumber })).toMatch(/^PAY-/);
  });

  it('a refund is completed or failed as found, and the amounts follow', async () => {
    const { approved, declined } = lost.given;
    const { bankReferenceNumber } = VERDICTS.approved;
    expect(await refunds.show(approved.refundId)).toMatchObject({ status: 'Completed', bankReferenceNumber });
    expect(await refunds.payment(approved.payment)).toMatchObject({ refundedAmount: 40, reservedAmount: 0 });
    expect(await refunds.show(declined.refundId)).toMatchObject({ status: 'Failed' });
    expect(await refunds.payment(declined.payment)).toMatchObject({ refundedAmount: 0, reservedAmount: 0 });
    await refunds.checkBooks([approved.payment, declined.payment]);
  });

  it('a charge has succeeded or failed as found, and both recurring payments go on', async () => {
    const { approved, declined } = lost.charged;
    expect([await attemptsOf(approved), await attemptsOf(declined)]).toEqual([['Succeeded'], ['Failed']]);
    await moveBy(2 * DAY);
    expect(await attemptsOf(declined)).toEqual(['Failed', 'Succeeded']);
    await charges.checkBooks(approved.id);
    await charges.checkBooks(declined.id);
  });

  it('who said so, when and why stays with it', async () => {
    const { paymentReferenceNumber } = lost.payments.approved;
    const { refundId } = lost.given.declined;
    expect(await loadPayment(merchantId, paymentReferenceNumber)).toMatchObject({
      verdict: VERDICTS.approved,
    });
    expect((await loadRefund(merchantId, refundId))?.refund).toMatchObject({ verdict: VERDICTS.declined });
  });
});

it('the word of a bank that answers after all holds against the person’s', async () => {
  const { contradicted } = lost.payments;
  await say(contradicted, 'declined');
  logs.length = 0;
  await sweepWith('answering');
  expect(waitingTold()).toEqual([]);
  expect(await statusOf(contradicted.orderNumber)).toEqual(['Successful']);
  expect(await waitingForPerson()).toEqual([]);
});

it('nothing can be said of what does not wait for a person, or no longer', async () => {
  const { payments, given, charged } = lost;
  await expect(say(payments.approved, 'declined')).rejects.toThrow('does not wait');
  await expect(say(given.approved, 'declined')).rejects.toThrow('does not wait');
  await expect(say(await chargeOf(charged.approved))).rejects.toThrow('does not wait');
  const { paymentReferenceNumber } = await lostPayment('lost-after');
  await expect(say({ paymentReferenceNumber }, 'declined')).rejects.toThrow('does not wait');
});

it('a refund that the bank was never asked for cannot be said to be made, only to be given up', async () => {
  atBank.isSilent = false;
  service.bank.settings.refundBeforeClose = 'refused';
  const payment = await refunds.pay();
  service.bank.script(Array.from({ length: 40 }, () => 'decline:CORE-2508'));
  const { refundId } = (await refunds.partial(payment, 40)).json.data;
  await moveBy(3 * DAY);
  await expect(say({ refundId }, 'approved')).rejects.toThrow('never sent');
  await say({ refundId }, 'declined');
  await sweepWith('answering');
  expect((await refunds.show(refundId)).status).toBe('Failed');
  expect(await refunds.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
});
