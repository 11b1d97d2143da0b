// A bank does not answer for hours: no call waits for it, no payment is claimed, and soon after it answers
// again all waiting work is done, once.
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { refreshBreaker } from '#flows/bank-gate.ts';
import { bankKey } from '#store/table/keys.ts';
import { getItem, type Item, table, tableName } from '#store/table/table.ts';
import { createLocalMerchant } from '../../lib/local/local-merchant.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { openBankLines, ownBank } from '../harness/bank-line.ts';
import { HOUR, MINUTE, type OpenPage, SECOND, startHarness } from '../harness/harness.ts';
import { orderViews } from './order.ts';

const harness = await startHarness();
const { service, buyer, createPage, moveBy, now, logs } = harness;
const { paymentsOf, approvedSalesOf, stateOf } = orderViews(harness);
const charges = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);
const lines = openBankLines();
const bank = ownBank(harness);
const unanswered = await createLocalMerchant(service.bank, `${service.baseUrl}/nowhere`, now(), {
  threeDSecure: 'never',
});

const second = await service.addMerchant({ threeDSecure: 'never' });

const lines503 = { status: 503, code: 'BANK_UNAVAILABLE' };
const pay = async (page: { hostedPageUrl: string }) =>
  await buyer.submit(await buyer.open(page.hostedPageUrl));
/** Five buyers of two merchants call the dead bank; after them the breaker is open for all. */
async function cut(): Promise<void> {
  lines.refuse(bank);
  for (let at = 0; at < 4; at += 1) await pay(await createPage());
  await pay(await createPage({}, { key: second.apiKey }));
}
/** The next probe uses the settings of this merchant. */
async function lendFrom(merchantId: string): Promise<void> {
  const row = (await getItem(bankKey(bank))) as Item;
  const lender = { merchantId, posId: merchantId };
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...row, lender } }));
  await refreshBreaker(bank, 0);
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
    // The sweep's probes.
    expect(lines.calls(bank)).toBeLessThanOrEqual(2);
    expect((await charges.show(plan.id)).failedAttemptCount).toBe(0);
    await mend();
    expect((await refunds.approve(refundId)).json.data.status).toBe('Completed');
    expect((await charges.attempts(plan.id)).map(({ status }) => status)).toEqual(['Succeeded']);
    await charges.cancel(plan.id);
    await charges.checkBooks(plan.id);
  });

  it('no buyer asks the bank, but the sweep does each minute although nothing is due', async () => {
    await cut();
    await moveBy(20 * MINUTE);
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createPage()));
    lines.calls(bank);
    await moveBy(10 * MINUTE);
    expect(lines.calls(bank)).toBe(10);
    await Promise.all(pages.map(pay));
    expect(lines.calls(bank)).toBe(0);
    expect(await Promise.all(pages.map(stateOf))).toEqual(pages.map(() => 'Open'));
    lines.mend(bank);
    const before = service.bank.ledger().length;
    await moveBy(MINUTE);
    const [probe, ...more] = service.bank.ledger().slice(before);
    expect([probe?.operation, probe?.orderId, more]).toEqual([
      'inquiry',
      expect.stringMatching(/^PROBE/),
      [],
    ]);
    await pay(pages[0] as OpenPage);
    expect(await stateOf(pages[0] as OpenPage)).toBe('Paid');
  });

  it.each([
    ['whose merchant is gone', randomUUID()],
    ['whose merchant gets no answer of the bank', unanswered.merchantId],
  ])('a breaker %s closes within minutes', async (_, merchantId) => {
    await cut();
    lines.mend(bank);
    await lendFrom(merchantId);
    const page = await createPage();
    expect((await pay(page)).status).toBe(422);
    await moveBy(3 * MINUTE);
    await pay(page);
    expect(await stateOf(page)).toBe('Paid');
  });

  it('buyers ask the bank again if no sweep has run for ten minutes', async () => {
    await cut();
    lines.mend(bank);
    await service.timeline.setRunning(false);
    const page = await createPage();
    await moveBy(10 * MINUTE);
    expect((await pay(page)).status).toBe(422);
    await moveBy(MINUTE);
    await pay(page);
    expect(await stateOf(page)).toBe('Paid');
    await service.timeline.setRunning(true);
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
  // One probe a minute, and no call for a charge that falls due.
  const probes = lines.calls(bank);
  expect([probes > 170, probes]).toEqual([true, Math.min(probes, 180)]);
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
