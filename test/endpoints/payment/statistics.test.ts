// GET /api/payment/statistics equals a count of the list of payments, also after capture was repeated.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadHeldSales } from '#store/event/feed.ts';
import { loadPaymentCounts } from '#store/payment/payment-statistics.ts';
import { entityKey } from '#store/table/keys.ts';
import { table } from '#store/table/table.ts';
import { importList } from '../../../lib/operator/bins/bin-lists.ts';
import { changeOf } from '../../drivers/events.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { CARDS, DAY, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ events: true });
const { api, buyer, createPage, merchant, moveBy, moveTo, now, payOrder, service } = harness;
const driver = refundDriver(harness);

type Listed = {
  chargedAmount: number;
  currency: string;
  status: string;
  paidAt: string | null;
  createdAt: string;
};
type Statistics = {
  startDate: string;
  endDate: string;
  byCurrency: object[];
  byDay: { day: string }[] | null;
  funnel: object;
};
const statistics = async (query = ''): Promise<Statistics> => {
  const answer = await api<Statistics>('GET', `/api/payment/statistics${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  expectEnvelope(answer);
  return answer.json.data;
};

const PAID = ['Successful', 'Cancelled', 'PartiallyRefunded', 'FullyRefunded'];
/** The same figures, counted from the list of payments. */
async function recount(keeps: (at: string) => boolean = () => true) {
  const { items } = (await api<{ items: Listed[] }>('GET', '/api/payment?limit=100')).json.data;
  const known = items.filter(
    ({ status, paidAt, createdAt }) => status !== 'Processing' && keeps(paidAt ?? createdAt),
  );
  const sumOf = (some: Listed[]) =>
    some.reduce((sum, one) => sum + Math.round(one.chargedAmount * 100), 0) / 100;
  return ['TRY', 'EUR'].flatMap((currency) => {
    const own = known.filter((one) => one.currency === currency);
    const paid = own.filter(({ status }) => PAID.includes(status));
    const byStatus = [...PAID, 'Failed'].map((status) => {
      const some = own.filter((one) => one.status === status);
      return [status, { count: some.length, amount: sumOf(some) }] as const;
    });
    const figures = {
      currency,
      totalCount: own.length,
      byStatus: Object.fromEntries(byStatus),
      averageAmount: Math.round((sumOf(paid) * 100) / (paid.length || 1)) / 100,
      paidCount: paid.length,
      paidAmount: sumOf(paid),
    };
    return own.length === 0 ? [] : [figures];
  });
}

const settled = async () => {
  await moveBy(0);
  return (await statistics()).byCurrency;
};

beforeAll(async () => {
  await moveTo('2026-11-20T20:50:00Z');
  await payOrder({ amount: 10.01 });
  await payOrder({ amount: 20, currency: 'EUR' });
  const page = await createPage({ amount: 7 });
  await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  // 00:10 in Istanbul is still the day before in UTC.
  await moveTo('2026-11-20T21:10:00Z');
  await driver.cancel(await payOrder({ amount: 30 }));
  await driver.partial(await payOrder({ amount: 40 }), 1);
  await moveBy(0);
});

describe('GET /api/payment/statistics', () => {
  it('the statistics equal a count of the payments, for each Istanbul day and for all', async () => {
    expect((await statistics()).byCurrency).toEqual(await recount());
    for (const [day, end] of [
      ['2026-11-20', '2026-11-20T21:00:00Z'],
      ['2026-11-21', '2026-11-21T21:00:00Z'],
    ] as const) {
      const since = new Date(Date.parse(end) - DAY).toISOString();
      const own = await recount((at) => at >= since && at < end);
      expect(own.length).toBeGreaterThan(0);
      const { byCurrency, funnel: _, ...period } = await statistics(`?startDate=${day}&endDate=${day}`);
      expect([byCurrency, period]).toEqual([own, { startDate: day, endDate: day, byDay: null }]);
    }
  });

  it('with groupBy=day each day of the period is told as the statistics of that day alone', async () => {
    const { byDay } = await statistics('?groupBy=day');
    const days = [...new Set(byDay?.map(({ day }) => day))];
    expect(days).toEqual(['2026-11-20', '2026-11-21']);
    for (const day of days) {
      const alone = (await statistics(`?startDate=${day}&endDate=${day}`)).byCurrency;
      expect(byDay?.filter((row) => row.day === day)).toEqual(alone.map((row) => ({ day, ...row })));
    }
  });

  it('a refund of a later day changes the status on the day of the sale', async () => {
    const reference = await payOrder({ amount: 50 });
    await moveBy(2 * DAY);
    const today = (await statistics('?startDate=2026-11-23')).byCurrency;
    await driver.partial(reference, 50);
    expect(await settled()).toEqual(await recount());
    expect((await statistics('?startDate=2026-11-23')).byCurrency).toEqual(today);
  });

  it('a payment that capture reads again is counted once, several of one batch each', async () => {
    const own = [await payOrder({ amount: 60 }), await payOrder({ amount: 61 })];
    const Records = await Promise.all(
      own.map((reference) => changeOf(entityKey(merchant.merchantId, 'PAYMENT', reference))),
    );
    await service.lambdas.invoke('capture', { Records });
    await service.lambdas.invoke('capture', { Records });
    expect(await settled()).toEqual(await recount());
  });

  it('what the feed held of a day counts once, also for a reader between head and rows', async () => {
    await moveTo('2026-12-01T09:00:00Z');
    await payOrder({ amount: 70 });
    await moveBy(0);
    const { merchantId } = merchant;
    const period = { merchantId, startDate: '2026-12-01', endDate: '2026-12-01' };
    const load = async (heads: ReturnType<typeof loadHeldSales>) =>
      (await loadPaymentCounts(period, heads)).toSorted((one, other) =>
        one.currency < other.currency ? -1 : 1,
      );
    const heads = loadHeldSales(merchantId);
    const before = await load(heads);
    expect(before).toEqual([
      { day: '2026-12-01', currency: '*MASTERCARD', counts: { p: 1 } },
      { day: '2026-12-01', currency: 'TRY', counts: { SuccessfulCount: 1, SuccessfulMinor: 7_000 } },
      { day: '2026-12-01', currency: '~', counts: { f: 1, p: 1 } },
    ]);
    expect(await load(Promise.resolve(undefined))).toEqual([]);
    // The day ends after the reader has read the rows, and before it reads the head.
    let reads = 0;
    table.middlewareStack.add(
      (next) => async (args) => {
        reads += 1;
        return await next(args).finally(() => (reads -= 1));
      },
      { step: 'initialize', name: 'reads' },
    );
    const endOfDay = async () => {
      do await sleep(5);
      while (reads > 0);
      table.middlewareStack.remove('reads');
      await moveBy(DAY);
      await payOrder({ amount: 71 });
      await moveBy(0);
      return await loadHeldSales(merchantId);
    };
    expect(await load(endOfDay())).toEqual(before);
    expect(await load(heads)).toEqual(before);
    expect(await load(Promise.resolve(undefined))).toEqual(before);
    // For a reader of the previous version.
    const head = await loadHeldSales(merchantId);
    expect(head).toContain('"=2026-12-01#TRY":{"SuccessfulCount":1');
    expect(head).not.toContain('=2026-12-01#~');
    expect(await settled()).toEqual(await recount());
  });

  it('a period of more than 366 days is refused', async () => {
    const long = await api('GET', '/api/payment/statistics?startDate=2026-01-01&endDate=2027-01-02');
    expectRejection(long, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    expect(long.json.data['errors']).toMatchObject([{ field: 'endDate', code: 'OUT_OF_RANGE' }]);
  });

  it('statistics of sales and refunds, and the amounts of a list, are what the cards paid', async () => {
    await importList(new Map([['460345', { bankCode: '0134', type: 'credit', family: 'Bonus' }]]), now());
    const row = { family: 'Bonus', installment: 3, ratePercent: 10, surchargeBearer: 'buyer' };
    await api('PUT', '/api/installment/table', { body: { rows: [row] } });
    const refunded = async () => {
      type Refunds = { byCurrency: { currency: string; refundedAmount: number }[] };
      const { byCurrency } = (await api<Refunds>('GET', '/api/Refund/statistics')).json.data;
      return byCurrency.find(({ currency }) => currency === 'TRY')?.refundedAmount ?? 0;
    };
    const [paid, before] = [await recount(), await refunded()];
    const page = await buyer.open((await createPage({ amount: 1000 })).hostedPageUrl);
    await buyer.submit(page, { cardNumber: CARDS.approvedVisa, installment: '3:110000' });
    const since = await recount();
    expect(await settled()).toEqual(since);
    const amountIn = ([first]: object[]) => (first as { paidAmount: number }).paidAmount;
    expect(amountIn(since) - amountIn(paid)).toBeCloseTo(1100, 6);
    type Found = { items: { amount: number; paymentReferenceNumber: string }[] };
    const of = async (amount: number) =>
      (await api<Found>('GET', `/api/payment?minAmount=${amount}&maxAmount=${amount}`)).json.data.items;
    expect(await of(1000)).toEqual([]);
    const [found = expect.fail()] = await of(1100);
    expect(found.amount).toBe(1000);
    await driver.partial(found.paymentReferenceNumber, 1100);
    await moveBy(0);
    expect((await refunded()) - before).toBeCloseTo(1100, 6);
  });

  it("another merchant's payments are not counted", async () => {
    const { apiKey: key } = await service.addMerchant();
    const answer = await api<Statistics>('GET', '/api/payment/statistics', { key });
    expect(answer.json.data.byCurrency).toEqual([]);
  });
});
