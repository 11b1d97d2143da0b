// GET /api/RecurringPayment: any combination of filters equals a scan of all plans, newest first or in the
// order of the next payment.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { listOrdered } from '#http/listing.ts';
import { RECURRING_PAYMENT } from '#store/recurring-payment/recurring-payment.ts';
import { listPartition } from '#store/table/keys.ts';
import { allItems } from '../../drivers/pages.ts';
import { type RecurringData, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { costOf, counted } from '../../harness/costs.ts';
import { CARDS, DAY, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { problemsOf } from '../card/stored-cards.ts';

const harness = await startHarness({ around: counted });
const { api, merchant, moveBy, now } = harness;
const plans = recurringPaymentDriver(harness);

type Plan = RecurringData & { merchantReference: string | null };
type Page = { items: Plan[]; nextCursor: string | null };
const read = async (query: Record<string, string>) =>
  await api<Page>('GET', `/api/RecurringPayment?${new URLSearchParams(query)}`);

let customers: string[] = [];
let cards: string[] = [];
let all: Plan[] = [];
beforeAll(async () => {
  customers = await Promise.all([1, 2, 3].map(() => plans.customer()));
  cards = await Promise.all([plans.card(), plans.card(), plans.card(CARDS.insufficientFunds)]);
  for (let at = 0; at < 36; at += 1) {
    const plan = await plans.create({
      customerId: customers[at % 3],
      cardStorageId: cards[(at * 5) % 7 === 0 ? 2 : at % 2],
      startDate: new Date(now().getTime() + (1.5 + ((at * 7) % 20)) * DAY).toISOString(),
      ...(at % 4 > 0 && { merchantReference: `REF-${at % 5}` }),
    });
    if (at % 9 === 3) await plans.pause(plan.id);
    if (at % 9 === 5) await plans.cancel(plan.id);
  }
  await moveBy(9 * DAY);
  all = await allItems(async ({ cursor = '' }) => (await read({ limit: '50', cursor })).json.data);
});

const SPANS = [-3, -1, 0, 1, 2, 4, 7, 12, 20];
const day = (at: number) => new Date(now().getTime() + at * DAY).toISOString();
/** Values by their place, because ids are known only later. */
const FILTERS = {
  status: fc.constantFrom('Active', 'PastDue', 'Paused', 'Cancelled', 'Unpaid'),
  customerId: fc.nat(2),
  cardStorageId: fc.nat(2),
  merchantReference: fc.constantFrom('REF-1', 'REF-3', 'ref-3'),
  unpaid: fc.constantFrom('true', 'false'),
  nextPaymentFrom: fc.constantFrom(...SPANS),
  nextPaymentTo: fc.constantFrom(...SPANS),
};
const NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
const filtersOf = fc
  .shuffledSubarray(NAMES, { maxLength: 3 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, FILTERS[name]]))));

function queryOf(drawn: Record<string, string | number>): Record<string, string> {
  const query = Object.entries(drawn).map(([name, value]) => {
    if (name === 'customerId') return [name, customers[Number(value)]] as const;
    if (name === 'cardStorageId') return [name, cards[Number(value)]] as const;
    return [name, typeof value === 'number' ? day(value) : value] as const;
  });
  return Object.fromEntries(query) as Record<string, string>;
}

function scanned(query: Record<string, string>, isOrdered: boolean): string[] {
  const { nextPaymentFrom: from, nextPaymentTo: to, unpaid, ...equal } = query;
  const kept = all
    .filter((plan) => Object.entries(equal).every(([name, value]) => plan[name as keyof Plan] === value))
    .filter((plan) => unpaid === undefined || plan.uncollectedAmount > 0 === (unpaid === 'true'))
    .filter(({ nextPaymentDate: next }) => from === undefined || (next !== null && next >= from))
    .filter(({ nextPaymentDate: next }) => to === undefined || (next !== null && next < to));
  if (!isOrdered) return kept.map(({ id }) => id);
  const places = kept.flatMap(({ id, nextPaymentDate: next }) => (next === null ? [] : [`${next}#${id}`]));
  return places.sort().map((place) => place.slice(place.indexOf('#') + 1));
}

