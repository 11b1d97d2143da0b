// Reads the books of a round through the API: every list to its end, and every filtered list in addition to
// the whole list.
import { PAYMENT_STATUSES } from '#domain/payment/payment-words.ts';
import type { LedgerOperation } from '../../lib/bank/books.ts';
import { type Json, openShop, type Shop } from '../release/shop.ts';
import type { Books, MerchantBooks } from './books.ts';
import type { Place } from './caller.ts';
import { isSuccess, type Journal } from './journal.ts';
import type { Merchant } from './merchant.ts';

const REFUND_STATUSES = ['Pending', 'Processing', 'Completed', 'Failed', 'Rejected', 'Expired'];
const PLAN_STATUSES = ['Trialing', 'Active', 'PastDue', 'Unpaid', 'Paused', 'Cancelled', 'Completed'];
/** The first six digits of the numbers that callers store. */
const BINS = [
  '400000',
  '411111',
  '412911',
  '413011',
  '412711',
  '412311',
  '540667',
  '460345',
  '979203',
  '552879',
  '374427',
];

export async function readBooks({ server, journal }: Place, merchants: readonly Merchant[]): Promise<Books> {
  await server.ready();
  const read: MerchantBooks[] = [];
  for (const merchant of merchants) {
    const shop = openShop(server.baseUrl, merchant.apiKey);
    const closedPages = await readClosedPages(journal, merchant, shop);
    read.push({ ...(await readMerchant(merchant, shop)), closedPages });
  }
  const { operations } = await server.control('GET', '/bank/ledger');
  const nowMs = Date.parse(String((await server.control('GET', '/clock'))['now']));
  const sent = [...journal.sent.values()];
  return { nowMs, merchants: read, ledger: operations as LedgerOperation[], sent };
}

async function readClosedPages({ sent }: Journal, { name }: Merchant, shop: Shop) {
  const paths = [...sent.values()].flatMap(({ merchant, method, path, promised }) =>
    merchant === name && method === 'DELETE' && promised && isSuccess(promised) ? [path] : [],
  );
  const pages = [...new Set(paths)].filter((path) => path.startsWith('/api/payment/hostedpage/'));
  return await Promise.all(
    pages.map(async (path) => ({ path, state: String((await shop.call('GET', path))['state']) })),
  );
}

async function readMerchant({ name }: Merchant, shop: Shop): Promise<Omit<MerchantBooks, 'closedPages'>> {
  const list = async <Row>(path: string) => (await shop.list(path)) as unknown as Row[];
  const payments = await list<MerchantBooks['payments'][number]>('/api/payment');
  const refunds = await list<MerchantBooks['refunds'][number]>('/api/Refund');
  const plans = await list<MerchantBooks['plans'][number]>('/api/RecurringPayment');
  for (const plan of plans) {
    plan.attempts = await list(`/api/RecurringPayment/${plan.id}/transactions`);
    plan.periods = await list(`/api/RecurringPayment/${plan.id}/periods`);
  }
  const cards: MerchantBooks['cards'] = [];
  for (const bin of BINS) cards.push(...(await list<(typeof cards)[number]>(`/api/card/query?bin=${bin}`)));
  const filteredBy = async (
    path: string,
    id: string,
    name: string,
    values: readonly string[],
    rows: object[],
  ) => {
    // Of objects of one millisecond, a filtered list has another order than the whole list.
    const idsOf = (some: object[]) =>
      [...Map.groupBy(some as Json[], ({ createdAt }) => createdAt).values()].flatMap((together) =>
        together.map((row) => String(row[id])).sort(),
      );
    return await Promise.all(
      values.map(async (value) => ({
        path: `${path}?${name}=${value}`,
        ids: idsOf(await shop.list(`${path}?${name}=${value}`)),
        expected: idsOf((rows as Json[]).filter((row) => row[name] === value)),
      })),
    );
  };
  const filtered = [
    await filteredBy('/api/payment', 'paymentReferenceNumber', 'status', PAYMENT_STATUSES, payments),
    await filteredBy('/api/Refund', 'refundId', 'status', REFUND_STATUSES, refunds),
    await filteredBy('/api/Refund', 'refundId', 'refundType', ['Full', 'Partial'], refunds),
    await filteredBy('/api/Refund', 'refundId', 'currency', ['TRY', 'EUR'], refunds),
    await filteredBy('/api/RecurringPayment', 'id', 'status', PLAN_STATUSES, plans),
  ].flat();
  const customers = await list<MerchantBooks['customers'][number]>('/api/customer');
  const { byCurrency } = await shop.call('GET', '/api/Refund/statistics');
  const statistics = byCurrency as MerchantBooks['statistics'];
  return { name, payments, refunds, plans, cards, customers, statistics, filtered };
}
