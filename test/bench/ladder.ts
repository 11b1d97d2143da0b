// The steps between the floor and a function: bundles whose start-up shows the cost of one package or module,
// and bare calls, whose own time is part of every function that makes them.
import { randomUUID } from 'node:crypto';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { httpsTransport } from '#acquirer/transport.ts';
import { table, tableName } from '#store/table/table.ts';
import { keyedDigest } from '#vault/vault.ts';
import { counted } from '../harness/costs.ts';
import type { Calls } from './prepared-call.ts';

export const FLOOR = 'test/bench/floor.ts';
/** The same entry, with the client as its makers ship it. */
export const WHOLE_FLOOR = `${FLOOR}, whole`;

/** The content of each bundle, by its entry. */
export const STEPS: ReadonlyMap<string, string> = new Map([
  [FLOOR, 'the floor: the DynamoDB document client and six commands'],
  [WHOLE_FLOOR, 'the same, with the clients whole'],
  ['test/bench/ladder/middy.ts', 'the floor and `@middy/core`'],
  ['test/bench/ladder/zod.ts', 'the floor and `zod/mini`, one schema made'],
  ['test/bench/ladder/middy-and-zod.ts', 'the floor and both'],
  ['test/bench/ladder/endpoint.ts', 'an endpoint that takes nothing and does nothing'],
  ['test/bench/ladder/endpoint-with-body.ts', 'an endpoint that takes a body and does nothing'],
  ['test/bench/ladder/kms.ts', 'the floor and the KMS client'],
  ['test/bench/ladder/scheduler.ts', 'the floor and the Scheduler client'],
  ['test/bench/ladder/bank.ts', "the floor and the bank's adapter"],
  ['test/bench/ladder/page.ts', "the floor and the buyer's pages"],
]);

const TIMEOUTS = { connectTimeoutMs: 1_000, callTimeoutMs: 1_000 };
const bareRow = () => ({ pk: `BENCH#${randomUUID()}`, sk: 'BENCH' });

/** Single calls without a function, measured like functions. `baseUrl` is that of the harness. */
export function bareCalls(baseUrl: string): Calls {
  const callBank = httpsTransport(`${baseUrl}/fim/api`, TIMEOUTS);
  const bare = {
    '`GetItem`': () => table.send(new GetCommand({ TableName: tableName(), Key: bareRow() })),
    '`TransactWriteItems` of six rows': () => {
      const TransactItems = Array.from({ length: 6 }, () => ({
        Put: { TableName: tableName(), Item: bareRow() },
      }));
      return table.send(new TransactWriteCommand({ TransactItems }));
    },
    'KMS `GenerateMac`': () => keyedDigest('bench'),
    'a bank, on a connection of its own': () => callBank(Buffer.from('<CC5Request/>'), {}),
  };
  return Object.fromEntries(
    Object.entries(bare).map(([functionName, call]) => {
      const invocation = { functionName, kind: 'request' as const, event: {}, requestId: '', attempt: 1 };
      return [functionName, async () => () => counted(invocation, async () => await call())];
    }),
  );
}
