// Counts the costs of a call at the function's HTTP client: AWS calls, sequential round trips, and DynamoDB's
// capacity units. Work of the local service itself is not counted.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { table } from '#store/table/table.ts';
import type { LocalOptions } from '../../lib/local/local-options.ts';

export type Cost = {
  /** AWS calls that had to wait for one another: the latency of the function in round trips. */
  rounds: number;
  kmsCalls: number;
  scheduleCalls: number;
  bankCalls: number;
  /** DynamoDB's capacity units, including those of indexes. */
  readUnits: number;
  writeUnits: number;
  /** Milliseconds in which the function did not wait for an answer. */
  ownMs: number;
};

type Service = 'table' | 'kms' | 'schedule' | 'bank';
type Trip = { service: Service; startedAt: number; endedAt: number };
type Count = {
  functionName: string | undefined;
  trips: Map<unknown, Trip>;
  readUnits: number;
  writeUnits: number;
  ranMs: number;
};

const counting = new AsyncLocalStorage<Count>();
let current: Count | undefined;

/** The `around` option of `startHarness` that assigns calls to their function. */
export const counted: NonNullable<LocalOptions['around']> = async ({ functionName, kind }, run) => {
  const isRequest = kind === 'request' && functionName !== 'authorizer';
  const isCounted = current?.functionName === undefined ? isRequest : current.functionName === functionName;
  if (current === undefined || !isCounted) return await run();
  const count = current;
  const startedAt = performance.now();
  try {
    return await counting.run(count, run);
  } finally {
    count.ranMs += performance.now() - startedAt;
  }
};

/**
 * Counts the costs of the endpoint functions while `run` runs, or those of the named function. Without a
 * name, the authorizer and the background functions are not counted.
 */
export async function costOf(run: () => Promise<unknown>, functionName?: string): Promise<Cost> {
  const count: Count = { functionName, trips: new Map(), readUnits: 0, writeUnits: 0, ranMs: 0 };
  current = count;
  try {
    await run();
  } finally {
    current = undefined;
  }
  const trips = [...count.trips.values()];
  const callsOf = (wanted: Service) => trips.filter(({ service }) => service === wanted).length;
  return {
    rounds: roundsOf(trips.filter(({ service }) => service !== 'bank')),
    kmsCalls: callsOf('kms'),
    scheduleCalls: callsOf('schedule'),
    bankCalls: callsOf('bank'),
    readUnits: count.readUnits,
    writeUnits: count.writeUnits,
    ownMs: count.ranMs - waitedMs(trips),
  };
}

/**
 * The length of the longest chain of calls in which each started after its predecessor had ended, which is
 * never less than the calls that wait for each other. It can be more if parallel calls are answered late.
 */
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

/** The time in which at least one call was waiting for its answer. */
function waitedMs(trips: readonly Trip[]): number {
  let waited = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { startedAt, endedAt } of trips.toSorted((one, other) => one.startedAt - other.startedAt)) {
    waited += Math.max(0, endedAt - Math.max(startedAt, reached));
    reached = Math.max(reached, endedAt);
  }
  return waited;
}

function serviceOf(request: ClientRequest): Service {
  const operation = request.getHeader('x-amz-target');
  if (typeof operation === 'string') return operation.startsWith('TrentService.') ? 'kms' : 'table';
  return request.path.startsWith('/aws/scheduler') ? 'schedule' : 'bank';
}

subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  const trip: Trip = {
    service: serviceOf(request),
    startedAt: performance.now(),
    endedAt: Number.POSITIVE_INFINITY,
  };
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
    const output = await next(args);
    const { ConsumedCapacity } = output.output as { ConsumedCapacity?: Consumed | Consumed[] };
    const units = [ConsumedCapacity ?? []]
      .flat()
      .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    const isWrite = 'TransactItems' in args.input || 'UpdateExpression' in args.input || 'Item' in args.input;
    count[isWrite ? 'writeUnits' : 'readUnits'] += units;
    return output;
  },
  { step: 'initialize', name: 'consumed capacity' },
);
