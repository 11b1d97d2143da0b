// Breaks any single call that a function makes to the outside: table, keys, schedules or bank. It sits at
// Node's own HTTP client, below every SDK, so that retries, tokens and lost answers behave as they would.
// Reusable for every function: pass `around` to the service, arm a fault, invoke, look at what was met.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterAll } from 'vitest';
import type { LambdasOptions } from '../../lib/local/aws/lambda.ts';
import { isThorough } from './thoroughness.ts';

export const FAULTS = [
  /** The function dies; the call was never made. */
  'crash before',
  /** The call was carried out; the function dies before it hears of it. */
  'crash after',
  /** The connection breaks before the call arrives, once. */
  'lost request',
  /** The call was carried out; the connection breaks before the answer, once. */
  'lost answer',
  /** From this call on nobody answers there. */
  'outage',
  /** This call was carried out, its answer lost, and from then on nobody answers there. */
  'lost answer, then outage',
] as const;
export type Fault = (typeof FAULTS)[number];

const WORST: readonly Fault[] = ['crash after', 'lost answer, then outage'];
/** For the long matrices: every fault in CI, the worst of them where a person waits. */
export const FAULTS_TO_MEET = isThorough ? FAULTS : WORST;

type Call = { to: 'table' | 'keys' | 'schedules' | 'bank'; action: string };
export type Strike = {
  /** All calls that the invocation made until it ended or died, in order. */
  calls: Call[];
  /** The call that the fault hit; undefined where the invocation made fewer calls. */
  met: Call | undefined;
};

type Faults = {
  /** For `startLocalService` or `startHarness`. */
  around: NonNullable<LambdasOptions['around']>;
  /**
   * The next invocation of the function meets the fault at its n-th call, or at its first call to somebody.
   */
  arm(functionName: string, at: number | Call['to'], fault: Fault): Strike;
  /** The next invocation of the function is only watched. */
  watch(functionName: string): Strike;
  /** Holds every call back for up to so many milliseconds, each for a different while; 0 ends it. */
  jitter(mostMs: number, seed?: number): void;
};

/** What is known of one invocation. */
type Life = {
  isDead: boolean;
  strike: Strike;
  plan: { at: number | Call['to']; fault: Fault } | undefined;
  down: Set<Call['to']>;
  die: () => void;
};

/** Opened once per test file, which it ends with. */
export function openFaults(): Faults {
  const lives = new AsyncLocalStorage<Life>();
  let armed: { functionName: string; strike: Strike; plan: Life['plan'] } | undefined;
  let pauseMs = () => 0;

  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const life = lives.getStore();
    if (life === undefined) return;
    meet(life, request);
    const ms = pauseMs();
    if (ms > 0) delay(request, ms);
  };
  subscribe('http.client.request.created', onRequest);
  afterAll(() => void unsubscribe('http.client.request.created', onRequest));

  const arm = (functionName: string, plan: Life['plan']): Strike => {
    const strike: Strike = { calls: [], met: undefined };
    armed = { functionName, strike, plan };
    return strike;
  };
  return {
    arm: (functionName, at, fault) => arm(functionName, { at, fault }),
    watch: (functionName) => arm(functionName, undefined),
    jitter(mostMs, seed = 1) {
      const random = randomFrom(seed);
      pauseMs = mostMs === 0 ? () => 0 : () => random() * mostMs;
    },
    async around({ functionName }, run) {
      const own = armed?.functionName === functionName ? armed : undefined;
      if (own) armed = undefined;
      const { strike = { calls: [], met: undefined }, plan } = own ?? {};
      const death = Promise.withResolvers<never>();
      const life: Life = { isDead: false, strike, plan, down: new Set(), die: () => {} };
      life.die = () => {
        life.isDead = true;
        death.reject(new Error('The function has crashed.'));
      };
      return await Promise.race([lives.run(life, run), death.promise]);
    },
  };
}

function meet(life: Life, request: ClientRequest): void {
  // What is left of a function that has died runs on in this process, but reaches nobody any more.
  if (life.isDead) return void request.destroy(networkError('ECONNREFUSED'));
  const call = callOf(request);
  life.strike.calls.push(call);
  if (life.down.has(call.to)) return void request.destroy(networkError('ECONNREFUSED'));
  if (life.plan === undefined || life.strike.met !== undefined) return;
  if (life.plan.at !== life.strike.calls.length && life.plan.at !== call.to) return;
  life.strike.met = call;
  strike(life, life.plan.fault, call, request);
}

function strike(life: Life, fault: Fault, { to }: Call, request: ClientRequest): void {
  switch (fault) {
    case 'crash before':
      request.destroy(networkError('ECONNREFUSED'));
      life.die();
      break;
    case 'crash after':
      onAnswer(request, life.die);
      break;
    case 'lost request':
      request.end = () => request.destroy(networkError('ECONNRESET'));
      break;
    case 'lost answer':
      onAnswer(request, () => {});
      break;
    case 'outage':
      life.down.add(to);
      request.destroy(networkError('ECONNREFUSED'));
      break;
    case 'lost answer, then outage':
      onAnswer(request, () => life.down.add(to));
      break;
  }
}

/** The answer arrives here and nowhere else; for the caller the connection breaks. */
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

function delay(request: ClientRequest, ms: number): void {
  const end = request.end.bind(request) as (...parts: unknown[]) => ClientRequest;
  request.end = ((...parts: unknown[]) => {
    setTimeout(() => end(...parts), ms);
    return request;
  }) as typeof request.end;
}

const networkError = (code: string) => Object.assign(new Error(code), { code });

/** `table PutItem`, `bank POST`: told by the address and by what the SDK writes into the headers. */
function callOf(request: ClientRequest): Call {
  const target = String(request.getHeader('x-amz-target') ?? '');
  const [service = '', action = ''] = target.split('.');
  if (service.startsWith('DynamoDB')) return { to: 'table', action };
  if (service.startsWith('Trent')) return { to: 'keys', action };
  if (request.path.includes('/scheduler')) return { to: 'schedules', action: request.method };
  return { to: 'bank', action: request.method };
}

/** Mulberry32: small, seeded, even enough for pauses. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
