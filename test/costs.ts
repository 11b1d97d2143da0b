// What a call costs, counted where it leaves the function: calls to AWS, how many of them had to wait for one
// another, and the capacity that DynamoDB charges. What the house does for itself meanwhile does not count.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { table } from '#store/table.ts';
import type { LocalOptions } from '../lib/local/environment.ts';

export type Cost = {
  /** Calls to AWS that had to wait for one another: the latency of the endpoint in round trips. */
  rounds: number;
  kmsCalls: number;
  /** DynamoDB's capacity units, its indexes included. */
  readUnits: number;
  writeUnits: number;
};

type Trip = { operation: string; startedAt: number; endedAt: number };
type Count = { trips: Map<unknown, Trip>; readUnits: number; writeUnits: number };

const counting = new AsyncLocalStorage<Count>();
let current: Count | undefined;

/**
 * For `startHarness`: the functions that answer calls are counted, the authorizer and the clock's are not.
 */
export const counted: NonNullable<LocalOptions['around']> = async ({ functionName, kind }, run) => {
  const isCounted = kind === 'request' && functionName !== 'authorizer';
  return await (current && isCounted ? counting.run(current, run) : run());
};

export async function costOf(run: () => Promise<unknown>): Promise<Cost> {
  const count: Count = { trips: new Map(), readUnits: 0, writeUnits: 0 };
  current = count;
  try {
    await run();
  } finally {
    current = undefined;
  }
  const trips = [...count.trips.values()];
  const kmsCalls = trips.filter(({ operation }) => operation.startsWith('TrentService.')).length;
  return { rounds: roundsOf(trips), kmsCalls, readUnits: count.readUnits, writeUnits: count.writeUnits };
}

/** The longest chain of calls of which each began after the one before had ended. */
function roundsOf(trips: readonly Trip[]): number {
  let rounds = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const { startedAt, endedAt } of trips.toSorted((one, other) => one.endedAt - other.endedAt)) {
    if (startedAt < lastEnd) continue;
    rounds += 1;
    lastEnd = endedAt;
  }
  return rounds;
}

subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  const operation = request.getHeader('x-amz-target');
  if (typeof operation !== 'string') return;
  const trip = { operation, startedAt: performance.now(), endedAt: Number.POSITIVE_INFINITY };
  counting.getStore()?.trips.set(request, trip);
  request.once('response', () => {
    trip.endedAt = performance.now();
  });
});

type Consumed = { CapacityUnits?: number };

table.middlewareStack.add(
  (next) => async (args) => {
    const count = counting.getStore();
    if (count === undefined) return await next(args);
    Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = await next(args);
    const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
    const units = [ConsumedCapacity ?? []]
      .flat()
      .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    const isWrite = 'TransactItems' in args.input || 'UpdateExpression' in args.input || 'Item' in args.input;
    count[isWrite ? 'writeUnits' : 'readUnits'] += units;
    return answer;
  },
  { step: 'initialize', name: 'consumed capacity' },
);
