// What a payment makes and leaves, counted: on a hosted page with 3-D Secure, two events and one webhook. The
// bill of docs/costs.md is made of these tables.
import { expect, it } from 'vitest';
import { tokenDigest } from '#domain/payment/page-token.ts';
import { loadHostedPage } from '#store/payment/hosted-page.ts';
import { type IndexName, TABLE_SHAPE } from '#store/table/keys.ts';
import type { Item } from '#store/table/table.ts';
import { announcementsUsdPerMillion, usdPerMillion } from '../../../lib/cost/calls.ts';
import { RIGHT_CODE } from '../../drivers/buyer.ts';
import { secureOrders } from '../../endpoints/hosted-page/three-d/secure-orders.ts';
import { expectSentence, expectTable, publishedCostsOf, publishedRowOf } from '../../harness/cost-table.ts';
import { type Cost, costOf, counted } from '../../harness/costs.ts';
import { startHarness } from '../../harness/harness.ts';
import { readChanges } from '../../harness/start/stream-changes.ts';
import { everyRow } from '../../store/every-row.ts';
import { entryOf } from '../../store/table/partition-writes.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';
import { webhooksOf } from '../../webhook/webhooks.ts';

const invoked: string[] = [];
const harness = await startHarness({
  hasStream: true,
  around: async (invocation, run) => {
    invoked.push(invocation.functionName);
    return await counted(invocation, run);
  },
});
const secure = await secureOrders(harness);
const { trigger } = webhooksOf(harness);
const { url } = await startReceiver(answerWith(200));
await harness.api('POST', '/api/webhook', { body: { url }, key: secure.key });

/** From the page's creation to the shop's look at it. */
async function payOnce(order: { orderNumber?: string } = {}): Promise<void> {
  const { form, token, showPage } = await secure.openPage(order);
  const back = await harness.buyer.verify(await secure.submit(form), RIGHT_CODE);
  // The bank's own message arrives before the buyer does, as mostly happens.
  await expect.poll(async () => (await loadHostedPage(tokenDigest(token)))?.state).toBe('Paid');
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
/** The changes of the last payment and of its page, which are events. */
async function lastChanges() {
  const changes = await readChanges(harness.service, (_, sk) => sk === 'PAYMENT' || sk === 'PAGE');
  return ['PAYMENT', 'PAGE'].flatMap((noun) => changes.findLast(({ sk }) => sk === noun)?.record ?? []);
}
const isDue = ({ pk, state }: Item) => pk.includes('#DELIVERY#') && state === 'Due';

/** Round trips are those of the page: on a busy machine calls that go out together may count as two. */
async function counting(name: 'capture' | 'deliver', run: () => Promise<unknown>) {
  const { rounds = 0 } = publishedCostsOf(name);
  return { ...(await costOf(run, name)), rounds };
}

/** Makes both events of the last payment and sends them: each alone, or in one batch. */
async function sendEvents(inABatch: 1 | 2) {
  const batchesOf = <Part>(parts: readonly Part[]) => (inABatch === 2 ? [parts] : parts.map((one) => [one]));
  const capture: Cost[] = [];
  for (const Records of batchesOf(await lastChanges())) {
    const invoke = () => harness.service.lambdas.invoke('capture', { Records });
    capture.push(await counting('capture', invoke));
  }
  const due = (await everyRow()).filter(isDue);
  expect(due).toHaveLength(2);
  const deliver: Cost[] = [];
  for (const keys of batchesOf(due)) deliver.push(await counting('deliver', () => trigger(keys)));
  return { capture, deliver };
}

const COUNTED = ['rounds', 'kmsCalls', 'bankCalls', 'readUnits', 'writeUnits'] as const;
const rowOf = (name: string, costs: readonly ReturnType<typeof publishedCostsOf>[]) => {
  const sums = COUNTED.map((of) => costs.reduce((sum, { [of]: one = 0 }) => sum + one, 0));
  return `| ${[`\`${name}\``, costs.length, ...sums].join(' | ')} |`;
};

it('docs/costs.md has the calls that a payment makes', async () => {
  await payOnce();
  const rows: string[] = [];
  for (const name of FUNCTIONS) {
    invoked.length = 0;
    // Longer than most: no row of a payment is near the end of its kilobyte.
    const orderNumber = `${name}-2026-11`.slice(-22).padStart(22, '0');
    const cost = await costOf(() => payOnce({ orderNumber }), name);
    const calls = invoked.filter((one) => one === name).length;
    expect([name, calls]).toEqual([name, 1]);
    rows.push(rowOf(name, [cost]));
  }
  const authorizer = publishedCostsOf('authorizer');
  // A container remembers the merchant and the secret of its webhook.
  await sendEvents(1);
  await payOnce();
  const { capture, deliver } = await sendEvents(1);
  rows.push(
    rowOf('authorizer', [authorizer, authorizer]),
    rowOf('capture', capture),
    rowOf('deliver', deliver),
  );
  const head = [
    '| Function | Calls | Round trips | KMS | Bank | Read | Write |',
    '|---|--:|--:|--:|--:|--:|--:|',
  ];
  expectTable('What a payment makes', [...head, ...rows].join('\n'));
});

it('docs/costs.md has the price of a payment on the page, its events and their deliveries', async () => {
  const pay = Number(publishedRowOf('hosted-page-pay')?.split(' | ').at(-1)?.replace(' |', ''));
  const usdOf = async (inABatch: 1 | 2) => {
    await payOnce();
    const { capture, deliver } = await sendEvents(inABatch);
    const priced = (cost: Cost, kind: 'stream' | 'queue', [ownMs, logBytes]: readonly [number, number]) =>
      usdPerMillion({
        ...{
          ...cost,
          kind,
          ownMs: ownMs * inABatch,
          logBytes: logBytes * inABatch,
          memoryMb: 512,
          answerMs: 200,
        },
        // Those of a batch are called at the same time.
        bankCalls: Math.min(1, cost.bankCalls),
      });
    return [
      pay,
      ...capture.map((cost) => priced(cost, 'stream', [2, 300])),
      ...deliver.map((cost) => priced(cost, 'queue', [3, 500])),
      2 * announcementsUsdPerMillion(inABatch),
    ].reduce((sum, usd) => sum + usd, 0);
  };
  const [together, alone] = [await usdOf(2), await usdOf(1)];
  expectSentence(
    'A million payments on the page, each with two events and two deliveries, cost ' +
      `${together.toFixed(2)} USD if the two, which are of one change, are recorded and sent together, and ` +
      `${alone.toFixed(2)} if each is alone.`,
  );
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
const bytesOf = (row: Readonly<Record<string, unknown>>) =>
  OVERHEAD + Object.entries(row).reduce((sum, [name, value]) => sum + sizeOf(name) + sizeOf(value), 0);
const entriesOf = (row: Item) =>
  (Object.keys(TABLE_SHAPE.indexes) as IndexName[])
    .filter((index) => row[TABLE_SHAPE.indexes[index].partitionKey] !== undefined)
    .map((index) => entryOf(row, index));
const kb = (bytes: number) => (bytes / 1000).toFixed(1);

it('docs/costs.md has what a payment leaves', async () => {
  const keyOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
  const before = new Set((await everyRow()).map(keyOf));
  const linesBefore = harness.logs.length;
  await payOnce();
  const logged = harness.logs.slice(linesBefore);
  await sendEvents(1);
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
