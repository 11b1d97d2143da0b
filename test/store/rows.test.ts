// Rows that are in the table today are read, rows that do not fit are refused, and a written row keeps the
// attribute names of the table.
import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { ShapeError } from '#domain/shape.ts';
import { loadCard, loadSealedCard } from '#store/card/card.ts';
import { writeCardBlock, writeCardSale } from '#store/card/card-mark.ts';
import { CARD_TRIES } from '#store/card/card-tries.ts';
import { loadLatestCard } from '#store/card/latest-card.ts';
import { loadCustomer } from '#store/customer.ts';
import { loadIdempotency } from '#store/idempotency.ts';
import { loadApiKey, loadMerchant } from '#store/merchant.ts';
import {
  loadHostedPage,
  writeHostedPageClaim,
  writeHostedPageOutcome,
  writeNewHostedPage,
} from '#store/payment/hosted-page.ts';
import { writeChargeReview } from '#store/payment/inquiry.ts';
import { loadOrder } from '#store/payment/order.ts';
import { loadPayment, writePaymentClaim } from '#store/payment/payment.ts';
import { writeBalanceChange } from '#store/payment/payment-balance.ts';
import { loadPendingCard } from '#store/payment/pending-card.ts';
import { listAttempts } from '#store/recurring-payment/attempt.ts';
import { loadRecurringPayment, writePendingSale } from '#store/recurring-payment/recurring-payment.ts';
import { loadRefund, writeRefund } from '#store/refund/refund.ts';
import { commit, type Write } from '#store/table/commit.ts';
import { cardTriesKey, type Key } from '#store/table/keys.ts';
import { loadRow } from '#store/table/row.ts';
import { getItem, type Item, table, tableName } from '#store/table/table.ts';
import { startHarness } from '../harness/harness.ts';
import { CARD_ID, CUSTOMER_ID, MERCHANT_ID, RECURRING_ID, REFERENCE, REFUND_ID } from './before/ids.ts';
import { MERCHANT_ROWS } from './before/merchant-rows.ts';
import { PAYMENT_ROWS } from './before/payment-rows.ts';
import { RECURRING_PAYMENT_ROWS } from './before/recurring-payment-rows.ts';

await startHarness();
/**
 * One row of each kind that the service reads, with every attribute that such a row can have at one time,
 * under the names of the table. The rows have no `schema`.
 */
const ROWS_BEFORE = { ...MERCHANT_ROWS, ...PAYMENT_ROWS, ...RECURRING_PAYMENT_ROWS };
const NOW = new Date('2026-11-20T09:10:00Z');
type RowName = keyof typeof ROWS_BEFORE;

const put = (item: object) => table.send(new PutCommand({ TableName: tableName(), Item: { ...item } }));
beforeEach(async () => {
  const items = Object.values(ROWS_BEFORE).map((item) => ({ PutRequest: { Item: { ...item } } }));
  await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: items } }));
});

const LOADERS: Record<RowName, () => Promise<unknown>> = {
  merchant: () => loadMerchant(MERCHANT_ID),
  'api-key': () => loadApiKey('digest'),
  customer: () => loadCustomer(MERCHANT_ID, CUSTOMER_ID),
  card: () => loadCard(MERCHANT_ID, CARD_ID, NOW),
  'sealed-card': () => loadSealedCard(MERCHANT_ID, CARD_ID),
  'latest-card': () =>
    loadLatestCard({ merchantId: MERCHANT_ID, customerId: CUSTOMER_ID, fingerprint: 'v1_fingerprint' }),
  'card-tries': () => loadRow(CARD_TRIES, cardTriesKey(MERCHANT_ID, 'v1_fingerprint')),
  payment: () => loadPayment(MERCHANT_ID, REFERENCE),
  'pending-card': async () => {
    const payment = { merchantId: MERCHANT_ID, paymentReferenceNumber: REFERENCE, customerId: CUSTOMER_ID };
    return (await loadPendingCard(payment, NOW)).pending;
  },
  'hosted-page': () => loadHostedPage('page'),
  order: () => loadOrder(MERCHANT_ID, 'ORDER-1'),
  refund: async () => (await loadRefund(MERCHANT_ID, REFUND_ID))?.refund,
  'recurring-payment': () => loadRecurringPayment(MERCHANT_ID, RECURRING_ID),
  attempt: async () =>
    (await listAttempts(MERCHANT_ID, RECURRING_ID, { limit: 1, after: undefined })).items[0],
  idempotency: () => loadIdempotency({ merchantId: MERCHANT_ID, digest: 'digest', fingerprint: 'body' }, NOW),
};
/** Attributes that have another name in code. */
const OTHER_NAMES: Partial<Record<RowName, Record<string, string>>> = {
  card: { refused: 'blocked' },
  payment: {
    amountMinor: 'chargedMinor',
    refundInFlight: 'refundLock',
    isCardRefused: 'isCardBlocked',
    verdict: 'resolution',
  },
  'hosted-page': { orderInFlight: 'orderPendingPayment', ins: 'installments' },
  order: { inFlight: 'pendingPayment' },
  refund: { verdict: 'resolution' },
  'recurring-payment': { flight: 'pendingSale' },
};
/** Attributes that no code reads: those of indexes and of the clean-up, and two for people. */
const UNREAD = ['listPk', 'listSk', 'saleWorker', 'guardedAt'];
const isUnread = (row: RowName, name: string) =>
  UNREAD.includes(name) || (name === 'expiresAtSeconds' && row !== 'idempotency');

