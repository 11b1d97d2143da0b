// GET /api/payment by what a person can say of a payment: any combination of filters equals a scan of all
// payments, whatever the limit and the page, and says how far back it looked.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePaymentReference } from '#domain/id.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { writePaymentClaim, writeToldDifference } from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { paymentOf } from '../../domain/refund/refund-builder.ts';
import { allItems } from '../../drivers/pages.ts';
import { costOf, counted } from '../../harness/costs.ts';
import { DAY, HOUR, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { problemsOf } from '../card/stored-cards.ts';

const harness = await startHarness({ startAt: new Date('2026-09-01T09:00:00Z'), around: counted });
const { api, moveTo, now, service } = harness;
const { merchantId, apiKey: key } = await service.addMerchant({});
await moveTo('2026-11-20T09:00:00.000Z');
service.clock.hold();
const NOW = now().toISOString();

type Row = { paymentReferenceNumber: string };
type Page = { items: Row[]; nextCursor: string | null; searchedUntil?: string };
const read = async (query: Record<string, string>) =>
  await api<Page>('GET', `/api/payment?${new URLSearchParams(query)}`, { key });
const pageOf = async (query: Record<string, string>) => (await read(query)).json.data;
const referencesOf = ({ items }: Pick<Page, 'items'>) => items.map((row) => row.paymentReferenceNumber);

/** Few values of each, so that filters meet. */
const ASSOCIATIONS = ['VISA', 'MASTERCARD', 'TROY'] as const;
const FAMILIES = ['Bonus', 'Maximum', undefined] as const;
const DIGITS = ['0008', '4242', '1111'] as const;
const DECLINES = ['NOT_SUFFICIENT_FUNDS', 'DO_NOT_HONOUR', 'BANK_UNAVAILABLE'] as const;
const CUSTOMERS = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'] as const;
const COUNT = 300;
const of = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value;

/** A payment every few hours of forty days, newest last, each with other values. */
const payments: Payment[] = Array.from({ length: COUNT }, (_, index) => {
  const at = (index * 7_919) % 104_729;
  const createdAt = new Date(Date.parse(NOW) - (COUNT - index) * 3.2 * HOUR).toISOString();
  const isPaid = at % 5 > 1;
  const family = of(FAMILIES, at % 13);
  return paymentOf({
    paymentReferenceNumber: makePaymentReference(Date.parse(createdAt), () => Buffer.alloc(10, at)),
    merchantId,
    orderNumber: `ORDER-${index % 40}`,
    maskedCardNumber: `552879******${of(DIGITS, at)}`,
    cardAssociation: of(ASSOCIATIONS, at % 7),
    installment: 1 + (at % 3),
    source: at % 4 === 0 ? 'RecurringPayment' : 'HostedPage',
    customerId: of(CUSTOMERS, at % 11),
    chargedMinor: 1_000 + (at % 6) * 100,
    createdAt,
    bankOrderId: `B${index}`,
    ...(family && { cardFamily: family }),
    ...(isPaid
      ? {
          status: 'Successful',
          paidAt: createdAt,
          authorizationCode: `P${at % 10}`,
          bankReferenceNumber: `${at % 9}`,
        }
      : { status: 'Failed', errorCode: of(DECLINES, at), bankResponseCode: '51' }),
  });
}).map((payment) => {
  if (payment.status === 'Successful') return payment;
  const { paidAt: _, ...failed } = payment;
  return failed;
});

const DIFFERENCE = {
  kind: 'RefundsDiffer' as const,
  since: NOW,
  bank: { takenMinor: 1_000, givenBackMinor: 500 },
};
const differs = ({ status, installment }: Payment) => status === 'Successful' && installment === 2;

beforeAll(async () => {
  for (const payment of payments) {
    await commit([writePaymentClaim(payment)]);
    if (differs(payment)) await commit([writeToldDifference(payment, DIFFERENCE)]);
  }
});

const FILTERS = {
  lastFour: fc.constantFrom(...DIGITS, '5528'),
  authorizationCode: fc.constantFrom('P1', 'p4', 'P7', 'none'),
  bankReferenceNumber: fc.constantFrom('0', '5', 'none'),
  errorCode: fc.constantFrom(...DECLINES, 'LOST_CARD'),
  cardFamily: fc.constantFrom('Bonus', 'MAXIMUM', 'World'),
  cardAssociation: fc.constantFrom(...ASSOCIATIONS, 'AMEX'),
  installment: fc.constantFrom('1', '2', '3', '12'),
  source: fc.constantFrom('HostedPage', 'RecurringPayment'),
  customerId: fc.constantFrom(...CUSTOMERS),
  status: fc.constantFrom('Successful', 'Failed'),
  orderNumber: fc.constantFrom('ORDER-1', 'ORDER-7'),
  minAmount: fc.constantFrom('11', '13.00'),
  difference: fc.constantFrom('true', 'false'),
};
const SPANNED = [
  ...['lastFour', 'authorizationCode', 'bankReferenceNumber', 'errorCode', 'cardFamily'],
  ...['cardAssociation', 'installment'],
];

const told: Record<string, (payment: Payment) => unknown> = {
  lastFour: ({ maskedCardNumber }) => maskedCardNumber.slice(-4),
  authorizationCode: ({ authorizationCode }) => authorizationCode,
  bankReferenceNumber: ({ bankReferenceNumber }) => bankReferenceNumber,
  errorCode: ({ errorCode }) => errorCode,
  cardFamily: ({ cardFamily }) => cardFamily,
  cardAssociation: ({ cardAssociation }) => cardAssociation,
  installment: ({ installment }) => String(installment),
  source: ({ source }) => source,
  customerId: ({ customerId }) => customerId,
  status: ({ status }) => status,
  orderNumber: ({ orderNumber }) => orderNumber,
  difference: differs,
};

/** The first millisecond of the search, as the documents say. */
function beginOf(query: Record<string, string>): number {
  if (query['startDate']) return Date.parse(query['startDate']);
  const isSpanned = query['orderNumber'] === undefined && SPANNED.some((name) => query[name]);
  if (!isSpanned) return 0;
  const end = query['endDate'] ? Date.parse(query['endDate']) - 1 : Date.parse(NOW);
  return end - (query['authorizationCode'] || query['bankReferenceNumber'] ? 31 : 7) * DAY;
}

function scanned(query: Record<string, string>): string[] {
  const end = query['endDate'] ? Date.parse(query['endDate']) : Number.POSITIVE_INFINITY;
  return payments
    .filter(
      (payment) => Date.parse(payment.createdAt) >= beginOf(query) && Date.parse(payment.createdAt) < end,
    )
    .filter((payment) => payment.chargedMinor >= Number(query['minAmount'] ?? 0) * 100)
    .filter((payment) =>
      Object.entries(query).every(
        ([name, value]) =>
          told[name] === undefined || String(told[name](payment)).toLowerCase() === value.toLowerCase(),
      ),
    )
    .map((payment) => payment.paymentReferenceNumber)
    .reverse();
}

const NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
/** More filters at once find nothing. */
const filtersOf = fc
  .shuffledSubarray(NAMES, { maxLength: 3 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, FILTERS[name]]))));
