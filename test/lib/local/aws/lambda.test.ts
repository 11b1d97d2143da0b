import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLambdas, type Invocation, type LambdasOptions } from '../../../../lib/local/aws/lambda.ts';
import {
  type LambdaContext,
  LambdaError,
  type LambdaFunction,
  lambdaArn,
} from '../../../../lib/local/aws/lambda-runtime.ts';
import { createClock } from '../../../../lib/local/time/clock.ts';
import { createTimeline } from '../../../../lib/local/time/timeline.ts';

type Handler = (event: unknown, context: LambdaContext) => unknown;

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
  timeline.add(lambdas.alarms);
  return { clock, timeline, lambdas };
}

const errorOf = (promise: Promise<unknown>): Promise<LambdaError> =>
  promise.then(
    () => Promise.reject(new Error('did not fail')),
    (error: unknown) => (error instanceof LambdaError ? error : Promise.reject(error)),
  );

describe('a request', () => {
  it('crosses the border as JSON in both directions', async () => {
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

  it('comes with the context AWS gives', async () => {
    const contexts: LambdaContext[] = [];
    const { lambdas } = setUp((_event, context) => void contexts.push(context), { memoryMb: 256 });
    await lambdas.invoke('charge', {});
    await lambdas.invoke(lambdaArn('charge'), {});
    const [first, second] = contexts;
    expect(first).toMatchObject({
      functionName: 'charge',
      functionVersion: '$LATEST',
      invokedFunctionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:charge',
      memoryLimitInMB: '256',
      logGroupName: '/aws/lambda/charge',
      callbackWaitsForEmptyEventLoop: true,
    });
    expect(first?.awsRequestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.awsRequestId).not.toBe(first?.awsRequestId);
    expect(first?.getRemainingTimeInMillis()).toBeGreaterThan(900);
    await sleep(20);
    expect(first?.getRemainingTimeInMillis()).toBeLessThanOrEqual(980);
  });

  it('that fails tells the caller what was thrown, and is not tried again', async () => {
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
    ['no answer in time', () => sleep(200, undefined, { ref: false }), 'Sandbox.Timedout'],
  ])('fails with %s', async (_case, handler, errorType) => {
    const { lambdas } = setUp(handler, { timeoutMs: 50 });
    expect((await errorOf(lambdas.invoke('charge', {}))).errorType).toBe(errorType);
  });

  it('to an unknown function fails', async () => {
    const { lambdas } = setUp(() => 1);
    expect((await errorOf(lambdas.invoke('nobody', {}))).errorType).toBe('ResourceNotFoundException');
    expect((await errorOf(lambdas.invokeEvent('nobody', {}))).errorType).toBe('ResourceNotFoundException');
  });

  it('loads its function at the first invocation, once, and again only if that failed', async () => {
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

describe('an event', () => {
  const failing = (failures: number, tries: string[]): Handler => {
    return (event, { awsRequestId }) => {
      tries.push(`${JSON.stringify(event)} ${awsRequestId}`);
      if (tries.length <= failures) throw new Error(`failure ${tries.length}`);
    };
  };

  it('that fails is tried again after one and two minutes of local time, under its request id', async () => {
    const tries: string[] = [];
    const { lambdas, timeline } = setUp(failing(2, tries));
    await lambdas.invokeEvent('charge', { period: 1 });
    expect(tries).toHaveLength(1);
    const moveTo = (instant: string) => timeline.moveTo(Date.parse(instant));
    expect(await moveTo('2027-01-01T00:01:29Z')).toBe(0);
    expect(await moveTo('2027-01-01T00:01:50Z')).toBe(1);
    expect(await moveTo('2027-01-01T00:03:20Z')).toBe(0);
    expect(await moveTo('2027-01-01T00:04:00Z')).toBe(1);
    expect(await moveTo('2027-01-02T00:00:00Z')).toBe(0);
    expect(new Set(tries).size).toBe(1);
    expect(lambdas.deadLetters).toEqual([]);
  });

  it.each([0, 1, 2] as const)('ends in the dead letters when %i retries fail too', async (retryAttempts) => {
    const tries: string[] = [];
    const { lambdas, timeline, clock } = setUp(failing(9, tries), { retryAttempts });
    await lambdas.invokeEvent('charge', { period: 1 });
    expect(await timeline.moveTo(clock.nowMs() + 3_600_000)).toBe(retryAttempts);
    expect(tries).toHaveLength(retryAttempts + 1);
    expect(lambdas.deadLetters).toMatchObject([
      { functionName: 'charge', event: { period: 1 }, error: { message: `failure ${retryAttempts + 1}` } },
    ]);
  });
});

describe('an injected fault', () => {
  it('may come before the function, after it, or make it run twice', async () => {
    let runs = 0;
    const seen: Invocation[] = [];
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
