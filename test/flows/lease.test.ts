// The fence before banks: without the lease of this table in this Region nothing is claimed, sent or
// recovered, merchants are told by a code and buyers by the form; with it a sale costs no request more
// (payments.md 6).
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { LEASE_MS, type Lease, LONGEST_CALL_MS, takenOver } from '#domain/lease.ts';
import { currentLease, forgetLease, isFencedOff } from '#flows/lease.ts';
import { setting } from '#setting.ts';
import { describeHolder, loadLease, saveLease } from '#store/lease.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { loadRefund } from '#store/refund/refund.ts';
import { TABLE_OWNER_KEY } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { openChargeDriver } from '../drivers/charge-driver.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../harness/harness.ts';
import { orderViews } from '../journeys/order.ts';

const harness = await openChargeDriver();
const { service, api, buyer, createPage, payOrder, moveBy, now, merchant } = harness;
const { paymentsOf, stateOf } = orderViews(harness);
const forGood = (await loadLease()) as Lease;
const own = { ...forGood, epoch: 7 };

const storeLease = async (lease: Lease) => {
  const Item = { pk: 'LEASE', ...lease };
  await table.send(new PutCommand({ TableName: setting('LEASE_TABLE_NAME'), Item }));
};
/** Replaces the lease, in the table and so for the next call. */
async function setLease(lease: Lease): Promise<void> {
  await storeLease(lease);
  forgetLease();
}

/** The operations of the requests to AWS, or their paths, during the work. `onRequest` is told of each. */
async function requestsDuring(work: () => Promise<unknown>, onRequest?: (operation: string) => void) {
  const seen: string[] = [];
  const note = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const operation = String(request.getHeader('x-amz-target') ?? request.path);
    seen.push(operation);
    onRequest?.(operation);
  };
  subscribe('http.client.request.created', note);
  try {
    await work();
  } finally {
    unsubscribe('http.client.request.created', note);
  }
  return seen;
}
const until = (ms: number) => ({ ...own, validUntilMs: now().getTime() + ms });
/** Another stage of the same name would begin now. */
async function forgetStage(): Promise<void> {
  const pk = `BEGAN#${setting('STAGE')}#${(await describeHolder()).region}`;
  await table.send(new DeleteCommand({ TableName: setting('LEASE_TABLE_NAME'), Key: { pk } }));
}
const renew = async () => (await service.lambdas.invoke('lease', {})) as { isHeld: boolean };
const bankCalls = () => service.bank.ledger().length;

afterEach(async () => await setLease(forGood));

const REFUSING: [name: string, lease: () => Lease][] = [
  ['another Region has the lease', () => ({ ...own, region: 'eu-west-1' })],
  ['another table has the lease', () => ({ ...own, table: 'payments-2' })],
  ['the lease has run out', () => until(0)],
  ['a call could outlast the lease', () => until(LONGEST_CALL_MS - 1)],
  ['the lease begins later', () => ({ ...own, validFromMs: now().getTime() + SECOND })],
];

describe.each(REFUSING)('while %s', (_, lease) => {
  it('a buyer sees the form again, and nothing is claimed or sent', async () => {
    const page = await createPage();
    const form = await buyer.open(page.hostedPageUrl);
    await setLease(lease());
    const before = bankCalls();
    const answer = await buyer.submit(form);
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.text).toContain('Bankaya şu anda ulaşılamıyor.');
    expect([await paymentsOf(page.orderNumber), await stateOf(page), bankCalls()]).toEqual([
      [],
      'Open',
      before,
    ]);
  });

  it('refunds are 503 SERVICE_STANDBY in both languages, and stay as they are', async () => {
    const transactionId = await payOrder();
    const other = await payOrder();
    const body = { transactionId, amount: 149.9, reason: 'İade' };
    const created = await api<{ refundId: string }>('POST', '/api/Refund', { body });
    await setLease(lease());
    const before = bankCalls();
    const path = `/api/Refund/${created.json.data.refundId}/approve`;
    const turkish = await api('POST', path);
    expectRejection(turkish, { code: 'SERVICE_STANDBY' });
    expect([turkish.status, turkish.headers['retry-after']]).toEqual([503, '2']);
    expect(turkish.json.message).toContain('hiçbir işlem gönderilmedi');
    const english = await api('POST', path, { headers: { 'accept-language': 'en' } });
    expect(english.json.message).toContain('nothing was sent');
    const cancelled = await api('POST', '/api/Refund/cancellations', { body: { transactionId: other } });
    expectRejection(cancelled, { code: 'SERVICE_STANDBY' });
    expect(bankCalls()).toBe(before);
    await setLease(forGood);
    expect((await api<{ status: string }>('POST', path)).json.data.status).toBe('Completed');
  });

  it('an old schedule, the sweep and the reconciliation do nothing', async () => {
    const page = await createPage();
    service.bank.script(['lost-after']);
    await buyer.submit(await buyer.open(page.hostedPageUrl));
    const { record, dueMs } = await harness.dueInAnHour();
    await harness.advanceToWith('drop', dueMs);
    await setLease(lease());
    const before = bankCalls();
    expect(await harness.invokeCharge(harness.dueEventOf(record))).toBe('deferred');
    expect(await service.lambdas.invoke('sweep', {})).toEqual({ found: 0, settled: 0, deferred: 0 });
    expect(await service.lambdas.invoke('reconcile', {})).toMatchObject({ compared: 0 });
    expect([harness.saleCount(record), bankCalls()]).toEqual([0, before]);
    await setLease(forGood);
    await moveBy(10 * MINUTE);
    expect(harness.saleCount(record)).toBe(1);
    await harness.cancelAndCheckBooks(record);
  });
});

