// A list never looks empty while it has rows (api.md 5.7): the first page of each list of the route table has
// rows of a year and of five years ago, whatever it is filtered by, and a search that its time ends says so.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SEARCHED } from '#contract/payment-query.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { ROUTES } from '#routes.ts';
import { table } from '#store/table/table.ts';
import { allItems } from '../drivers/pages.ts';
import { addressOf, type Ids, makeObjects, pathWith, UNKNOWN } from '../fixtures/samples.ts';
import { costOf, counted } from '../harness/costs.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2021-11-20T09:00:00Z'), around: counted });
const { api, merchant, moveTo } = harness;

type Item = Record<string, unknown>;
type Page = { items: Item[]; nextCursor: string | null; searchedUntil?: string };

const READER = { timeZone: 'Europe/Istanbul', mode: 'test' } as const;
const lists = await Promise.all(
  ROUTES.filter(({ audience, method }) => audience === 'merchant' && method === 'GET').map(async (route) => {
    const path = new URL(`../../functions/endpoints/${route.file}.ts`, import.meta.url);
    const { contract } = ((await import(path.href)) as { handler: EndpointHandler }).handler;
    const accepts = contract.query?.(READER).accepts;
    const filters = accepts?.kind === 'object' ? Object.keys(accepts.fields) : [];
    return { name: addressOf(route), route, filters };
  }),
);
/** Events are kept for 90 days; charges and periods are those of one recurring payment. */
const OF_A_MERCHANT = lists.filter(
  ({ route: { path }, filters }) => filters.includes('limit') && !/\{|\/event$/.test(path),
);

let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, merchant.apiKey);
});

async function pageOf(list: (typeof lists)[number], query: Record<string, string>): Promise<Page> {
  const asked = list.route.path === '/api/card/query' ? { customerId: ids.customer, ...query } : query;
  const answer = await api<Page>('GET', `${pathWith(list.route, ids)}?${new URLSearchParams(asked)}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data;
}
/** These search the last days (payments.md 1.10). */
const SPANNED: readonly string[] = SEARCHED;
const whole = (list: (typeof lists)[number]) =>
  allItems(({ cursor }) => pageOf(list, cursor ? { cursor } : {}));

it('the route table has seven lists by month or value', () => {
  expect(OF_A_MERCHANT.map(({ name }) => name)).toHaveLength(7);
});

/** Pages are kept for less. */
const KEPT_FIVE_YEARS = OF_A_MERCHANT.filter(({ name }) => !name.endsWith('/hostedpage'));

describe.each([
  [1, OF_A_MERCHANT],
  [5, KEPT_FIVE_YEARS],
] as const)('rows of %d years ago', (years, kept) => {
  beforeAll(async () => {
    await moveTo(new Date(Date.UTC(2021 + years, 10, 19)).toISOString());
  });

  it.each(kept)('$name shows them on its first page', async (list) => {
    const all = await whole(list);
    expect(all.length).toBeGreaterThan(0);
    expect(await pageOf(list, {})).toEqual({ items: all, nextCursor: null });
    const windows = list.filters.includes('startDate')
      ? [{ startDate: '2020-01-01', endDate: '2099-12-31' }]
      : [];
    for (const window of windows)
      expect(await pageOf(list, window)).toEqual({ items: all, nextCursor: null });
    const equal = list.filters.filter(
      (name) => !SPANNED.includes(name) && all.some((item) => typeof item[name] === 'string'),
    );
    for (const name of equal) {
      for (const value of new Set(all.flatMap((item) => (item[name] === null ? [] : String(item[name]))))) {
        const items = all.filter((item) => item[name] === value);
        expect([name, value, await pageOf(list, { [name]: value })]).toEqual([
          ...[name, value],
          { items, nextCursor: null },
        ]);
      }
    }
  });
});

it('five years without a row, or with one at their end, take few round trips', async () => {
  const roundsOf = async (query: string) =>
    (await costOf(() => api('GET', `/api/payment?${query}`), 'payment-list')).rounds;
  // 1, 2, 4, 8, 16 and 30 months at once, then the rows.
  expect(await roundsOf('status=Processing')).toBeLessThanOrEqual(6);
  expect(await roundsOf('')).toBeLessThanOrEqual(7);
});

describe('when reading is slow', () => {
  const now = performance.now.bind(performance);
  let slowMs = 0;
  beforeAll(() => {
    vi.spyOn(performance, 'now').mockImplementation(() => now() + slowMs);
    table.middlewareStack.add(
      (next) => async (args) => {
        slowMs += 1_500;
        return await next(args);
      },
      { step: 'initialize', name: 'slow reads' },
    );
  });
  afterAll(() => {
    vi.restoreAllMocks();
    table.middlewareStack.remove('slow reads');
  });
  const payments = async (query: string) => (await api<Page>('GET', `/api/payment?${query}`)).json.data;

  it('a search stops after five seconds, says how far it got beside nothing, and goes on', async () => {
    const first = await payments('currency=USD');
    // The months of 1, 2 and 4 at once took more than that.
    expect(first).toEqual({
      items: [],
      nextCursor: expect.any(String),
      searchedUntil: '2026-05-01T00:00:00.000Z',
    });
    const all = await allItems(({ cursor = '' }) => payments(`currency=TRY&cursor=${cursor}`));
    expect(all).toHaveLength(1);
  });

  it('a list whose filters its index answers goes on until it has a row', async () => {
    for (const query of ['', 'orderNumber=ORDER-2', 'startDate=2021-01-01&limit=1']) {
      expect(await payments(query)).toEqual({ items: [expect.anything()], nextCursor: null });
    }
  });
});