describe.each(Object.keys(ROWS_BEFORE) as RowName[])('%s', (row) => {
  const before: Record<string, unknown> = ROWS_BEFORE[row];
  const names = OTHER_NAMES[row] ?? {};

  it('a row of the previous version is read with all its attributes', async () => {
    const expected = Object.entries(before)
      .filter(([name]) => !isUnread(row, name))
      .map(([name, value]) => [names[name] ?? name, value] as const);
    const read: Record<string, unknown> = { ...((await LOADERS[row]()) as object) };
    for (const [name, value] of expected) {
      if (row === 'refund' && ['pk', 'sk', 'version'].includes(name)) continue;
      if (name === 'record') continue;
      expect([name, read[name]]).toEqual([name, value]);
    }
  });

  it('a row that does not fit is refused by the name of the attribute, without its value', async () => {
    const secret = { secret: '5528790000000008' };
    for (const name of Object.keys(before)) {
      if (['pk', 'sk'].includes(name) || isUnread(row, name)) continue;
      await put({ ...before, [name]: secret });
      const error = await LOADERS[row]().then(
        () => new Error(`${name} was believed`),
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ShapeError);
      expect((error as Error).message).toMatch(new RegExp(`^${row}\\.${name}\\b.* is `));
      expect(String(error)).not.toContain('5528790000000008');
    }
  });

  it('a row of a newer schema is refused, one of this schema is read', async () => {
    await put({ ...before, schema: 2 });
    await expect(LOADERS[row]()).rejects.toThrow(`${row}.schema is not a version up to 1`);
    await put({ ...before, schema: 1 });
    expect(await LOADERS[row]()).toBeDefined();
  });
});

it('the record of a recurring payment is read, and its `standing` becomes its state', async () => {
  const { standing, ...rest } = ROWS_BEFORE['recurring-payment'].record;
  const item = await loadRecurringPayment(MERCHANT_ID, RECURRING_ID);
  expect(item?.record).toEqual({ ...rest, state: standing });
});

it.each([
  ['a deleted card', 'card', { deletedAt: '2026-11-20T09:00:00.000Z' }, 'fingerprint'],
  ['an erased customer', 'customer', { erasedAt: '2026-11-20T09:00:00.000Z' }, 'email'],
  ['a deleted ciphertext', 'sealed-card', {}, 'sealed'],
  ['a pending card that was stored', 'pending-card', {}, 'sealed'],
  ['the mark of a newer page on a page that never was', 'hosted-page', {}, 'merchantId'],
] as const)('the rest of %s is not found', async (_, row, mark, removed) => {
  const { [removed]: __, ...left } = ROWS_BEFORE[row] as Record<string, unknown>;
  await put({ ...left, ...mark });
  expect(await LOADERS[row]()).toBeUndefined();
});

