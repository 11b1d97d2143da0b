// The fence before banks: without the lease of this table in this Region nothing is claimed, sent or
// recovered, merchants are told by a code and buyers by the form; with it a sale costs no request more
// (payments.md 6).
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { type Lease, TRUSTED_MS, takenOver } from '#domain/lease.ts';
import { accessTo } from '#flows/bank-gate.ts';
import { currentLease, forgetLease, isFencedOff } from '#flows/lease.ts';
import { setting } from '#setting.ts';
import { describeHolder, loadLease, saveLease } from '#store/lease.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { loadRefund } from '#store/refund/refund.ts';
import { table, tableName } from '#store/table/table.ts';
import { RIGHT_CODE } from '../drivers/buyer.ts';
import { openChargeDriver } from '../drivers/charge-driver.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { singleChargeDriver } from '../drivers/single-charge-driver.ts';
import { secureOrders } from '../endpoints/hosted-page/three-d/secure-orders.ts';
import { MINUTE, SECOND } from '../harness/harness.ts';
import { orderViews } from '../journeys/order.ts';

const harness = await openChargeDriver();
const { service, api, buyer, createPage, payOrder, moveBy, now, merchant } = harness;
const { paymentsOf, stateOf } = orderViews(harness);
const secure = await secureOrders(harness);
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
const forget = async () => {
  await table.send(new DeleteCommand({ TableName: setting('LEASE_TABLE_NAME'), Key: { pk: 'LEASE' } }));
  forgetLease();
};
const leases = setting('LEASE_TABLE_NAME');
/** The table of the lease cannot be read. */
const hideLease = (): void => {
  process.env['LEASE_TABLE_NAME'] = 'no-table';
};
const bankCalls = () => service.bank.ledger().length;

afterEach(async () => {
  process.env['LEASE_TABLE_NAME'] = leases;
  await setLease(forGood);
});

const REFUSING: [name: string, arrange: () => Promise<void>][] = [
  ['another Region has the lease', () => setLease({ ...own, region: 'eu-west-1' })],
  ['another table has the lease', () => setLease({ ...own, table: 'payments-2' })],
  ['the table of this name is a restored one', () => setLease({ ...own, tableId: 'of the deleted table' })],
  ['the takeover does not count yet', () => setLease({ ...own, validFromMs: now().getTime() + SECOND })],
  ['nobody has had the lease', forget],
];

