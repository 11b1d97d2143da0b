import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Invocation } from '#telemetry/request-context.ts';
import {
  createLambdas,
  type LambdaInvocation,
  type LambdasOptions,
} from '../../../../lib/local/aws/lambda.ts';
import { LambdaError, type LambdaFunction, lambdaArn } from '../../../../lib/local/aws/lambda-runtime.ts';
import { createClock } from '../../../../lib/local/time/clock.ts';
import { createTimeline } from '../../../../lib/local/time/timeline.ts';

type Handler = (event: unknown, context: Invocation) => unknown;

function setUp(handler: Handler, given: Partial<LambdaFunction> & Pick<LambdasOptions, 'around'> = {}) {
  const { around, ...settings } = given;
  const clock = createClock({ startAt: new Date('2027-01-01T00:00:30Z') });
  const timeline = createTimeline(clock);
  const charge: LambdaFunction = {
    name: 'charge',
    load: async () => ({ handler }),
    timeoutMs: 1000,
    retryAttempts: 2,
    ...settings,
  };
  const lambdas = createLambdas({ clock, functions: [charge], ...(around === undefined ? {} : { around }) });
  timeline.add(lambdas.timedEvents);
  return { clock, timeline, lambdas };
}

const errorOf = (promise: Promise<unknown>): Promise<LambdaError> =>
  promise.then(
    () => Promise.reject(new Error('did not fail')),
    (error: unknown) => (error instanceof LambdaError ? error : Promise.reject(error)),
  );

describe('Lambda request invocation', () => {
  it('event and result are serialised as JSON', async () => {
    const given = { at: new Date(0), gone: undefined, list: [undefined], nested: { a: 1 } };
    const { lambdas } = setUp((event) => {
      (event as typeof given).nested.a = 2;
      return { event, lost: undefined, map: new Map([[1, 2]]) };
    });
    expect(await lambdas.invoke('charge', given)).toStrictEqual({
      event: { at: '1970-01-01T00:00:00.000Z', list: [null], nested: { a: 2 } },
      map: {},
    });
    expect(given.nested.a).toBe(1);
    expect(await setUp(() => undefined).lambdas.invoke('charge', null)).toBeNull();
  });

  it('the handler gets the id of its request and the time that remains', async () => {
    const contexts: Invocation[] = [];
    const { lambdas } = setUp((_event, context) => void contexts.push(context), {
      timeoutMs: 60_000,
    });
    await lambdas.invoke('charge', {});
    await lambdas.invoke(lambdaArn('charge'), {});
    const [first, second] = contexts;
    expect(first?.awsRequestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.awsRequestId).not.toBe(first?.awsRequestId);
    const remainingMs = first?.getRemainingTimeInMillis() ?? 0;
    expect(remainingMs).toBeGreaterThan(0);
    expect(remainingMs).toBeLessThanOrEqual(60_000);
    await sleep(20);
    expect(first?.getRemainingTimeInMillis()).toBeLessThanOrEqual(remainingMs - 19);
  });

  it('a failed request throws the handler’s error, and is not retried', async () => {
    let calls = 0;
    const { lambdas, timeline, clock } = setUp(() => {
      calls += 1;
      throw new RangeError('too much');
    });
    const error = await errorOf(lambdas.invoke('charge', {}));
    expect(error).toMatchObject({ functionName: 'charge', errorType: 'RangeError', message: 'too much' });
    expect(error.cause).toBeInstanceOf(RangeError);
    expect(await timeline.moveTo(clock.nowMs() + 3_600_000)).toBe(0);
    expect(calls).toBe(1);
  });

  it.each<[string, Handler, string]>([
    ['a thrown string', () => Promise.reject('plain'), 'Error'],
    ['an answer that is no JSON', () => ({ amount: 10n }), 'Runtime.MarshalError'],
    ['an answer beyond six megabytes', () => 'x'.repeat(6 * 1024 * 1024), 'Function.ResponseSizeTooLarge'],
    ['no answer in time', () => new Promise(() => {}), 'Sandbox.Timedout'],
  ])('an invocation fails with %s', async (_case, handler, errorType) => {
    const { lambdas } = setUp(handler, { timeoutMs: 50 });
    expect((await errorOf(lambdas.invoke('charge', {}))).errorType).toBe(errorType);
  });

  it('an unknown function fails', async () => {
    const { lambdas } = setUp(() => 1);
    expect((await errorOf(lambdas.invoke('nobody', {}))).errorType).toBe('ResourceNotFoundException');
    expect((await errorOf(lambdas.invokeEvent('nobody', {}))).errorType).toBe('ResourceNotFoundException');
  });

  it('a function is loaded at the first invocation, once, and again only if loading failed', async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new SyntaxError('broken bundle');
      return { handler: () => loads };
    };
    const { lambdas } = setUp(() => 0, { load });
    expect(loads).toBe(0);
    expect((await errorOf(lambdas.invoke('charge', {}))).errorType).toBe('SyntaxError');
    expect(await Promise.all([lambdas.invoke('charge', {}), lambdas.invoke('charge', {})])).toEqual([2, 2]);
    expect(await lambdas.invoke('charge', {})).toBe(2);
  });
});