describe('a written row keeps the attribute names of the table', () => {
  const rowOf = async ({ pk, sk }: Key): Promise<Item> => {
    const item = await getItem({ pk, sk });
    if (item === undefined) throw new Error('The row was just written.');
    return item;
  };
  const done = async (...writes: Write[]) => expect(await commit(writes)).toEqual({ kind: 'committed' });
  const loaded = async <Value>(loading: Promise<Value | undefined>): Promise<Value> => {
    const value = await loading;
    if (value === undefined) throw new Error('The row is in the table.');
    return value;
  };

  it('a blocked card is stored with `refused`', async () => {
    const { refused: _, ...before } = ROWS_BEFORE.card;
    await put(before);
    const card = await loaded(loadCard(MERCHANT_ID, CARD_ID, NOW));
    await done(writeCardBlock(card, { code: 'STOLEN_CARD' }, NOW));
    expect(await rowOf(before)).toEqual({
      ...before,
      version: 6,
      refused: { code: 'STOLEN_CARD', at: NOW.toISOString() },
    });
    const sale = { now: NOW, isUnblocked: true };
    await done(writeCardSale(await loaded(loadCard(MERCHANT_ID, CARD_ID, NOW)), sale));
    const used = { hasPaid: true, lastUsedAt: NOW.toISOString() };
    expect(await rowOf(before)).toEqual({ ...before, ...used, version: 7 });
  });

  it('a payment is stored with `isCardRefused`, `refundInFlight` and `verdict`', async () => {
    const { verdict, refundInFlight, ...before } = ROWS_BEFORE.payment;
    await put(before);
    const payment = await loaded(loadPayment(MERCHANT_ID, REFERENCE));
    const { refund } = await loaded(loadRefund(MERCHANT_ID, REFUND_ID));
    await done(...writeBalanceChange('Lock', payment, refund));
    expect(await rowOf(before)).toEqual({ ...before, version: 8, refundInFlight });

    const reference = 'PAY-01JD000000000000000000000B';
    const fresh = { status: 'Processing' as const, refundedMinor: 0, reservedMinor: 0 };
    const { refundLock: _, ...unlocked } = payment;
    const claimed = { ...unlocked, ...fresh, paymentReferenceNumber: reference };
    await done(writePaymentClaim(claimed));
    await done(writeChargeReview(claimed, NOW.toISOString(), verdict));
    const written = await rowOf({ pk: `M#${MERCHANT_ID}#PAYMENT#${reference}`, sk: 'PAYMENT' });
    expect(written).toMatchObject({ isCardRefused: true, verdict, schema: 1 });
    expect(written).not.toHaveProperty('isCardBlocked');
  });

  it('a refund is stored with `verdict`', async () => {
    const stored = await loaded(loadRefund(MERCHANT_ID, REFUND_ID));
    await done(writeRefund(stored, stored.refund));
    const written = await rowOf(ROWS_BEFORE.refund);
    expect(written).toMatchObject({ ...ROWS_BEFORE.refund, version: 5, schema: 1 });
    expect(written).not.toHaveProperty('resolution');
  });

  it('a recurring payment is stored with `flight`, and its record with `standing`', async () => {
    const item = await loaded(loadRecurringPayment(MERCHANT_ID, RECURRING_ID));
    if (item.pendingSale === undefined) throw new Error('A sale is pending.');
    await done(writePendingSale(item, item.pendingSale));
    const before = ROWS_BEFORE['recurring-payment'];
    const { record, flight, schema } = await rowOf(before);
    expect({ record, flight, schema }).toEqual({
      record: { ...before.record, version: 9 },
      flight: before.flight,
      schema: 1,
    });
  });

  it('an order is stored with `inFlight`, and a page made during it with `orderInFlight`', async () => {
    const { supersededAt: _, ...open } = ROWS_BEFORE['hosted-page'];
    const { inFlight, paidBy: __, ...order } = ROWS_BEFORE.order;
    await Promise.all([put(open), put(order)]);
    const page = await loaded(loadHostedPage('page'));
    await done(
      ...writeHostedPageClaim(page, {
        paymentReferenceNumber: REFERENCE,
        attemptNumber: 3,
        cardMark: 'mark',
      }),
    );
    expect(await rowOf(order)).toEqual({ ...order, version: 3, inFlight, attemptCount: 3 });

    const busy = await loaded(loadOrder(MERCHANT_ID, 'ORDER-1'));
    const { orderPendingPayment: ___, ...newer } = { ...page, tokenDigest: 'newer' };
    await done(...writeNewHostedPage(newer, busy));
    expect(await rowOf({ pk: 'PAGE#newer', sk: 'PAGE' })).toMatchObject({
      orderInFlight: REFERENCE,
      schema: 1,
    });
    await done(...writeHostedPageOutcome(page, REFERENCE, { state: 'Paid', declineCount: 1 }, NOW));
    expect(await rowOf(order)).not.toHaveProperty('inFlight');
  });
});
