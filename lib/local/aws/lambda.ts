// Emulates Lambda's two kinds of invocation: a request, whose caller waits for the result, and an event,
// which is retried after one and two minutes if it fails.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import { createDueQueue } from '../time/due-queue.ts';
import type { TimedEvents } from '../time/timeline.ts';
import {
  asLambdaError,
  LambdaError,
  type LambdaFunction,
  lambdaArn,
  runHandler,
  toJson,
} from './lambda-runtime.ts';

export type LambdaInvocation = {
  functionName: string;
  kind: 'request' | 'event';
  event: unknown;
  /** The same for every attempt of one event. */
  requestId: string;
  /** 1 for the first attempt. */
  attempt: number;
};

type LambdaDeadLetter = { functionName: string; event: unknown; error: LambdaError; atMs: number };

export type LambdasOptions = {
  clock: Clock;
  functions: readonly LambdaFunction[];
  /**
   * Wraps every invocation, to inject faults. If it throws before `run`, nothing was executed; if it throws
   * after `run`, everything was executed but the result is lost; if it calls `run` twice, it was executed
   * twice.
   */
  around?: (invocation: LambdaInvocation, run: () => Promise<unknown>) => Promise<unknown>;
};

export type Lambdas = {
  /** Invokes the function and returns its result after JSON serialisation. Throws a LambdaError. */
  invoke(nameOrArn: string, event: unknown): Promise<unknown>;
  /** Resolves after the first attempt, even if it fails. Throws if the function does not exist. */
  invokeEvent(nameOrArn: string, event: unknown): Promise<void>;
  /** Resolves when no invocation is running. */
  ended(): Promise<void>;
  /** The waiting retries. */
  timedEvents: TimedEvents;
  /** Events that failed on every retry. */
  deadLetters: readonly LambdaDeadLetter[];
};

const retryDelaysMs = [60_000, 120_000];
/** One attempt of an invocation. The event is JSON text, so no attempt sees changes made by another. */
type InvocationAttempt = { invoked: LambdaFunction; event: string; requestId: string; attempt: number };

export function createLambdas({ clock, functions, around }: LambdasOptions): Lambdas {
  const byName = new Map(functions.map((invoked) => [invoked.name, invoked]));
  const handlerOf = createLoader();

  const firstAttempt = (nameOrArn: string, event: unknown): InvocationAttempt => {
    const name = nameOrArn.startsWith('arn:') ? (nameOrArn.split(':')[6] ?? '') : nameOrArn;
    const invoked = byName.get(name);
    if (invoked !== undefined) {
      return { invoked, event: toJson(invoked, event), requestId: randomUUID(), attempt: 1 };
    }
    throw new LambdaError(name, 'ResourceNotFoundException', `Function not found: ${lambdaArn(name)}`);
  };

  const running = new Set<Promise<unknown>>();
  const run = async (attempted: InvocationAttempt, kind: LambdaInvocation['kind']): Promise<unknown> => {
    const attempting = runOnce(attempted, kind);
    running.add(attempting);
    try {
      return await attempting;
    } finally {
      running.delete(attempting);
    }
  };
  const runOnce = async (attempted: InvocationAttempt, kind: LambdaInvocation['kind']): Promise<unknown> => {
    const { invoked, requestId, attempt } = attempted;
    const work = async () => await runHandler(invoked, await handlerOf(invoked), attempted);
    const invocation: LambdaInvocation = {
      functionName: invoked.name,
      kind,
      event: JSON.parse(attempted.event),
      requestId,
      attempt,
    };
    try {
      return await (around === undefined ? work() : around(invocation, work));
    } catch (error) {
      throw asLambdaError(invoked, error);
    }
  };

  const { accept, ...events } = createEventQueue(clock, (attempted) => run(attempted, 'event'));
  return {
    invoke: async (nameOrArn, event) => await run(firstAttempt(nameOrArn, event), 'request'),
    invokeEvent: async (nameOrArn, event) => await accept(firstAttempt(nameOrArn, event)),
    async ended() {
      while (running.size > 0) await Promise.allSettled(running);
    },
    ...events,
  };
}

/** Keeps loaded handlers. If loading fails, the next invocation loads again. */
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

function createEventQueue(clock: Clock, run: (attempted: InvocationAttempt) => Promise<unknown>) {
  const retries = createDueQueue<InvocationAttempt>();
  const deadLetters: LambdaDeadLetter[] = [];

  const accept = async (attempted: InvocationAttempt): Promise<void> => {
    try {
      await run(attempted);
    } catch (thrown) {
      const { invoked, attempt } = attempted;
      const delayMs = attempt <= invoked.retryAttempts ? retryDelaysMs[attempt - 1] : undefined;
      if (delayMs !== undefined) {
        retries.push(clock.nowMs() + delayMs, { ...attempted, attempt: attempt + 1 });
        return;
      }
      const error = asLambdaError(invoked, thrown);
      const event: unknown = JSON.parse(attempted.event);
      deadLetters.push({ functionName: invoked.name, event, error, atMs: clock.nowMs() });
    }
  };

  const timedEvents: TimedEvents = {
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
  return { accept, timedEvents, deadLetters };
}
