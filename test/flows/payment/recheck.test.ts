// A sale is made at the bank after the service has recorded it as never received. The sweep asks the bank
// again after an hour and after a day: the money goes back, and the late sale is reported (payments.md 5).
import { describe, expect, it } from 'vitest';
import { loadPayment } from '#store/payment/payment.ts';
import { calendar } from '../../drivers/refund-driver.ts';
import { statusIn } from '../../drivers/result.ts';
import { openBankLines, ownBank } from '../../harness/bank-line.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';

const harness = await startHarness();
const { service, merchant, api, buyer, logs, createPage, moveBy } = harness;
const { paymentsOf, approvedSalesOf, salesOf } = orderViews(harness);
const nextDayAt = calendar(service);
const lines = openBankLines();

/** Creates a page whose first sale reaches the bank after `seconds`, long after it was recorded as lost. */
async function lateSale(seconds: number) {
  const page = await createPage({ expiresInMinutes: 1440 });
  const form = await buyer.open(page.hostedPageUrl);
  service.bank.script([`late:${seconds}`]);
  await buyer.submit(form);
  await moveBy(14 * MINUTE);
  const [lost] = await paymentsOf(page.orderNumber);
  expect(lost).toMatchObject({ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' });
  return { ...page, lost: String(lost?.paymentReferenceNumber) };
}

const refundsOf = async (reference: string) =>
  (await api<{ items: Record<string, unknown>[] }>('GET', `/api/Refund?transactionId=${reference}`)).json.data
    .items;
async function givenBack(reference: string): Promise<string[]> {
  const payment = await loadPayment(merchant.merchantId, reference);
  return service.bank
    .ledger()
    .filter(({ orderId }) => orderId === payment?.bankOrderId)
    .filter(({ operation }) => operation === 'void' || operation === 'refund')
    .map(({ operation, outcome, amount }) => `${operation} ${outcome} ${amount}`);
}
const found = (reference: string) =>
  logs.filter((line) => line.includes('"LateSales":1') && line.includes(reference)).length;

describe('a sale that arrives after it was believed to be lost', () => {
  it('a buyer who paid again has paid once: the late sale is voided and reported', async () => {
    const page = await lateSale(900);
    const again = await buyer.submit(await buyer.open(page.hostedPageUrl));
    expect(statusIn(again.location)).toBe('Successful');
    await moveBy(5 * MINUTE);
    expect(await approvedSalesOf(page.orderNumber)).toHaveLength(2);
    await moveBy(2 * HOUR);
    expect(await givenBack(page.lost)).toEqual(['void approved 149.9']);
    expect(found(page.lost)).toBe(1);
    const payments = await paymentsOf(page.orderNumber);
    expect(payments.map(({ status }) => status).sort()).toEqual(['Failed', 'Successful']);
    const [shown] = payments.filter(({ status }) => status === 'Failed');
    expect(shown).toMatchObject({ refundedAmount: 149.9, reservedAmount: 0, refundableAmount: 0 });
    expect(await refundsOf(page.lost)).toMatchObject([{ status: 'Completed', processedAs: 'Void' }]);
  });

  it('a late sale is given back also without a second payment: the shop sees it as failed', async () => {
    const page = await lateSale(900);
    await moveBy(2 * HOUR);
    expect(await givenBack(page.lost)).toEqual(['void approved 149.9']);
    const paid = await buyer.submit(await buyer.open(page.hostedPageUrl));
    expect(statusIn(paid.location)).toBe('Successful');
  });

  it('a sale that arrives after the first look is found after a day, and refunded', async () => {
    const page = await lateSale(3 * 3600);
    await moveBy(2 * HOUR);
    expect([found(page.lost), await salesOf(page.orderNumber)]).toEqual([0, []]);
    await moveBy(DAY);
    expect(found(page.lost)).toBe(1);
    expect(await refundsOf(page.lost)).toMatchObject([{ status: 'Completed', amount: 149.9 }]);
  });

  it('a late sale that is found after the close of the batch is refunded instead of voided', async () => {
    service.bank.settings.batchClose = '22:00';
    await nextDayAt('21:40');
    const page = await lateSale(900);
    await moveBy(2 * HOUR);
    service.bank.settings.batchClose = '24:00';
    expect(await givenBack(page.lost)).toEqual(['void declined 0', 'refund approved 149.9']);
    expect(await refundsOf(page.lost)).toMatchObject([{ status: 'Completed', processedAs: 'Refund' }]);
  });
});

it('a sale that certainly was not sent is not looked up again', async () => {
  const page = await createPage();
  const form = await buyer.open(page.hostedPageUrl);
  lines.refuse(ownBank(harness));
  await buyer.submit(form);
  lines.mend(ownBank(harness));
  const [payment] = await paymentsOf(page.orderNumber);
  expect(payment).toMatchObject({ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' });
  const stored = await loadPayment(harness.merchant.merchantId, String(payment?.paymentReferenceNumber));
  expect([stored?.status, stored?.recheck]).toEqual(['Failed', undefined]);
});

it('a sale that never arrived is looked up twice and not again', async () => {
  const page = await createPage({ expiresInMinutes: 1440 });
  service.bank.script(['lost-before']);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  await moveBy(15 * MINUTE);
  const inquiries = async (ms: number) => {
    const before = logs.length;
    await moveBy(ms);
    return logs.slice(before).filter((line) => line.includes('"operation":"inquiry"')).length;
  };
  expect(await inquiries(2 * HOUR)).toBe(1);
  expect(await inquiries(DAY)).toBe(1);
  expect(await inquiries(3 * DAY)).toBe(0);
});
