// GET /api/Refund: every filter alone and combined, and pages that new refunds do not disturb
// (docs/interface/refunds.md 1.3).
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { allItems } from '../../drivers/pages.ts';
import { type RefundData, refundDriver } from '../../drivers/refund-driver.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { CARDS, DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const harness = await startHarness();
const { api, moveBy, service } = harness;
const driver = refundDriver(harness);

type Page = { items: RefundData[]; nextCursor: string | null };
const list = async (query: Record<string, string> = {}): Promise<Page> => {
  const answer = await api<Page>('GET', `/api/Refund?${new URLSearchParams(query)}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data;
};
const everyPage = async (query: Record<string, string>, betweenPages = async () => {}) =>
  await allItems(async (cursor) => {
    const page = await list({ ...query, ...cursor });
    await betweenPages();
    return page;
  });

/** All refunds, newest first. */
const all: RefundData[] = [];
beforeAll(async () => {
  // The refunds are of three months and four currencies, and have every status.
  for (const currency of ['TRY', 'USD', 'EUR', 'GBP'] as const) {
    const orderNumber = `ORDER-${currency}`;
    const first = await driver.pay({ amountMinor: 9_000, currency, orderNumber });
    await driver.partial(first, 10);
    await moveBy(MINUTE);
    const pending = (await driver.request(first, 20.5)).json.data;
    await moveBy(MINUTE);
    await driver.reject(await driver.pendingRefundId(first, 30));
    await moveBy(HOUR);
    const declined = await driver.pay({ amountMinor: 5_000, currency, cardNumber: CARDS.irrevocable });
    await driver.partial(declined, 50);
    service.bank.script(['lost-before']);
    await driver.partial(first, 0.01);
    await moveBy(10 * DAY);
    await driver.cancel(await driver.pay({ amountMinor: 7_000, currency }));
    if (currency === 'USD') await driver.approve(pending.refundId);
    const body = { adjustment: 'Chargeback', bankReferenceNumber: '733800000001', amount: 5, reason: 'x' };
    if (currency === 'EUR') await api('POST', `/api/payment/${declined}/adjustment`, { body });
    await moveBy(10 * DAY);
  }
  const ids = (await everyPage({ limit: '100' })).map(({ refundId }) => refundId);
  expect(ids).toHaveLength(25);
  for (const id of ids) all.push(await driver.show(id));
});

const FILTERS: Record<
  string,
  { values: () => string[]; keeps: (one: RefundData, value: string) => boolean }
> = {
  status: {
    values: () => ['Pending', 'Processing', 'Completed', 'Failed', 'Rejected', 'Expired'],
    keeps: ({ status }, value) => status === value,
  },
  refundType: { values: () => ['Full', 'Partial'], keeps: ({ refundType }, value) => refundType === value },
  adjustment: {
    values: () => ['Refund', 'Chargeback'],
    keeps: ({ adjustment }, value) => adjustment === value,
  },
  transactionId: {
    values: () => [...new Set(all.map(({ transactionId }) => transactionId)), `PAY-${'0'.repeat(26)}`],
    keeps: ({ transactionId }, value) => transactionId === value,
  },
  orderNumber: {
    values: () => ['ORDER-TRY', 'ORDER-EUR', 'ORDER-NONE'],
    keeps: ({ orderNumber }, value) => orderNumber === value,
  },
  bankReferenceNumber: {
    values: () => [all.find((one) => one.bankReferenceNumber)?.bankReferenceNumber ?? '', '0'],
    keeps: ({ bankReferenceNumber }, value) => bankReferenceNumber === value,
  },
  currency: {
    values: () => ['TRY', 'USD', 'EUR', 'GBP'],
    keeps: ({ currency }, value) => currency === value,
  },
  minAmount: {
    values: () => ['0.01', '10', '20.5', '20.51', '70'],
    keeps: ({ amount }, value) => amount >= Number(value),
  },
  maxAmount: {
    values: () => ['0.01', '20.49', '20.50', '999999999.99'],
    keeps: ({ amount }, value) => amount <= Number(value),
  },
  startDate: {
    values: () => [all[20]?.createdAt ?? '', all[7]?.createdAt ?? '', '2026-12-01T00:00:00+03:00'],
    keeps: ({ createdAt }, value) => Date.parse(createdAt) >= Date.parse(value),
  },
  endDate: {
    values: () => [all[3]?.createdAt ?? '', all[12]?.createdAt ?? '', '2026-12-31T23:59:59+03:00'],
    keeps: ({ createdAt }, value) => Date.parse(createdAt) < Date.parse(value),
  },
};
const isReversed = ({ startDate = '', endDate = '', minAmount, maxAmount }: Record<string, string>) =>
  Date.parse(startDate) > Date.parse(endDate) || Number(minAmount) > Number(maxAmount);
const matching = (query: Record<string, string>) =>
  all.filter((one) => Object.entries(query).every(([name, value]) => FILTERS[name]?.keeps(one, value)));

describe('GET /api/Refund', () => {
  it('the list is newest first, and its pages contain every refund once', async () => {
    const pages = await everyPage({ limit: '5' });
    expect(pages).toEqual(all);
    const times = pages.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const first = await api<Page>('GET', '/api/Refund');
    expectEnvelope(first);
    expect(first.json.data.items).toHaveLength(20);
  });

  it.each(Object.keys(FILTERS))('the filter %s returns exactly the matching refunds', async (name) => {
    for (const value of FILTERS[name]?.values() ?? []) {
      expect(await everyPage({ [name]: value }), value).toEqual(matching({ [name]: value }));
    }
  });

  it('any combination of filters returns the matching refunds; a reversed range is refused', async () => {
    const someQuery = fc
      .subarray(Object.keys(FILTERS), { minLength: 2 })
      .chain((names) =>
        fc.record(
          Object.fromEntries(
            names.map((name) => [name, fc.constantFrom(...(FILTERS[name]?.values() ?? []))]),
          ),
        ),
      );
    const property = fc.asyncProperty(someQuery, fc.integer({ min: 1, max: 4 }), async (query, limit) => {
      if (isReversed(query)) {
        const answer = await api('GET', `/api/Refund?${new URLSearchParams(query)}`);
        return expectRejection(answer, { code: 'VALIDATION_ERROR', facts: ['errors'] });
      }
      expect(await everyPage({ ...query, limit: String(limit) })).toEqual(matching(query));
    });
    await fc.assert(property, { numRuns: rounds(60, 10) });
  });

  it("a date without a time covers the merchant's local day", async () => {
    const day = '2026-11-20';
    const within = all.filter(({ createdAt }) => createdAt < '2026-11-20T21:00:00Z');
    expect(within.length).toBeGreaterThan(0);
    expect(await everyPage({ endDate: day })).toEqual(within);
    expect(await everyPage({ startDate: day, endDate: day })).toEqual(within);
    expect(await everyPage({ startDate: '2026-11-21' })).toEqual(all.slice(0, all.length - within.length));
  });

  it('an invalid filter value is refused', async () => {
    const wrong = {
      status: 'pend',
      refundType: 'Half',
      currency: 'XAU',
      minAmount: '1.005',
      maxAmount: '-1',
      startDate: '2027-02-29',
      endDate: 'yesterday',
      limit: '0',
    };
    for (const [name, value] of Object.entries(wrong)) {
      const answer = await api('GET', `/api/Refund?${name}=${value}`);
      expectRejection(answer, { code: 'VALIDATION_ERROR', facts: ['errors'] });
      expect(answer.json.data['errors']).toMatchObject([{ field: name }]);
    }
  });

  it('a cursor that was altered or belongs to other filters or another list is refused', async () => {
    const { nextCursor } = await list({ limit: '2', status: 'Completed' });
    const cursor = nextCursor ?? '';
    for (const query of [{ cursor }, { cursor, status: 'Failed' }, { cursor: `${cursor}A` }]) {
      const answer = await api('GET', `/api/Refund?${new URLSearchParams(query)}`);
      expectRejection(answer, { code: 'CURSOR_INVALID', fields: ['cursor'] });
    }
    expectRejection(await api('GET', `/api/payment?cursor=${cursor}`), {
      code: 'CURSOR_INVALID',
      fields: ['cursor'],
    });
  });

  it('refunds created between two pages do not change the following pages', async () => {
    const payment = await driver.pay();
    const pages = await everyPage({ limit: '3' }, async () => {
      await driver.request(payment, 0.01);
    });
    expect(pages.map(({ refundId }) => refundId)).toEqual(all.map(({ refundId }) => refundId));
  });
});