it('a claim whose lease runs out before it is sent is not sent', async () => {
  const page = await createPage();
  const form = await buyer.open(page.hostedPageUrl);
  await setLease(own);
  await currentLease();
  await storeLease({ ...own, region: 'eu-west-1' });
  const before = bankCalls();
  // The container forgets what it knows as soon as its claim is on its way.
  const seen = await requestsDuring(
    async () => expect((await buyer.submit(form)).status).toBe(422),
    (operation) => void (operation.endsWith('.TransactWriteItems') && forgetLease()),
  );
  expect(seen).toContain('DynamoDB_20120810.TransactWriteItems');
  expect([await stateOf(page), bankCalls()]).toEqual(['Open', before]);
});

it('claims store the epoch of the lease', async () => {
  await setLease(own);
  const reference = await payOrder();
  expect(await loadPayment(merchant.merchantId, reference)).toMatchObject({ leaseEpoch: 7 });
  const body = { transactionId: reference };
  const refund = await api<{ refundId: string }>('POST', '/api/Refund/cancellations', { body });
  const { refundId } = refund.json.data;
  expect((await loadRefund(merchant.merchantId, refundId))?.refund).toMatchObject({ leaseEpoch: 7 });
  const { record, dueMs } = await harness.dueInAnHour();
  await harness.advanceTo(dueMs);
  const [attempt] = await harness.driver.attempts(record.id);
  const charged = String(attempt?.paymentReferenceNumber);
  expect(await loadPayment(merchant.merchantId, charged)).toMatchObject({ leaseEpoch: 7 });
});

it('5,000 checks in a container within a second read the lease once, and write nothing', async () => {
  await setLease(until(LEASE_MS));
  let fenced: boolean[] = [];
  const startMs = performance.now();
  const seen = await requestsDuring(async () => {
    fenced = await Promise.all(Array.from({ length: 5_000 }, isFencedOff));
  });
  const tookMs = performance.now() - startMs;
  expect(fenced).not.toContain(true);
  expect(seen).toEqual(['DynamoDB_20120810.GetItem']);
  expect(tookMs).toBeLessThan(SECOND);
});

it('without a lease a container reads at most once a second, so that the row cannot get hot', async () => {
  await setLease(until(0));
  const seen = await requestsDuring(async () => {
    for (let call = 0; call < 100; call += 1) await isFencedOff();
  });
  expect(seen).toHaveLength(1);
});

describe('the renewer', () => {
  it('a lease that ran out delays buyers until its next run', async () => {
    const form = await buyer.open((await createPage()).hostedPageUrl);
    await setLease(until(0));
    expect((await buyer.submit(form)).status).toBe(422);
    expect(await renew()).toEqual({ isHeld: true, epoch: 7 });
    await moveBy(SECOND);
    expect((await buyer.submit(await buyer.open((await createPage()).hostedPageUrl))).status).toBe(303);
    const leftMs = Number((await loadLease())?.validUntilMs) - now().getTime();
    expect(leftMs).toBeGreaterThan(LEASE_MS - MINUTE);
    expect(leftMs).toBeLessThanOrEqual(LEASE_MS);
  });

  it('takes no lease from another Region, however long it has run out', async () => {
    const other = { ...until(-DAY), region: 'eu-west-1' };
    await setLease(other);
    expect(await renew()).toEqual({ isHeld: false, epoch: 7 });
    expect(await loadLease()).toEqual(other);
    expect(harness.logs.join('\n')).toContain('"LeaseLeft":0');
  });

  it('says that a stage is new for two hours, and once for the hour before', async () => {
    const said = async () => {
      const from = harness.logs.length;
      await renew();
      const lines = harness.logs.slice(from).filter((line) => line.includes('"StageIsNew":1'));
      return lines.map((line) => Math.round((now().getTime() - Date.parse(JSON.parse(line).at)) / MINUTE));
    };
    const atFirst = [0, ...Array.from({ length: 12 }, (_, at) => 5 * (at + 1))];
    await forgetStage();
    await table.send(new DeleteCommand({ TableName: setting('LEASE_TABLE_NAME'), Key: { pk: 'LEASE' } }));
    await table.send(new DeleteCommand({ TableName: tableName(), Key: TABLE_OWNER_KEY }));
    expect(await said()).toEqual(atFirst);
    expect(await loadLease()).toMatchObject({ epoch: 1 });
    expect(await said()).toEqual([0]);
    await moveBy(2 * HOUR);
    expect(await said()).toEqual([]);
    // A standby of an old stage is as new.
    await forgetStage();
    await setLease({ ...until(MINUTE), region: 'eu-west-1' });
    expect(await said()).toEqual(atFirst);
    expect(await said()).toEqual([0]);
    // A Region that has taken over is not new: its alarms ring at once.
    await setLease({ ...own, validFromMs: now().getTime() });
    expect(await said()).toEqual([]);
  });

  it('a woken Region does not renew over a takeover that it has not seen', async () => {
    const before = until(MINUTE);
    await setLease(before);
    const there = { ...(await describeHolder()), region: 'eu-west-1' };
    await saveLease(before, takenOver(before, there, now().getTime()));
    expect(await saveLease(before, until(LEASE_MS))).toBe(false);
    expect(await loadLease()).toMatchObject({ region: 'eu-west-1', epoch: 8 });
  });

  it('a table of the same name that is another one gets no lease', async () => {
    await setLease({ ...until(MINUTE), tableId: 'of the table that was deleted' });
    expect(await renew()).toMatchObject({ isHeld: false });
    await moveBy(HOUR);
    expect(await isFencedOff()).toBe(true);
  });
});
