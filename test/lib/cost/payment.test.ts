// What a payment makes and leaves, counted: on a hosted page with 3-D Secure, two events and one webhook. The
// bill of docs/costs.md is made of these tables.
import { expect, it } from 'vitest';
import { tokenDigest } from '#domain/payment/hosted-page.ts';
import { loadHostedPage } from '#store/payment/hosted-page.ts';
import { type IndexName, TABLE_SHAPE } from '#store/table/keys.ts';
import type { Item } from '#store/table/table.ts';
import { RIGHT_CODE } from '../../drivers/buyer.ts';
import { secureOrders } from '../../endpoints/hosted-page/three-d/secure-orders.ts';
import { expectTable, publishedCostsOf } from '../../harness/cost-table.ts';
import { type Cost, costOf, counted } from '../../harness/costs.ts';
import { startHarness } from '../../harness/harness.ts';
import { everyRow } from '../../store/every-row.ts';
import { entryOf } from '../../store/table/partition-writes.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';
import { webhooksOf } from '../../webhook/webhooks.ts';

const invoked: string[] = [];
const harness = await startHarness({
  around: async (invocation, run) => {
    invoked.push(invocation.functionName);
    return await counted(invocation, run);
  },
});
const secure = await secureOrders(harness);
const { create, happen, trigger } = webhooksOf(harness);
const receiver = await startReceiver(answerWith(200));

/** From the page's creation to the shop's look at it. */
async function payOnce(order: { orderNumber?: string } = {}): Promise<void> {
  const { form, token, showPage } = await secure.openPage(order);
  const back = await harness.buyer.verify(await secure.submit(form), RIGHT_CODE);
  // The bank's own message arrives before the buyer does, as mostly happens.
  await expect
    .poll(async () => (await loadHostedPage(tokenDigest(token)))?.state, { timeout: 30_000 })
    .toBe('Paid');
  await harness.buyer.post(back, {});
  expect((await showPage()).state).toBe('Paid');
}
const FUNCTIONS = [
  'hosted-page-create',
  'hosted-page-form',
  'hosted-page-pay',
  'hosted-page-three-d-callback',
  'hosted-page-three-d',
  'hosted-page-show',
] as const;
/** One for each call of the merchant, and one for each event and its delivery. */
const ALSO = { authorizer: 2, capture: 2, deliver: 2 } as const;

it('docs/costs.md has the calls that a payment makes', async () => {
  await payOnce();
  const rows: string[] = [];
  for (const name of FUNCTIONS) {
    invoked.length = 0;
    // Longer than most: no row of a payment is near the end of its kilobyte.
    const orderNumber = `${name}-2026-11`.slice(-22).padStart(22, '0');
    const { rounds, kmsCalls, bankCalls, readUnits, writeUnits }: Cost = await costOf(
      () => payOnce({ orderNumber }),
      name,
    );
    const calls = invoked.filter((one) => one === name).length;
    expect([name, calls]).toEqual([name, 1]);
    rows.push(
      `| ${[`\`${name}\``, calls, rounds, kmsCalls, bankCalls, readUnits, writeUnits].join(' | ')} |`,
    );
  }
  for (const [name, count] of Object.entries(ALSO)) {
    const { rounds, kmsCalls, bankCalls, readUnits, writeUnits } = publishedCostsOf(name);
    const all = [rounds, kmsCalls, bankCalls, readUnits, writeUnits].map((one = 0) => one * count);
    rows.push(`| ${[`\`${name}\``, count, ...all].join(' | ')} |`);
  }
  const head = [
    '| Function | Calls | Round trips | KMS | Bank | Read | Write |',
    '|---|--:|--:|--:|--:|--:|--:|',
  ];
  expectTable('What a payment makes', [...head, ...rows].join('\n'));
});

/** DynamoDB's size of a value, in bytes. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).replace(/0+$/, '').length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (value === null || typeof value !== 'object') return 1;
  const members = value instanceof Set || Array.isArray(value) ? [...value] : Object.entries(value).flat();
  return 3 + members.reduce<number>((sum, one) => sum + 1 + sizeOf(one), 0);
}
/** AWS adds a hundred bytes to each row, and to its entry in each index. */
const OVERHEAD = 100;
const bytesOf = (row: Item) =>
  OVERHEAD + Object.entries(row).reduce((sum, [name, value]) => sum + sizeOf(name) + sizeOf(value), 0);
const entriesOf = (row: Item) =>
  (Object.keys(TABLE_SHAPE.indexes) as IndexName[])
    .filter((index) => row[TABLE_SHAPE.indexes[index].partitionKey] !== undefined)
    .map((index) => entryOf(row, index));
const kb = (bytes: number) => (bytes / 1000).toFixed(1);

it('docs/costs.md has what a payment leaves', async () => {
  const keyOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
  await create(receiver.url);
  const before = new Set((await everyRow()).map(keyOf));
  const linesBefore = harness.logs.length;
  await payOnce();
  const logged = harness.logs.slice(linesBefore);
  for (const objectId of ['one', 'two']) await trigger((await happen({ objectId, sequence: 1 })).keys);
  const left = (await everyRow()).filter((row) => !before.has(keyOf(row)));
  const keptOf = ({ sk, expiresAtSeconds }: Item) =>
    sk === 'PAGE' ? 'with its page' : expiresAtSeconds === undefined ? 'for ever' : '90 days';
  const rows = [...Map.groupBy(left, keptOf)].map(([kept, own]) => {
    const rowBytes = own.reduce((sum, row) => sum + bytesOf(row), 0);
    const indexBytes = own.flatMap(entriesOf).reduce((sum, entry) => sum + bytesOf(entry), 0);
    return `| ${kept} | ${kb(rowBytes)} | ${kb(indexBytes)} |`;
  });
  expect(rows).toHaveLength(3);
  const metrics = new Set(
    logged.flatMap((line) => (line.includes('"_aws"') ? metricsIn(JSON.parse(line) as MetricLine) : [])),
  );
  const logBytes = logged.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  const all = [
    ...rows.sort(),
    `| log lines | ${Math.round(logBytes / 1000)} | |`,
    `| metrics of our own | ${metrics.size} | |`,
  ];
  expectTable('What a payment leaves', ['| Kept | KB | in indexes |', '|---|--:|--:|', ...all].join('\n'));
});

type MetricLine = { _aws: { CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: string }[] }[] } };
const metricsIn = (line: MetricLine & Record<string, unknown>) =>
  line._aws.CloudWatchMetrics.flatMap(({ Dimensions: [names = []], Metrics }) =>
    Metrics.map(({ Name }) => [Name, ...names.map((name) => line[name])].join(' ')),
  );
