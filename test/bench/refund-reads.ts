// Compares the costs of a page of refunds and of their statistics for 10 and 100,000 refunds of one merchant:
// reads and capacity units, as DynamoDB reports them. Run: node test/bench/refund-reads.ts
import '../../lib/help.ts';
import { randomBytes } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { makePaymentReference, makeUuid } from '#domain/id.ts';
import { newRefund } from '#domain/refund/refund.ts';
import { writeNewRefund } from '#store/refund/refund.ts';
import { type Item, table, tableName } from '#store/table/table.ts';
import { type LocalService, startLocalService } from '../../lib/local/environment.ts';
import type { LocalMerchant } from '../../lib/local/local-merchant.ts';
import { paymentOf } from '../domain/refund/refund-builder.ts';

const FEW = 10;
const MANY = 100_000;
const DAY_MS = 86_400_000;
const ITEMS_PER_WRITE = 25;
const WRITES_AT_ONCE = 8;

/** The capacity units of each read since the list was last emptied. */
const reads: number[] = [];
function countReads(): void {
  table.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: { CapacityUnits?: number } };
      reads.push(ConsumedCapacity?.CapacityUnits ?? 0);
      return result;
    },
    { step: 'initialize', name: 'capacity' },
  );
}

/** The stored items of refunds on the last `days` days in turn, and their statistics. */
function* refundsOf({ merchantId }: LocalMerchant, count: number, days: number, now: Date) {
  const counters = new Map<string, Item>();
  for (let i = 0; i < count; i += 1) {
    const at = new Date(now.getTime() - (i % days) * DAY_MS - i);
    const payment = paymentOf({
      merchantId,
      paymentReferenceNumber: makePaymentReference(at.getTime(), randomBytes),
      orderNumber: `ORDER-${i}`,
    });
    const refundId = makeUuid(at.getTime(), randomBytes);
    const request = {
      refundId,
      amountMinor: 100 + (i % 900),
      refundType: 'Partial',
      origin: 'Request',
    } as const;
    for (const write of writeNewRefund(newRefund(payment, { ...request, reason: 'Kırık' }, at))) {
      if (write.kind === 'put') yield write.item;
      if (write.kind === 'count') addTo(counters, write.key, write.add);
    }
  }
  yield* counters.values();
}

function addTo(counters: Map<string, Item>, key: Pick<Item, 'pk' | 'sk'>, add: Record<string, number>) {
  const row: Item = counters.get(key.pk + key.sk) ?? { ...key, version: 0 };
  for (const [name, number] of Object.entries({ version: 1, ...add })) {
    row[name] = Number(row[name] ?? 0) + number;
  }
  counters.set(key.pk + key.sk, row);
}

async function load(items: Iterable<Item>): Promise<void> {
  let batches: Item[][] = [[]];
  const send = async () => {
    await Promise.all(
      batches
        .filter((batch) => batch.length > 0)
        .map((batch) => {
          const requests = batch.map((Item) => ({ PutRequest: { Item } }));
          return table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
        }),
    );
    batches = [[]];
  };
  for (const item of items) {
    if (batches.at(-1)?.length === ITEMS_PER_WRITE) {
      if (batches.length === WRITES_AT_ONCE) await send();
      else batches.push([]);
    }
    batches.at(-1)?.push(item);
  }
  await send();
}

const CALLS = {
  'statistics of 30 days': '/api/Refund/statistics',
  'first page of 5': '/api/Refund?limit=5',
  'first page of 5 by status': '/api/Refund?limit=5&status=Pending',
};

async function measure({ baseUrl }: LocalService, { apiKey }: LocalMerchant): Promise<Map<string, string>> {
  const figures = new Map<string, string>();
  const call = async (path: string) => {
    const answer = await fetch(baseUrl + path, { headers: { 'x-api-key': apiKey } });
    if (!answer.ok) throw new Error(await answer.text());
  };
  // The gateway authorizes a key once a minute, which is no cost of the call.
  await call('/api/Refund?limit=1');
  for (const [name, path] of Object.entries(CALLS)) {
    reads.length = 0;
    await call(path);
    figures.set(name, `${reads.length} reads, ${reads.reduce((sum, units) => sum + units, 0)} units`);
  }
  return figures;
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
Object.assign(console, { info: () => {}, warn: () => {} });
const service = await startLocalService({ port: 0, startAt: new Date('2026-11-30T09:00:00Z') });
countReads();
let differing = 0;
for (const days of [1, 29]) {
  const [few, many] = [await service.addMerchant(), await service.addMerchant()];
  await load(refundsOf(few, FEW, days, service.clock.now()));
  await load(refundsOf(many, MANY, days, service.clock.now()));
  const [fewFigures, manyFigures] = [await measure(service, few), await measure(service, many)];
  print(`\nRefunds spread over ${days} ${days === 1 ? 'day' : 'days'}`);
  for (const name of Object.keys(CALLS)) {
    print(`  ${name.padEnd(28)}${FEW}: ${fewFigures.get(name)}   ${MANY}: ${manyFigures.get(name)}`);
    if (days === 1 && fewFigures.get(name) !== manyFigures.get(name)) differing += 1;
  }
}
await service.stop();
process.exitCode = differing === 0 ? 0 : 1;
