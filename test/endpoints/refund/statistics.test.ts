// GET /api/Refund/statistics equals a count of the refunds for any period of up to 366 Istanbul days.
import { beforeAll, describe, expect, it } from 'vitest';
import { type RefundData, refundDriver } from '../../drivers/refund-driver.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { openFaults } from '../../harness/faults.ts';
import { CARDS, DAY, HOUR, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { api, moveBy, moveTo, service } = harness;
const driver = refundDriver(harness);

type Row = {
  currency: string;
  totalCount: number;
  byStatus: Record<string, { count: number; amount: number }>;
};
type Statistics = {
  startDate: string;
  endDate: string;
  byCurrency: Row[];
  byDay: (Row & { day: string })[] | null;
};
const statistics = async (query = ''): Promise<Statistics> => {
  const answer = await api<Statistics>('GET', `/api/Refund/statistics${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  expectEnvelope(answer);
  return answer.json.data;
};

const STATUSES = ['Pending', 'Processing', 'Completed', 'Failed', 'Rejected', 'Expired'];
/** The same figures, counted from the list of refunds. */
async function recount(keeps: (one: RefundData) => boolean = () => true) {
  const { items } = (await api<{ items: RefundData[] }>('GET', '/api/Refund?limit=100')).json.data;
  const minorOf = (some: RefundData[]) => some.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return ['TRY', 'USD', 'EUR', 'GBP'].flatMap((currency) => {
    const own = items.filter((one) => one.currency === currency && keeps(one));
    const of = (status: string) => own.filter((one) => one.status === status);
    const countOf = (test: (one: RefundData) => boolean) => own.filter(test).length;
    const completed = minorOf(of('Completed'));
    return own.length === 0
      ? []
      : [
          {
            currency,
            totalCount: own.length,
            refundedAmount: completed / 100,
            pendingAmount: minorOf(of('Pending')) / 100,
            byStatus: Object.fromEntries(
              STATUSES.map((status) => [
                status,
                { count: of(status).length, amount: minorOf(of(status)) / 100 },
              ]),
            ),
            fullCount: countOf(({ refundType }) => refundType === 'Full'),
            partialCount: countOf(({ refundType }) => refundType === 'Partial'),
            voidCount: countOf(({ processedAs }) => processedAs === 'Void'),
            averageAmount: Math.round(completed / (of('Completed').length || 1)) / 100,
          },
        ];
  });
}

beforeAll(async () => {
  for (const currency of ['TRY', 'EUR'] as const) {
    const payment = await driver.pay({ amountMinor: 9_000, currency });
    await driver.partial(payment, 10);
    await driver.partial(payment, 0.01);
    await driver.reject(await driver.pendingRefundId(payment, 30));
    await driver.request(payment, 20.5);
    await driver.partial(await driver.pay({ currency, cardNumber: CARDS.irrevocable }), 50);
    await driver.cancel(await driver.pay({ amountMinor: 7_003, currency }));
    // 00:30 in Istanbul is still the day before in UTC.
    await moveTo(`2026-11-${currency === 'TRY' ? 20 : 21}T21:30:00Z`);
  }
  const unanswered = await driver.pay({ currency: 'GBP' });
  service.bank.script(['lost-before']);
  await driver.partial(unanswered, 5);
});

describe('GET /api/Refund/statistics', () => {
  it('the statistics equal a count of the refunds in every status', async () => {
    expect((await statistics()).byCurrency).toEqual(await recount());
    await moveBy(HOUR);
    expect((await statistics()).byCurrency).toEqual(await recount());
  });

  it('a refund counts for the Istanbul day on which it was created', async () => {
    for (const [day, before] of [
      ['2026-11-20', '2026-11-20T21:00:00Z'],
      ['2026-11-21', '2026-11-21T21:00:00Z'],
      ['2026-11-22', '2026-11-22T21:00:00Z'],
    ] as const) {
      const { byCurrency, startDate, endDate } = await statistics(`?startDate=${day}&endDate=${day}`);
      expect([startDate, endDate]).toEqual([day, day]);
      const since = new Date(Date.parse(before) - DAY).toISOString();
      const own = await recount(({ createdAt }) => createdAt >= since && createdAt < before);
      expect(own.length).toBeGreaterThan(0);
      expect(byCurrency).toEqual(own);
    }
  });

  it('with groupBy=day each day of the period is told as the statistics of that day alone', async () => {
    for (const by of ['createdAt', 'completedAt']) {
      const { byDay } = await statistics(`?groupBy=day&by=${by}`);
      const days = [...new Set(byDay?.map(({ day }) => day))];
      expect(days.length).toBeGreaterThan(1);
      expect(days).toEqual(days.toSorted());
      for (const day of days) {
        const alone = (await statistics(`?startDate=${day}&endDate=${day}&by=${by}`)).byCurrency;
        expect(byDay?.filter((row) => row.day === day)).toEqual(alone.map((row) => ({ day, ...row })));
      }
    }
    expect((await statistics()).byDay).toBeNull();
  });

  it('an instant in the period means its Istanbul day', async () => {
    const { startDate, endDate } = await statistics(
      '?startDate=2026-11-20T21:00:00Z&endDate=2026-11-21T21:00:00Z',
    );
    expect([startDate, endDate]).toEqual(['2026-11-21', '2026-11-21']);
  });

  it('the default period is the last 30 days, and the answer contains the period', async () => {
    const { startDate, endDate } = await statistics();
    expect([startDate, endDate]).toEqual(['2026-10-24', '2026-11-22']);
    const since = await statistics('?startDate=2026-11-21');
    expect([since.startDate, since.endDate]).toEqual(['2026-11-21', '2026-11-22']);
    const until = await statistics('?endDate=2026-11-20');
    expect([until.startDate, until.endDate]).toEqual(['2026-10-22', '2026-11-20']);
    expect((await statistics('?endDate=2026-11-19')).byCurrency).toEqual([]);
  });

  it('a period has at most 366 days and does not end before it begins', async () => {
    const year = await statistics('?startDate=2026-01-01&endDate=2027-01-01');
    expect(year.byCurrency).toEqual(await recount());
    for (const [query, field] of [
      ['?startDate=2026-01-01&endDate=2027-01-02', 'endDate'],
      ['?startDate=2026-11-21&endDate=2026-11-20', 'endDate'],
      ['?startDate=2024-01-01', 'startDate'],
      ['?startDate=2027-06-01', 'startDate'],
    ] as const) {
      const answer = await api('GET', `/api/Refund/statistics${query}`);
      expectRejection(answer, { code: 'VALIDATION_ERROR', facts: ['errors'] });
      expect(answer.json.data['errors']).toMatchObject([{ field, code: 'OUT_OF_RANGE' }]);
    }
  });

  it('the statistics follow the status changes of a refund', async () => {
    await moveTo('2026-12-24T09:00:00Z');
    const today = async () => (await statistics('?startDate=2026-12-24')).byCurrency;
    const payment = await driver.pay({ amountMinor: 10_001, currency: 'USD' });
    const refundId = await driver.pendingRefundId(payment, 50.5);
    const own = ({ createdAt }: RefundData) => createdAt >= '2026-12-23T21:00:00Z';
    expect(await today()).toEqual(await recount(own));
    await driver.approve(refundId);
    expect(await today()).toEqual(await recount(own));
    await driver.partial(payment, 49.51);
    const [row] = await today();
    expect(row).toMatchObject({ currency: 'USD', totalCount: 2, averageAmount: 50.01, voidCount: 0 });
    expect(await today()).toEqual(await recount(own));
  });

  it('a void executed as a refund and an approval undone by an outage are counted correctly', async () => {
    service.bank.settings.batchClose = '22:00';
    await moveTo('2027-01-20T18:50:00Z');
    const payments = [await driver.pay(), await driver.pay()];
    const ids: string[] = [];
    for (const payment of payments) ids.push(await driver.pendingRefundId(payment, 100));
    faults.arm('refund-approve', 'bank', 'outage');
    expect((await driver.approve(ids[0] ?? '')).status).toBe(503);
    await moveTo('2027-01-20T19:10:00Z');
    expect((await driver.approve(ids[1] ?? '')).json.data.processedAs).toBe('Refund');
    const own = ({ createdAt }: RefundData) => createdAt >= '2027-01-19T21:00:00Z';
    expect((await statistics('?startDate=2027-01-20')).byCurrency).toEqual(await recount(own));
    service.bank.settings.batchClose = '24:00';
  });

  it("another merchant's refunds are not counted", async () => {
    const other = await service.addMerchant();
    const answer = await api<Statistics>('GET', '/api/Refund/statistics', { key: other.apiKey });
    expect(answer.json.data.byCurrency).toEqual([]);
  });
});
