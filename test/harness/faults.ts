// Injects a fault into any single call that a function makes: to table, keys, schedules or bank. It works in
// Node's HTTP client, below every SDK, so that retries, tokens and lost answers behave as in production.
// Usage: pass `around` to the service, arm a fault, invoke the function, read the report.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import type { LambdasOptions } from '../../lib/local/aws/lambda.ts';
import { isThorough } from './thoroughness.ts';

export const FAULTS = [
  /** The function crashes; the call is never made. */
  'crash before',
  /** The call is executed; the function crashes before it receives the answer. */
  'crash after',
  /** The connection breaks before the call arrives, once. */
  'lost request',
  /** The call is executed; the connection breaks before the answer, once. */
  'lost answer',
  /** From this call on, the called service cannot be reached. */
  'outage',
  /** The call is executed and its answer lost; after it the called service cannot be reached. */
  'lost answer, then outage',
] as const;
export type Fault = (typeof FAULTS)[number];

const WORST: readonly Fault[] = ['crash after', 'lost answer, then outage'];
/** The faults for the long matrices: all in CI, only the worst of them otherwise. */
export const FAULTS_TO_INJECT = isThorough ? FAULTS : WORST;

/**
 * Calls that change nothing. A crash at one equals a crash before or after the next change, and the SDK
 * repeats a lost one; only an outage that begins with it is another case.
 */
const READS = ['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query', 'DescribeTable'];

/** The calls at which a long matrix injects a fault: the first and every `step`-th after it. */
type FaultedCalls = { first: number; step: number; skipped: number };

/**
 * Returns every call in CI. Otherwise the faults take turns, so that each call meets one of them, or every
 * `sparse`-th call if a case takes long; another `turn` exchanges the calls. `skipped` calls come before.
 */
export function callsToFault(fault: Fault, { turn = 0, sparse = 1, skipped = 0 } = {}): FaultedCalls {
  if (isThorough) return { first: skipped + 1, step: 1, skipped };
  const step = WORST.length * sparse;
  return { first: skipped + 1 + ((WORST.indexOf(fault) * sparse + turn) % step), step, skipped };
}

/**
 * Returns half of a matrix that takes minutes. In CI the odd calls meet the faults that keep a call from
 * arriving, the even ones those that follow its execution. Otherwise it is `callsToFault`.
 */
export function everySecondCall(fault: Fault, sparse: number, skipped = 0): FaultedCalls {
  if (!isThorough) return callsToFault(fault, { sparse, skipped });
  return { first: skipped + 1 + (FAULTS.indexOf(fault) % 2), step: 2, skipped };
}

/**
 * Makes a `turn` with a fault at each of these calls, until a turn meets none. Throws if that is the case
 * before `least` calls: the loop would pass without a fault.
 */
export async function atEachCall(
  { first, step, skipped }: FaultedCalls,
  least: number,
  turn: (at: number) => Promise<FaultReport>,
): Promise<void> {
  let at = first;
  for (let report = await turn(at); report.hit !== undefined; report = await turn(at)) at = report.at + step;
  const passed = at - 1 - skipped;
  if (passed < least) throw new Error(`Only ${passed} calls were passed, not ${least}.`);
}

type Call = { to: 'table' | 'keys' | 'schedules' | 'bank'; action: string };
export type FaultReport = {
  /** All calls that the invocation made until it ended or crashed, in order. */
  calls: Call[];
  /** The call that the fault hit; undefined if the invocation made fewer calls. */
  hit: Call | undefined;
  /** Its number, from 1. */
  at: number;
};

type Faults = {
  /** The `around` option for `startLocalService` or `startHarness`. */
  around: NonNullable<LambdasOptions['around']>;
  /**
   * The next invocation of the function meets the fault at its n-th call, or at its first call to a service.
   * In CI, where each call has its turn, only an outage begins at a read: the others pass reads by.
   */
  arm(functionName: string, at: number | Call['to'], fault: Fault): FaultReport;
  /** Reports the calls of the next invocation of the function, without a fault. */
  observe(functionName: string): FaultReport;
  /** The next invocation of the function waits at its n-th call, or at its first call to a system. */
  hold(functionName: string, at: number | Call['to']): Hold;
  /** Delays every call by a random time of up to `mostMs` milliseconds; 0 ends it. */
  jitter(mostMs: number, seed?: number): void;
};

type Hold = {
  /** Resolves when the function waits. */
  reached: Promise<void>;
  /** Lets the call be sent. */
  release(): void;
};

/** A waiting call: `reach` reports that it waits, `opened` is what it waits for. */
type Gate = { reach: () => void; opened: Promise<void> };

type Invocation = {
  hasCrashed: boolean;
  report: FaultReport;
  plan: { at: number | Call['to']; fault: Fault | Gate } | undefined;
  down: Set<Call['to']>;
};

