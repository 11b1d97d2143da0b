// A range whose end is before its start is refused alike by every call whose query has both: an empty list
// would look like a range without rows. The ranges are found in the contracts of the route table.
import { expect, it } from 'vitest';
import type { EndpointHandler } from '#http/endpoint.ts';
import { ROUTES, type Route } from '#routes.ts';
import { addressOf } from '../fixtures/samples.ts';
import { startHarness } from '../harness/harness.ts';

const { api } = await startHarness();
const READER = { timeZone: 'Europe/Istanbul', mode: 'test', keyKind: 'test' } as const;

async function parametersOf({ file }: Route): Promise<string[]> {
  const path = new URL(`../../functions/endpoints/${file}.ts`, import.meta.url);
  const { contract } = ((await import(path.href)) as { handler: Partial<EndpointHandler> }).handler;
  const accepts = contract?.query?.(READER).accepts;
  return accepts?.kind === 'object' ? Object.keys(accepts.fields) : [];
}

const REVERSED = [
  ['startDate', '2026-11-21', 'endDate', '2026-11-20'],
  ['startDate', '2026-11-21', 'endDate', '2026-11-20T20:59:59Z'],
  ['startDate', '2026-11-20T09:00:00.001Z', 'endDate', '2026-11-20T09:00:00Z'],
  ['minAmount', '30', 'maxAmount', '29.99'],
] as const;
const merchantRoutes = ROUTES.filter(({ audience }) => audience === 'merchant');
const readers = await Promise.all(
  merchantRoutes.map(async (route) => ({ route, names: await parametersOf(route) })),
);
/** A bank's day is no span of instants. */
const fits = ({ path }: Route, [, from, , to]: (typeof REVERSED)[number]) =>
  path !== '/api/settlement' || !`${from}${to}`.includes('T');
const rows = readers.flatMap(({ route, names }) =>
  REVERSED.filter(([low, , high]) => names.includes(low) && names.includes(high))
    .filter((range) => fits(route, range))
    .map((range) => [addressOf(route), range, route.path] as const),
);

it('six calls have a window, and two of them limits of the amount', () => {
  const calls = rows.map(([address, [low]]) => `${address} ${low}`);
  expect([...new Set(calls)].sort()).toEqual([
    'GET /api/Refund minAmount',
    'GET /api/Refund startDate',
    'GET /api/Refund/statistics startDate',
    'GET /api/event startDate',
    'GET /api/payment minAmount',
    'GET /api/payment startDate',
    'GET /api/payment/statistics startDate',
    'GET /api/settlement startDate',
  ]);
});

it.each(rows)('the call %s refuses %j, and names both ends', async (_, [low, from, high, to], path) => {
  for (const [language, sentence] of [
    ['tr', `Aralık ters; \`${low}\` ile \`${high}\` değerlerinin yerini değiştirin.`],
    ['en', `The range is reversed; swap \`${low}\` and \`${high}\`.`],
  ] as const) {
    const headers = { 'Accept-Language': language };
    const answer = await api('GET', `${path}?${low}=${from}&${high}=${to}`, { headers });
    expect([answer.status, answer.json.data['errors']]).toEqual([
      400,
      [{ field: high, code: 'OUT_OF_RANGE', message: sentence }],
    ]);
  }
});

it.each(rows)(
  'the call %s accepts %j in its order, and equal ends',
  async (_, [low, from, high, to], path) => {
    for (const [one, other] of [
      [to, from],
      [from, from],
    ]) {
      expect((await api('GET', `${path}?${low}=${one}&${high}=${other}`)).status).toBe(200);
    }
  },
);

it('both ranges of a query are reported at once', async () => {
  const query = 'startDate=2026-11-21&endDate=2026-11-20&minAmount=2&maxAmount=1';
  const { errors } = (await api('GET', `/api/payment?${query}`)).json.data;
  expect((errors as { field: string }[]).map(({ field }) => field)).toEqual(['endDate', 'maxAmount']);
});