const window = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 30 * 24 }));
const query = fc
  .tuple(filtersOf, fc.option(window, { nil: undefined }), fc.boolean())
  .map(([filters, within, isWhole]): Record<string, string> => {
    if (within === undefined) return filters;
    const [backHours, hours] = within;
    const endMs = Date.parse(NOW) - backHours * HOUR;
    const endDate = new Date(endMs).toISOString();
    const startDate = new Date(endMs - hours * HOUR).toISOString();
    return isWhole ? { ...filters, startDate, endDate } : { ...filters, endDate };
  });

it('any search equals a scan of all payments, in pages of any size', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 20, max: 100 }), async (asked, limit) => {
      const rows = await allItems(({ cursor }) =>
        pageOf({ ...asked, limit: String(limit), ...(cursor !== undefined && { cursor }) }),
      );
      const expected = scanned(asked);
      expect(referencesOf({ items: rows })).toEqual(expected);
      found += expected.length;
    }),
    { numRuns: rounds(1_000, 100) },
  );
  expect(found).toBeGreaterThan(100);
});

describe('the span of a search', () => {
  it('is seven days unless said, or 31 by a number of a receipt, and the answer tells it', async () => {
    const since = (days: number) => new Date(Date.parse(NOW) - days * DAY).toISOString();
    for (const [asked, days] of [
      [{ lastFour: '4242' }, 7],
      [{ installment: '0' }, 7],
      [{ authorizationCode: 'P1' }, 31],
      [{ bankReferenceNumber: '5', lastFour: '4242' }, 31],
    ] as const) {
      const page = await pageOf({ ...asked, limit: '100' });
      expect([page.nextCursor, page.searchedUntil]).toEqual([null, since(days)]);
    }
    for (const asked of [
      { lastFour: '4242', startDate: since(20) },
      { lastFour: '4242', orderNumber: 'ORDER-1' },
      { source: 'HostedPage' },
    ]) {
      expect(await pageOf({ ...asked, limit: '100' })).not.toHaveProperty('searchedUntil');
    }
  });

  it('is at most 31 days; a longer one is refused with the way out, by the field that was said', async () => {
    expect((await read({ lastFour: '4242', startDate: '2026-10-21', endDate: '2026-11-20' })).status).toBe(
      200,
    );
    const longer = await read({ lastFour: '4242', startDate: '2026-10-01', endDate: '2026-11-01' });
    expect([longer.status, problemsOf(longer)]).toEqual([400, [['endDate', 'OUT_OF_RANGE']]]);
    expect(longer.text).toContain('en çok 31 gün');
    const open = await read({ lastFour: '4242', startDate: '2026-10-01' });
    expect([open.status, problemsOf(open)]).toEqual([400, [['startDate', 'OUT_OF_RANGE']]]);
    expect((await read({ source: 'HostedPage', startDate: '2026-09-01' })).status).toBe(200);
  });

  it.each([
    ['lastFour', '424', 'INVALID_FORMAT'],
    ['lastFour', '٤٢٤٢', 'INVALID_FORMAT'],
    ['errorCode', '51', 'INVALID_ENUM'],
    ['cardAssociation', 'DISCOVER', 'INVALID_ENUM'],
    ['installment', '37', 'OUT_OF_RANGE'],
    ['authorizationCode', 'x'.repeat(65), 'TOO_LONG'],
  ])('%s=%s is %s', async (name, value, code) => {
    const answer = await read({ [name]: value });
    expect([answer.status, problemsOf(answer)]).toEqual([400, [[name, code]]]);
  });
});

it('a search reads each payment of its span once, in few round trips', async () => {
  const cost = await costOf(() => read({ lastFour: '9999', startDate: '2026-10-21' }), 'payment-list');
  const inSpan = scanned({ startDate: '2026-10-20T21:00:00Z' }).length;
  expect(inSpan).toBeGreaterThan(200);
  expect(cost.writeUnits).toBe(0);
  // Half a unit for each row, and the entries of the index, many to a unit.
  expect(cost.readUnits).toBeLessThan(inSpan * 0.65);
  expect(cost.rounds).toBeLessThanOrEqual(9);
});