describe.each(REFUSING)('while %s', (_, arrange) => {
  it('a buyer sees the form again, and nothing is claimed or sent', async () => {
    const page = await createPage();
    const form = await buyer.open(page.hostedPageUrl);
    await arrange();
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

  it('a charge of a stored card is 503 SERVICE_STANDBY, and leaves its order free', async () => {
    const charges = singleChargeDriver(harness);
    const given = await charges.body();
    await arrange();
    const before = bankCalls();
    expectRejection(await charges.post(given), { code: 'SERVICE_STANDBY' });
    expect([await paymentsOf(String(given['orderNumber'])), bankCalls()]).toEqual([[], before]);
    await setLease(forGood);
    expect((await charges.post(given)).status).toBe(201);
  });

  it('refunds are 503 SERVICE_STANDBY in both languages, and stay as they are', async () => {
    const transactionId = await payOrder();
    const other = await payOrder();
    const body = { transactionId, amount: 149.9, reason: 'İade' };
    const created = await api<{ refundId: string }>('POST', '/api/Refund', { body });
    await arrange();
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
    await arrange();
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

describe('while the lease cannot be read', () => {
  it('what a container has read within the minute counts, and after it nothing is sent', async () => {
    const [first, second] = [await createPage(), await createPage()];
    const forms = [await buyer.open(first.hostedPageUrl), await buyer.open(second.hostedPageUrl)] as const;
    await setLease(own);
    await currentLease();
    hideLease();
    expect((await buyer.submit(forms[0])).status).toBe(303);
    const before = bankCalls();
    await service.timeline.setRunning(false);
    await moveBy(TRUSTED_MS);
    const answer = await buyer.submit(forms[1]);
    await service.timeline.setRunning(true);
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.text).toContain('Bankaya şu anda ulaşılamıyor.');
    expect([await stateOf(second), bankCalls()]).toEqual(['Open', before]);
  });

  it('refunds are 503 SERVICE_STANDBY, and jobs fail, so that their alarms ring', async () => {
    const transactionId = await payOrder();
    hideLease();
    forgetLease();
    const before = bankCalls();
    const cancelled = await api('POST', '/api/Refund/cancellations', { body: { transactionId } });
    expectRejection(cancelled, { code: 'SERVICE_STANDBY' });
    for (const job of ['sweep', 'reconcile', 'deliver', 'announce']) {
      await expect(service.lambdas.invoke(job, {}), job).rejects.toThrow();
    }
    expect(bankCalls()).toBe(before);
  });
});

it('a proof that comes while another Region has the lease sells when it comes again', async () => {
  const { form, showPage } = await secure.openPage();
  const challenge = await secure.submit(form);
  const payment = async () => (await showPage()).payment;
  const waiting = await payment();
  // The bank's server posts the proof, too.
  await setLease({ ...own, region: 'eu-west-1' });
  const verified = await buyer.verify(challenge, RIGHT_CODE);
  const refused = await buyer.post(verified, {});
  expect(refused.status).toBe(500);
  expect(await payment()).toEqual(waiting);
  expect(secure.salesOf(challenge)).toEqual([]);
  await setLease(forGood);
  await buyer.post(verified, {});
  expect(secure.salesOf(challenge)).toHaveLength(1);
});

it('an inquiry to a bank that is down is not sent without the lease', async () => {
  const asking = accessTo('bank.example', { merchantId: 'M', posId: 'P' }, true);
  expect(await asking.isShut()).toBe(false);
  await setLease({ ...own, region: 'eu-west-1' });
  expect(await asking.isShut()).toBe(true);
});

it('a claim after which another Region takes over is not sent', async () => {
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

const GET = 'DynamoDB_20120810.GetItem';
const DESCRIBE = 'DynamoDB_20120810.DescribeTable';

it('5,000 checks in a container within a minute read the lease once, and write nothing', async () => {
  forgetLease();
  let fenced: boolean[] = [];
  const before = process.cpuUsage();
  const seen = await requestsDuring(async () => {
    fenced = await Promise.all(Array.from({ length: 5_000 }, isFencedOff));
  });
  const { user, system } = process.cpuUsage(before);
  expect(fenced).not.toContain(true);
  expect(seen.sort()).toEqual([DESCRIBE, GET]);
  expect((user + system) / 1000).toBeLessThan(SECOND);
});

it('without the lease a container reads at most once a second, so that the row cannot get hot', async () => {
  await setLease({ ...own, region: 'eu-west-1' });
  const seen = await requestsDuring(async () => {
    for (let call = 0; call < 100; call += 1) await isFencedOff();
  });
  expect(seen.sort()).toEqual([DESCRIBE, GET]);
});

it('an answer that comes a minute late is as old as its question, and the next call asks again', async () => {
  forgetLease();
  const late = (operation: string) =>
    void (operation === GET && service.clock.jumpTo(service.clock.nowMs() + TRUSTED_MS));
  await requestsDuring(async () => expect(await isFencedOff()).toBe(true), late);
  expect(await isFencedOff()).toBe(false);
});

it('a table that DynamoDB does not describe is the one that it described last', async () => {
  await currentLease();
  const described = tableName();
  await service.timeline.setRunning(false);
  await moveBy(TRUSTED_MS);
  const isFenced = async () => {
    process.env['TABLE_NAME'] = 'no-table';
    try {
      return await isFencedOff();
    } finally {
      process.env['TABLE_NAME'] = described;
    }
  };
  expect(await isFenced()).toBe(false);
  forgetLease();
  expect(await isFenced()).toBe(true);
  await service.timeline.setRunning(true);
});

it('a woken Region takes over no lease that it has not seen', async () => {
  await setLease(own);
  const there = { ...(await describeHolder()), region: 'eu-west-1' };
  await saveLease(own, takenOver(own, undefined, there, now().getTime()));
  expect(await saveLease(own, { ...own, epoch: 8 })).toBe(false);
  expect(await loadLease()).toMatchObject({ region: 'eu-west-1', epoch: 8 });
});
