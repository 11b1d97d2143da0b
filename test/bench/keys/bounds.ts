// How many sales a second each partition and each other limit of a stage takes: the table of docs/scale.md.
import { connectNestPay } from '#acquirer/nestpay/nestpay.ts';
import { MOST_ORDERS_AT_ONCE } from '#domain/reconciliation/span.ts';
import { DUE_SHARDS, MOST_DUE_SHARDS } from '#store/table/due-shards.ts';
import { readDeployment } from '../../../lib/cloud/deployment.ts';
import { SETTINGS } from '../../acquirer/nestpay/scripted-bank.ts';
import { publishedWritesOfPayment } from '../../harness/cost-table.ts';
import { fullestOf, replaySecond, type Second } from './replay.ts';

/** A second in which the sales of an event, the charges of midnight and refunds come together. */
export const PEAK: Second = { sales: 5_000, charges: 1_000, refunds: 100, largest: 0.6 };
const AT = new Date('2026-11-20T09:00:00.000Z');
const PARTITION_UNITS = 1_000;

/** `word`: what raises it. Numbers are sales a second, with the other events of the second in proportion. */
type Bound = { limit: string; deployed: number; raised: number; word: string };

/** Lists and feed are one partition a merchant and month. */
const wordOf = (family: string) =>
  family.startsWith('due ') ? 'the profile `production`' : 'nothing: 60 % of it are of one merchant';

/** In which hundreds of rows share a partition, a tenth of the second shows as much. */
const TENTH: Second = { sales: 500, charges: 100, refunds: 10, largest: PEAK.largest };

/** The kinds of partitions that several objects share, by the stores' own keys. */
export function partitionBounds(): Bound[] {
  const boundsOf = (second: Second, dueShards: number) => {
    const fullest = [...fullestOf(replaySecond(second, dueShards, AT))];
    return new Map(fullest.map(([family, units]) => [family, (second.sales * PARTITION_UNITS) / units]));
  };
  const raised = boundsOf(PEAK, MOST_DUE_SHARDS);
  return [...boundsOf(TENTH, DUE_SHARDS)].map(([family, bound]) => ({
    limit: `\`${family}\``,
    deployed: Math.floor(bound),
    raised: Math.floor(raised.get(family) ?? Number.NaN),
    word: wordOf(family),
  }));
}

/** Of a bank's answer, and of a reconciliation's run: 795 of 900 seconds. */
const BANK_SECONDS = 0.8;
const COMPARED_SHARE = 795 / 900;
const comparedBy = (atOnce: number) => Math.floor((atOnce / BANK_SECONDS) * COMPARED_SHARE);
/** Requests of a sale at the API of buyers (docs/costs.md, What a payment makes). */
const REQUESTS = 4;
/** By the merchant: makes the page, reads the payment. */
const MERCHANT_REQUESTS = 2;
/** Of a sale with its events and webhook; a charge or a refund with its own writes about as much. */
const WRITES_A_SALE = (publishedWritesOfPayment() * (PEAK.sales + PEAK.charges + PEAK.refunds)) / PEAK.sales;
const [TABLE_QUOTA, EXECUTIONS] = [40_000, 1_000];
const quota = (sales: number) => ({ deployed: Math.floor(sales), raised: Math.floor(sales) });

const DEPLOYED = readDeployment(() => undefined);
const salesOf = (calls: number) => Math.floor(calls / MERCHANT_REQUESTS);

/** Limits that are no keys. A raised one may be raised further by AWS or a bank. */
export const otherBounds = (): Bound[] => [
  {
    limit: 'orders compared with one bank',
    deployed: comparedBy(connectNestPay(SETTINGS).bookCheck.atOnce),
    raised: comparedBy(MOST_ORDERS_AT_ONCE),
    word: '`inquiriesAtOnce`, with the bank',
  },
  {
    limit: 'calls of one merchant',
    deployed: salesOf(DEPLOYED.merchantRate / PEAK.largest),
    raised: salesOf(10_000 / PEAK.largest),
    word: '`merchantRate`: 60 % of all sales are of one merchant',
  },
  {
    limit: 'requests of buyers',
    deployed: DEPLOYED.apiRate / REQUESTS,
    raised: 10_000 / REQUESTS,
    word: 'the profile `production`, then a quota of API Gateway',
  },
  { limit: 'executions, at a bank of 0.8 s', ...quota(EXECUTIONS / BANK_SECONDS), word: 'a quota of Lambda' },
  { limit: 'writes of the table', ...quota(TABLE_QUOTA / WRITES_A_SALE), word: 'a quota of DynamoDB' },
];

const sorted = (bounds: readonly Bound[], by: 'deployed' | 'raised') =>
  bounds.toSorted((one, other) => one[by] - other[by]);

/** The table of docs/scale.md: what binds below the peak as deployed, the first one above. */
export function boundsTable(bounds: readonly Bound[]): string {
  const low = bounds.filter(({ deployed }) => deployed < PEAK.sales);
  const rows = sorted(low, 'deployed').map(
    ({ limit, deployed, raised, word }) => `| ${limit} | ${deployed} | ${raised} | ${word} |`,
  );
  const head = ['| Limit | A small stage | With 64 due shards | Raised by |', '|---|--:|--:|---|'];
  return [...head, ...rows].join('\n');
}

const FIRST = 3;
/** Two lines: the first three as deployed, and with all words of the service said. */
export function firstBroken(bounds: readonly Bound[]): string {
  const named = (by: 'deployed' | 'raised') =>
    sorted(bounds, by)
      .slice(0, FIRST)
      .map((bound) => `${bound.limit} at ${bound[by]} (${bound.word})`)
      .join('; ');
  const raised = `With 64 due shards and the rates raised: ${named('raised')}`;
  return `- A small stage: ${named('deployed')}.\n- ${raised}.`;
}
