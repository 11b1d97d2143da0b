// A bank does not answer for hours: no call waits for it, no payment is claimed, and soon after it answers
// again all waiting work is done, once.
import { describe, expect, it } from 'vitest';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { openBankLines, ownBank } from '../harness/bank-line.ts';
import { HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { orderViews } from './order.ts';

const harness = await startHarness();
const { service, buyer, createPage, moveBy, now, logs } = harness;
const { paymentsOf, approvedSalesOf, stateOf } = orderViews(harness);
const charges = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);
const lines = openBankLines();
const bank = ownBank(harness);

const lines503 = { status: 503, code: 'BANK_UNAVAILABLE' };
const pay = async (page: { hostedPageUrl: string }) =>
  await buyer.submit(await buyer.open(page.hostedPageUrl));
/** Five buyers call the dead bank; after them the breaker is open. */
async function cut(): Promise<void> {
  lines.refuse(bank);
  for (let at = 0; at < 5; at += 1) await pay(await createPage());
}
/** The bank answers again, and the next probe reaches it. */
async function mend(): Promise<void> {
  lines.mend(bank);
  await moveBy(15 * MINUTE);
}
const daily = async (inMinutes: number) => {
  const at = Math.ceil(now().getTime() / MINUTE) * MINUTE + inMinutes * MINUTE;
  return await charges.create({ startDate: new Date(at).toISOString(), maxRetryAttempts: 1 });
};

describe('while a bank does not answer', () => {
  it('the page shows it at once in both languages, claims nothing and can be paid later', async () => {
    const [turkish, english] = [await createPage({ language: 'tr' }), await createPage({ language: 'en' })];
    await cut();
    lines.calls(bank);
    const answers = [await pay(turkish), await pay(english)];
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    expect(answers[0]?.text).toContain('Bankaya şu anda ulaşılamıyor.');
    expect(answers[1]?.text).toContain('The bank cannot be reached right now.');
    expect(lines.calls(bank)).toBe(0);
    expect(await paymentsOf(turkish.orderNumber)).toEqual([]);
    expect(await stateOf(turkish)).toBe('Open');
    await mend();
    await pay(turkish);
    expect(await stateOf(turkish)).toBe('Paid');
  });

  it('five payments that were never sent do not fail their page, and no decline is counted', async () => {
    const page = await createPage();
    lines.refuse(bank);
    for (let at = 0; at < 5; at += 1) await pay(page);
    const tried = (await paymentsOf(page.orderNumber)).map(({ status, errorCode }) => [status, errorCode]);
    expect(tried).toEqual(Array.from({ length: 5 }, () => ['Failed', 'BANK_UNAVAILABLE']));
    expect(await stateOf(page)).toBe('Open');
    await mend();
    await pay(page);
    expect(await stateOf(page)).toBe('Paid');
  });

  it('a refund is refused with 503 and can be approved later, and a charge uses no try', async () => {
    const payment = await refunds.pay();
    const refundId = await refunds.pendingRefundId(payment, 40);
    const plan = await daily(1);
    await cut();
    lines.calls(bank);
    const refused = await refunds.approve(refundId);
    expect([refused.status, refused.json.errorCode]).toEqual([lines503.status, lines503.code]);
    expect(lines.calls(bank)).toBe(0);
    await moveBy(2 * MINUTE);
    // The breaker lets one probe pass half a minute after the last failure.
    expect(lines.calls(bank)).toBeLessThanOrEqual(1);
    expect((await charges.show(plan.id)).failedAttemptCount).toBe(0);
    await mend();
    expect((await refunds.approve(refundId)).json.data.status).toBe('Completed');
    expect((await charges.attempts(plan.id)).map(({ status }) => status)).toEqual(['Succeeded']);
    await charges.cancel(plan.id);
    await charges.checkBooks(plan.id);
  });

  it('no buyer probes the bank, unless nobody else has done it for two minutes', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createPage()));
    await cut();
    lines.calls(bank);
    for (const [afterMs, calls] of [
      [31 * SECOND, 0],
      [2 * MINUTE, 1],
    ] as const) {
      await moveBy(afterMs);
      await Promise.all(pages.map(pay));
      expect([afterMs, lines.calls(bank)]).toEqual([afterMs, calls]);
    }
    expect(await Promise.all(pages.map(stateOf))).toEqual(pages.map(() => 'Open'));
    await mend();
  });

  it('a probe is an inquiry about no order: nothing is claimed or sold before it is answered', async () => {
    const payment = await refunds.pay();
    await cut();
    await moveBy(2 * MINUTE);
    lines.mend(bank);
    const page = await createPage();
    const before = service.bank.ledger().length;
    await pay(page);
    const [probe, sale, ...more] = service.bank.ledger().slice(before);
    expect([probe?.operation, probe?.orderId]).toEqual(['inquiry', expect.stringMatching(/^PROBE/)]);
    expect([sale?.operation, more]).toEqual(['sale', []]);
    expect(await stateOf(page)).toBe('Paid');
    expect((await refunds.partial(payment, 10)).json.data.status).toBe('Completed');
  });

  it('the log and a metric report that the bank is down, and the log that it answers again', async () => {
    await cut();
    await mend();
    await pay(await createPage());
    for (const line of ['bank does not answer: its calls wait', 'bank answers again', '"BanksDown":1'])
      expect(logs.some((one) => one.includes(line) && one.includes(bank))).toBe(true);
  });
});

it('all charges, payments and refunds of three hours are done within 15 minutes, once', async () => {
  const lost = await createPage();
  service.bank.script(['lost-after']);
  await pay(lost);
  const payment = await refunds.pay();
  service.bank.script(['lost-after']);
  const { refundId } = (await refunds.partial(payment, 40)).json.data;
  const plans = [await daily(1), await daily(90), await daily(170)];
  await cut();
  lines.calls(bank);
  await moveBy(3 * HOUR);
  // One probe for each of the five-minute sweeps, and one call for each charge that fell due.
  expect(lines.calls(bank)).toBeLessThanOrEqual(36 + plans.length);
  expect(await stateOf(lost)).toBe('Processing');
  await mend();

  expect((await paymentsOf(lost.orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
  expect(await approvedSalesOf(lost.orderNumber)).toHaveLength(1);
  expect((await refunds.show(refundId)).status).toBe('Completed');
  await refunds.checkBooks([payment]);
  for (const { id } of plans) {
    expect((await charges.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
    await charges.cancel(id);
    await charges.checkBooks(id);
  }
});

it('an inquiry without a connection is not counted, and the next whole sweep makes it again', async () => {
  const wholeSweepMs = Math.ceil(now().getTime() / (5 * MINUTE)) * 5 * MINUTE;
  await service.timeline.moveTo(wholeSweepMs + SECOND);
  const page = await createPage();
  service.bank.script(['lost-after']);
  await pay(page);
  const payment = await refunds.pay();
  service.bank.script(['lost-after']);
  const { refundId } = (await refunds.partial(payment, 40)).json.data;
  // Too few calls fail to open the breaker. A counted inquiry is repeated after the landing time, half a
  // minute after the next whole sweep.
  lines.refuse(bank);
  await service.timeline.moveTo(wholeSweepMs + 3 * MINUTE);
  lines.mend(bank);
  await service.timeline.moveTo(wholeSweepMs + 5 * MINUTE);
  expect((await paymentsOf(page.orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
  expect((await refunds.show(refundId)).status).toBe('Completed');
  await refunds.checkBooks([payment]);
});
