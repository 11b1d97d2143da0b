// A call that is so slow that a repeat with its key counts it as crashed, and one that was undone (api.md 7.6
// and 7.7).
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Rejection } from '#domain/rejection.ts';
import { create } from '#store/table/commit.ts';
import { MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { DONE, rowOf, testEndpoint } from './test-endpoint.ts';

const { moveBy } = await startHarness();

it('a slow call gets the answer of its resumption and does not overwrite it', async () => {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = testEndpoint(async ({ begunSubject, commitBegun }) => {
    if (begunSubject !== undefined) return { ...DONE, data: { by: 'its resumption' } };
    const subject = randomUUID();
    await commitBegun([create('payment', rowOf(subject))], subject);
    begun.resolve();
    await gate.promise;
    return { ...DONE, data: { by: 'the slow call' } };
  });
  const slow = send('slow');
  await begun.promise;
  await moveBy(MINUTE + SECOND);
  const resumed = await send('slow');
  expect(JSON.parse(resumed.body).data).toEqual({ by: 'its resumption' });
  gate.resolve();
  const answers = [await slow, await send('slow')];
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    answers.map(() => [200, resumed.body]),
  );
});

it('an undone call leaves its key free: a repeat starts over at once', async () => {
  const subjects: (string | undefined)[] = [];
  const send = testEndpoint(async ({ begunSubject, commitBegun, commitUndone }) => {
    subjects.push(begunSubject);
    const subject = randomUUID();
    await commitBegun([create('payment', rowOf(subject))], subject);
    if (subjects.length > 1) return { ...DONE, data: { subject } };
    await commitUndone([create('payment', rowOf(randomUUID()))]);
    throw new Rejection('CONCURRENT_UPDATE');
  });
  expect((await send('undone')).statusCode).toBe(409);
  expect((await send('undone')).statusCode).toBe(200);
  expect(subjects).toEqual([undefined, undefined]);
});
