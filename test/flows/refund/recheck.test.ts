// The first request of a refund reaches the bank after it counted as lost and the refund was sent again: the
// bank has given the money back twice. The sweep compares an hour and a day after the refund has ended, and
// what it finds is a difference at once, which stops further refunds (refunds.md 5.12).
import { describe, expect, it } from 'vitest';
import { recheckRefund } from '#flows/refund/recheck.ts';
import { loadDifference } from '#store/difference.ts';
import { loadRefund } from '#store/refund/refund.ts';
import { adoptRefund } from '../../../lib/operator/review/adoption.ts';
import { askAll } from '../../../lib/operator/review/ask-all.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { openBankLines, ownBank } from '../../harness/bank-line.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, logs, now, moveBy } = harness;
const { bank } = service;
const driver = refundDriver(harness);
const { merchantId, operationLines } = driver;
const nextDayAt = calendar(service);
const lines = openBankLines();

/** A refund of 40 whose first request counts as lost (`first`) before the second is answered by `again`. */
async function sentTwice(first: string, again = 'approve') {
  await nextDayAt('12:00');
  const payment = await driver.pay();
  await moveBy(DAY);
  bank.script([first, again]);
  const { refundId } = (await driver.partial(payment, 40)).json.data;
  await moveBy(12 * MINUTE);
  expect((await driver.show(refundId)).status).not.toBe('Processing');
  return { payment, refundId };
}

const TWICE = ['refund approved 00', 'refund approved 00'];
const differenceOf = (payment: string) => loadDifference(merchantId, payment);
const inquiriesWithin = async (ms: number) => {
  const before = logs.length;
  await moveBy(ms);
  return logs.slice(before).filter((line) => line.includes('"operation":"inquiry"')).length;
};

describe('a refund whose first request arrives after the second', () => {
  it('it is a difference an hour later, which stops further refunds until it is adopted', async () => {
    const { payment, refundId } = await sentTwice('late:1200');
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    await moveBy(HOUR - 10 * MINUTE);
    expect([operationLines(payment), await differenceOf(payment)]).toEqual([TWICE, undefined]);
    await moveBy(15 * MINUTE);
    const found = await differenceOf(payment);
    expect(found).toMatchObject({
      state: 'Open',
      kind: 'RefundsDiffer',
      bank: { takenMinor: 10_000, givenBackMinor: 8_000 },
      refunds: [{ amountMinor: 4_000, as: 'Refund' }],
    });
    const refused = await driver.partial(payment, 10);
    expect([refused.status, refused.json.errorCode]).toEqual([409, 'REFUNDS_DIFFER']);
    const bankReferenceNumber = found?.refunds?.[0]?.bankReferenceNumber ?? '';
    expect(bankReferenceNumber).not.toBe((await driver.show(refundId)).bankReferenceNumber);
    const adoption = { by: 'Elif', reason: 'Given back twice.', bankReferenceNumber };
    await adoptRefund({ merchantId, paymentReferenceNumber: payment, ...adoption }, now());
    expect((await driver.partial(payment, 20)).status).toBe(201);
    await driver.checkBooks([payment]);
  });

  it('it is found a day later if it arrives after the first look', async () => {
    const { payment } = await sentTwice('late:18000');
    await moveBy(6 * HOUR);
    expect([operationLines(payment), await differenceOf(payment)]).toEqual([TWICE, undefined]);
    await moveBy(18 * HOUR + 5 * MINUTE);
    expect(await differenceOf(payment)).toMatchObject({ state: 'Open', kind: 'RefundsDiffer' });
  });

  it('it is found although the bank declined the second one', async () => {
    const { payment, refundId } = await sentTwice('late:1200', 'decline:05');
    expect((await driver.show(refundId)).status).toBe('Failed');
    await moveBy(HOUR + 5 * MINUTE);
    expect(await differenceOf(payment)).toMatchObject({ state: 'Open', refunds: [{ amountMinor: 4_000 }] });
  });

  it('it is found at once although another refund waits for approval', async () => {
    const { payment } = await sentTwice('late:1200');
    await driver.pendingRefundId(payment, 10);
    await moveBy(HOUR + 5 * MINUTE);
    expect(await differenceOf(payment)).toMatchObject({ state: 'Open', kind: 'RefundsDiffer' });
  });

  it('it is found as soon as a bank that was down at the look answers', async () => {
    const { payment } = await sentTwice('late:1200');
    await moveBy(50 * MINUTE);
    lines.refuse(ownBank(harness));
    await moveBy(2 * HOUR);
    expect(await differenceOf(payment)).toBeUndefined();
    lines.mend(ownBank(harness));
    await moveBy(10 * MINUTE);
    expect(await differenceOf(payment)).toMatchObject({ state: 'Open', kind: 'RefundsDiffer' });
  });
});

describe('no difference', () => {
  it('it is a refund that is at the bank during the look', async () => {
    const { payment, refundId } = await sentTwice('lost-before');
    bank.script(['lost-after']);
    expect((await driver.partial(payment, 30)).status).toBe(202);
    await recheckRefund(merchantId, refundId, new Date(now().getTime() + HOUR));
    expect(await differenceOf(payment)).toMatchObject({ state: 'Postponed' });
    await moveBy(HOUR);
    expect(await driver.payment(payment)).toMatchObject({ refundedAmount: 70, reservedAmount: 0 });
  });

  it('a sweep that finds the refund before it has ended looks at its time, not now', async () => {
    const { refundId } = await sentTwice('lost-before');
    const stored = await loadRefund(merchantId, refundId);
    await recheckRefund(merchantId, refundId, now());
    expect(await loadRefund(merchantId, refundId)).toEqual(stored);
  });

  it('a first request that never arrives is looked for twice and not again', async () => {
    const { payment, refundId } = await sentTwice('lost-before');
    expect(await inquiriesWithin(2 * HOUR)).toBe(1);
    const at = (await loadRefund(merchantId, refundId))?.refund.dueAt;
    expect((await askAll(now(), merchantId)).asked).toEqual([]);
    expect((await loadRefund(merchantId, refundId))?.refund.dueAt).toBe(at);
    expect(await inquiriesWithin(DAY)).toBe(1);
    expect(await inquiriesWithin(3 * DAY)).toBe(0);
    expect(await differenceOf(payment)).toBeUndefined();
    await driver.checkBooks([payment]);
  });

  it('a refund whose answer was lost is not looked at again', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    bank.script(['lost-after']);
    const { refundId } = (await driver.partial(payment, 40)).json.data;
    await moveBy(5 * MINUTE);
    expect((await driver.show(refundId)).status).toBe('Completed');
    expect(await inquiriesWithin(2 * DAY)).toBe(0);
    expect((await loadRefund(merchantId, refundId))?.refund.recheck).toBeUndefined();
  });
});