it('any search equals a scan of all plans, in both orders, in pages of any size', async () => {
  expect(all.filter(({ uncollectedAmount }) => uncollectedAmount > 0).length).toBeGreaterThan(1);
  let found = 0;
  const drawn = fc.tuple(filtersOf, fc.boolean(), fc.integer({ min: 5, max: 40 }));
  await fc.assert(
    fc.asyncProperty(drawn, async ([filters, isOrdered, limit]) => {
      const query = queryOf(filters);
      const { nextPaymentFrom = '', nextPaymentTo = '9' } = query;
      fc.pre(nextPaymentFrom <= nextPaymentTo);
      const asked = { ...query, limit: String(limit), ...(isOrdered && { by: 'nextPaymentDate' }) };
      const rows = await allItems(async ({ cursor = '' }) => (await read({ ...asked, cursor })).json.data);
      expect(rows.map(({ id }) => id)).toEqual(scanned(query, isOrdered));
      found += rows.length;
    }),
    { numRuns: rounds(1_000, 100) },
  );
  expect(found).toBeGreaterThan(100);
});

it('what is charged on a day of the merchant’s time zone, the soonest first', async () => {
  const local = new Date(now().getTime() + DAY).toLocaleDateString('sv-SE', { timeZone: 'Europe/Istanbul' });
  const [from, to] = [Date.parse(`${local}T00:00:00+03:00`), Date.parse(`${local}T24:00:00+03:00`)];
  const due = ({ nextPaymentDate: next }: Plan) =>
    next !== null && Date.parse(next) >= from && Date.parse(next) < to;
  const { items } = (await read({ nextPaymentFrom: local, nextPaymentTo: local, by: 'nextPaymentDate' })).json
    .data;
  expect(items.length).toBeGreaterThan(0);
  expect(items.map(({ id }) => id).sort()).toEqual(
    all
      .filter(due)
      .map(({ id }) => id)
      .sort(),
  );
});

it('a reversed span is refused, a cursor of the other order too', async () => {
  const reversed = await read({ nextPaymentFrom: '2027-01-02', nextPaymentTo: '2027-01-01' });
  expect([reversed.status, problemsOf(reversed)]).toEqual([400, [['nextPaymentTo', 'OUT_OF_RANGE']]]);
  const { nextCursor } = (await read({ by: 'nextPaymentDate', limit: '2' })).json.data;
  expectRejection(await read({ cursor: nextCursor ?? '' }), { code: 'CURSOR_INVALID', fields: ['cursor'] });
});

it('an order is refused beyond so many rows, with the way out', async () => {
  const call = {
    ...{ name: 'plans', filters: {}, limit: 2, cursor: undefined, now: now() },
    caller: { digestKey: Buffer.alloc(32).toString('base64'), since: '2026-01' },
  } as unknown as Parameters<typeof listOrdered>[0];
  const plan = {
    index: 'list' as const,
    partition: (month: string) => listPartition(merchant.merchantId, 'RECURRING', month),
    read: RECURRING_PAYMENT.read,
  };
  const ordered = (most: number) =>
    listOrdered(call, plan, { most, positionOf: ({ record }) => String(record.createdAtMs) });
  await expect(ordered(35)).rejects.toMatchObject({ code: 'LIST_TOO_LONG', facts: { mostRows: 35 } });
  expect((await ordered(36)).items).toHaveLength(2);
});

it('an ordered list reads each plan once, and writes nothing', async () => {
  const cost = await costOf(() => read({ by: 'nextPaymentDate' }), 'recurring-payment-list');
  expect([cost.writeUnits, cost.rounds]).toEqual([0, expect.any(Number)]);
  expect(cost.rounds).toBeLessThanOrEqual(4);
  expect(cost.readUnits).toBeLessThan(36);
});