describe('Lambda event invocation', () => {
  const failing = (failures: number, attempts: string[]): Handler => {
    return (event, { awsRequestId }) => {
      attempts.push(`${JSON.stringify(event)} ${awsRequestId}`);
      if (attempts.length <= failures) throw new Error(`failure ${attempts.length}`);
    };
  };

  it('a failed event is retried after one and two minutes of local time, with its request id', async () => {
    const attempts: string[] = [];
    const { lambdas, timeline } = setUp(failing(2, attempts));
    await lambdas.invokeEvent('charge', { period: 1 });
    expect(attempts).toHaveLength(1);
    const moveTo = (instant: string) => timeline.moveTo(Date.parse(instant));
    expect(await moveTo('2027-01-01T00:01:29Z')).toBe(0);
    expect(await moveTo('2027-01-01T00:01:50Z')).toBe(1);
    expect(await moveTo('2027-01-01T00:03:20Z')).toBe(0);
    expect(await moveTo('2027-01-01T00:04:00Z')).toBe(1);
    expect(await moveTo('2027-01-02T00:00:00Z')).toBe(0);
    expect(new Set(attempts).size).toBe(1);
    expect(lambdas.deadLetters).toEqual([]);
  });

  it.each([0, 1, 2] as const)('an event is a dead letter after %i failed retries', async (retryAttempts) => {
    const attempts: string[] = [];
    const { lambdas, timeline, clock } = setUp(failing(9, attempts), { retryAttempts });
    await lambdas.invokeEvent('charge', { period: 1 });
    expect(await timeline.moveTo(clock.nowMs() + 3_600_000)).toBe(retryAttempts);
    expect(attempts).toHaveLength(retryAttempts + 1);
    expect(lambdas.deadLetters).toMatchObject([
      { functionName: 'charge', event: { period: 1 }, error: { message: `failure ${retryAttempts + 1}` } },
    ]);
  });
});

describe('Lambda fault injection', () => {
  it('a fault can be before or after the function, or run it twice', async () => {
    let runs = 0;
    const seen: LambdaInvocation[] = [];
    let mode: 'before' | 'after' | 'twice' = 'before';
    const around: LambdasOptions['around'] = async (invocation, run) => {
      seen.push(invocation);
      if (mode === 'before') throw new Error('crash before');
      const result = await run();
      if (mode === 'after') throw new Error('crash after');
      return (await run()) ?? result;
    };
    const count = () => {
      runs += 1;
      return runs;
    };
    const { lambdas } = setUp(count, { around, retryAttempts: 0 });
    expect((await errorOf(lambdas.invoke('charge', { a: 1 }))).message).toBe('crash before');
    expect(runs).toBe(0);
    mode = 'after';
    expect((await errorOf(lambdas.invoke('charge', { a: 1 }))).message).toBe('crash after');
    expect(runs).toBe(1);
    mode = 'twice';
    expect(await lambdas.invoke('charge', { a: 1 })).toBe(3);
    await lambdas.invokeEvent('charge', { a: 2 });
    expect(seen.map(({ kind, attempt, event }) => [kind, attempt, event])).toEqual([
      ['request', 1, { a: 1 }],
      ['request', 1, { a: 1 }],
      ['request', 1, { a: 1 }],
      ['event', 1, { a: 2 }],
    ]);
  });
});
