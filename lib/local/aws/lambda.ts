// The functions of the local house and the two ways to invoke them: as a request, whose caller waits for the
// answer, and as an event, which is tried again a minute and two minutes later when it fails.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import { createDueQueue } from '../time/due-queue.ts';
import type { TimedSource } from '../time/timeline.ts';
import {
  asLambdaError,
  LambdaError,
  type LambdaFunction,
  lambdaArn,
  runHandler,
  toJson,
} from './lambda-runtime.ts';

export type Invocation = {
  functionName: string;
  kind: 'request' | 'event';
  event: unknown;
  /** The same for every try of one event. */
  requestId: string;
  /** 1 for the first try. */
  attempt: number;
};

type LambdaDeadLetter = { functionName: string; event: unknown; error: LambdaError; atMs: number };

export type LambdasOptions = {
  clock: Clock;
  functions: readonly LambdaFunction[];
  /**
   * Stands around every invocation, for the injection of faults: throw before `run` and nothing happened,
   * throw after it and everything happened but the answer is lost, call it twice and it happened twice.
   */
  around?: (invocation: Invocation, run: () => Promise<unknown>) => Promise<unknown>;
};

export type Lambdas = {
  /** Invokes and answers the result as it arrives at the caller; throws a LambdaError. */
  invoke(nameOrArn: string, event: unknown): Promise<unknown>;
  /** Hands an event over; resolves after its first try, whatever came of it. Throws for unknown functions. */
  invokeEvent(nameOrArn: string, event: unknown): Promise<void>;
  /** The retries that wait. */
  alarms: TimedSource;
  /** Events whose last try failed. */
  deadLetters: readonly LambdaDeadLetter[];
};

const retryDelaysMs = [60_000, 120_000];
/** One try of one invocation; the event is text, so that no try sees what another did to it. */
type Try = { invoked: LambdaFunction; event: string; requestId: string; attempt: number };

export function createLambdas({ clock, functions, around }: LambdasOptions): Lambdas {
  const byName = new Map(functions.map((invoked) => [invoked.name, invoked]));
  const handlerOf = createLoader();

  const firstTry = (nameOrArn: string, event: unknown): Try => {
    const name = nameOrArn.startsWith('arn:') ? (nameOrArn.split(':')[6] ?? '') : nameOrArn;
    const invoked = byName.get(name);
    if (invoked !== undefined) {
      return { invoked, event: toJson(invoked, event), requestId: randomUUID(), attempt: 1 };
    }
    throw new LambdaError(name, 'ResourceNotFoundException', `Function not found: ${lambdaArn(name)}`);
  };

  const run = async (once: Try, kind: Invocation['kind']): Promise<unknown> => {
    const { invoked, requestId, attempt } = once;
    const work = async () => await runHandler(invoked, await handlerOf(invoked), once);
    const invocation: Invocation = {
      functionName: invoked.name,
      kind,
      event: JSON.parse(once.event),
      requestId,
      attempt,
    };
    try {
      return await (around === undefined ? work() : around(invocation, work));
    } catch (error) {
      throw asLambdaError(invoked, error);
    }
  };

  const { accept, alarms, deadLetters } = createEventQueue(clock, (once) => run(once, 'event'));
  return {
    invoke: async (nameOrArn, event) => await run(firstTry(nameOrArn, event), 'request'),
    invokeEvent: async (nameOrArn, event) => await accept(firstTry(nameOrArn, event)),
    alarms,
    deadLetters,
  };
}

/** Handlers stay loaded between invocations; a cold start that failed is tried anew by the next one. */
function createLoader() {
  const loaded = new Map<string, ReturnType<LambdaFunction['load']>>();
  return async (invoked: LambdaFunction) => {
    const loading = loaded.get(invoked.name) ?? invoked.load();
    loaded.set(invoked.name, loading);
    try {
      return (await loading).handler;
    } catch (error) {
      loaded.delete(invoked.name);
      throw error;
    }
  };
}

function createEventQueue(clock: Clock, run: (once: Try) => Promise<unknown>) {
  const retries = createDueQueue<Try>();
  const deadLetters: LambdaDeadLetter[] = [];

  const accept = async (once: Try): Promise<void> => {
    try {
      await run(once);
    } catch (thrown) {
      const { invoked, attempt } = once;
      const delayMs = attempt <= invoked.retryAttempts ? retryDelaysMs[attempt - 1] : undefined;
      if (delayMs !== undefined) {
        retries.push(clock.nowMs() + delayMs, { ...once, attempt: attempt + 1 });
        return;
      }
      const error = asLambdaError(invoked, thrown);
      const event: unknown = JSON.parse(once.event);
      deadLetters.push({ functionName: invoked.name, event, error, atMs: clock.nowMs() });
    }
  };

  const alarms: TimedSource = {
    name: 'lambda retries',
    nextDueMs: () => retries.peek()?.dueMs,
    async fireDue(nowMs) {
      let fired = 0;
      for (let due = retries.peek(); due !== undefined && due.dueMs <= nowMs; due = retries.peek()) {
        retries.pop();
        await accept(due.item);
        fired += 1;
      }
      return fired;
    },
  };
  return { accept, alarms, deadLetters };
}