/** Must be called once in a test file; it ends after the file's last test. */
export function openFaults(): Faults {
  const invocations = new AsyncLocalStorage<Invocation>();
  let armed: { functionName: string; report: FaultReport; plan: Invocation['plan'] } | undefined;
  let pauseMs = () => 0;

  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const invocation = invocations.getStore();
    if (invocation === undefined) return;
    injectFault(invocation, request);
    const ms = pauseMs();
    if (ms > 0) delay(request, sleep(ms));
  };
  subscribe('http.client.request.created', onRequest);
  afterAll(() => void unsubscribe('http.client.request.created', onRequest));

  const arm = (functionName: string, plan: Invocation['plan']): FaultReport => {
    const report: FaultReport = { calls: [], hit: undefined, at: 0 };
    armed = { functionName, report, plan };
    return report;
  };
  return {
    arm: (functionName, at, fault) => arm(functionName, { at, fault }),
    observe: (functionName) => arm(functionName, undefined),
    hold(functionName, at) {
      const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      arm(functionName, { at, fault: { reach: reached.resolve, opened: opened.promise } });
      return { reached: reached.promise, release: opened.resolve };
    },
    jitter(mostMs, seed = 1) {
      const random = randomFrom(seed);
      pauseMs = mostMs === 0 ? () => 0 : () => random() * mostMs;
    },
    async around({ functionName }, run) {
      const own = armed?.functionName === functionName ? armed : undefined;
      if (own) armed = undefined;
      const { report = { calls: [], hit: undefined, at: 0 }, plan } = own ?? {};
      const invocation: Invocation = { hasCrashed: false, report, plan, down: new Set() };
      // Until its code has ended, or the next move of the clock would find it in a read.
      const [result] = await Promise.allSettled([invocations.run(invocation, run)]);
      if (invocation.hasCrashed) throw new Error('The function has crashed.');
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    },
  };
}

function injectFault(invocation: Invocation, request: ClientRequest): void {
  const call = callOf(request);
  // The code of a crashed function continues in this process, but changes nothing, and no SDK repeats a call.
  // It may read, because the others share its read of the lease.
  if (invocation.hasCrashed) {
    if (!READS.includes(call.action)) request.destroy(new Error('The function has crashed.'));
    return;
  }
  invocation.report.calls.push(call);
  if (invocation.down.has(call.to)) return void request.destroy(networkError('ECONNREFUSED'));
  const { plan, report } = invocation;
  if (plan === undefined || report.hit !== undefined || !isMet(plan, call, report.calls.length)) return;
  Object.assign(report, { hit: call, at: report.calls.length });
  const { fault } = plan;
  if (typeof fault === 'string') {
    applyFault(invocation, fault, call, request);
  } else {
    fault.reach();
    delay(request, fault.opened);
  }
}

const isPassedBy = (fault: Fault | Gate, { action }: Call) =>
  isThorough && typeof fault === 'string' && fault !== 'outage' && READS.includes(action);
const isMet = ({ at, fault }: NonNullable<Invocation['plan']>, call: Call, number: number) =>
  typeof at === 'string' ? at === call.to : number >= at && !isPassedBy(fault, call);

function applyFault(invocation: Invocation, fault: Fault, { to }: Call, request: ClientRequest): void {
  switch (fault) {
    case 'crash before':
      request.destroy(networkError('ECONNREFUSED'));
      invocation.hasCrashed = true;
      break;
    case 'crash after':
      onAnswer(request, () => (invocation.hasCrashed = true));
      break;
    case 'lost request':
      request.end = () => request.destroy(networkError('ECONNRESET'));
      break;
    case 'lost answer':
      onAnswer(request, () => {});
      break;
    case 'outage':
      invocation.down.add(to);
      request.destroy(networkError('ECONNREFUSED'));
      break;
    case 'lost answer, then outage':
      onAnswer(request, () => invocation.down.add(to));
      break;
  }
}

/** Calls `then` instead of delivering the answer; for the caller the connection breaks. */
function onAnswer(request: ClientRequest, then: () => void): void {
  const emit = request.emit.bind(request);
  request.emit = ((event: string, ...parts: unknown[]): boolean => {
    if (event !== 'response') return emit(event, ...parts);
    (parts[0] as IncomingMessage).resume();
    then();
    request.destroy(networkError('ECONNRESET'));
    return true;
  }) as typeof request.emit;
}

function delay(request: ClientRequest, until: Promise<void>): void {
  const end = request.end.bind(request) as (...parts: unknown[]) => ClientRequest;
  request.end = ((...parts: unknown[]) => {
    void until.then(() => end(...parts));
    return request;
  }) as typeof request.end;
}

const networkError = (code: string) => Object.assign(new Error(code), { code });

/** `table PutItem`, `bank POST`: derived from the address and the SDK's headers. */
function callOf(request: ClientRequest): Call {
  const target = String(request.getHeader('x-amz-target') ?? '');
  const [service = '', action = ''] = target.split('.');
  if (service.startsWith('DynamoDB')) return { to: 'table', action };
  if (service.startsWith('Trent')) return { to: 'keys', action };
  if (request.path.includes('/scheduler')) return { to: 'schedules', action: request.method };
  return { to: 'bank', action: request.method };
}

/** Mulberry32: a small, seeded generator, uniform enough for delays. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
