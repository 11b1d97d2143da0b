// A webhook has one test and one replay at a time, so that no merchant holds the executions of all
// (events.md 4.5).
import { expect, it } from 'vitest';
import { takeTestTurn } from '#store/webhook/turn.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';
import { eventsIn, webhookOfOwnMerchant } from '../../webhook/own-merchant.ts';
import { answerWith, hang } from '../../webhook/receiver.ts';

const harness = await startHarness();
const { moveBy, now } = harness;

const BUSY = { code: 'WEBHOOK_BUSY' } as const;
/** A replay that waits for its failing webhook says so. */
const HELD_UP = {
  ...BUSY,
  advice: expect.stringContaining('webhook başarısız olduğu için bekliyor') as string,
};
const begin = async () => {
  const own = await webhookOfOwnMerchant(harness);
  return { ...own, path: `/api/webhook/${own.webhook.id}` };
};

it('of twenty tests at once one calls a receiver that drips, for five seconds', async () => {
  const { api, path, receiver } = await begin();
  receiver.answers((answer) => {
    answer.writeHead(200);
    const drip = setInterval(() => answer.write('.'), 200);
    answer.once('close', () => clearInterval(drip));
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => api('POST', `${path}/test`)));
  const [one, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(one?.json.data['durationMs']).toBeGreaterThan(4_500);
  // An event's call has more time, and a busy machine takes some.
  expect(one?.json.data['durationMs']).toBeLessThan(9_000);
  expect(receiver.received).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) expectRejection(answer, BUSY);
});

it('the turn of a test ends with it, with a failure, and some seconds after a crash', async () => {
  const { api, path, receiver, merchantId, webhook } = await begin();
  const run = async () => await api('POST', `${path}/test`);
  expect((await run()).status).toBe(200);
  receiver.stop();
  expect((await run()).json.data).toMatchObject({ isDelivered: false });
  const name = { merchantId, webhookId: webhook.id };
  expect(await takeTestTurn(name, now())).toBeTypeOf('function');
  expectRejection(await run(), BUSY);
  await moveBy(20 * SECOND);
  expect((await run()).status).toBe(200);
});

it('a replay is refused while one makes its deliveries or they wait; then it begins', async () => {
  const { api, path, receiver, announce } = await begin();
  const from = now().toISOString();
  const id = await announce({ objectId: 'a', sequence: 1 });
  await moveBy(HOUR);
  const to = now().toISOString();
  const replay = async () => await api('POST', `${path}/replay`, { body: { from, to } });
  receiver.answers(hang);
  const asked = await Promise.all(Array.from({ length: 10 }, replay));
  expect(asked.filter(({ status }) => status === 202)).toHaveLength(1);
  for (const answer of asked.filter(({ status }) => status !== 202)) expectRejection(answer, BUSY);
  receiver.answers(answerWith(500));
  receiver.drop();
  // By then some tries have failed, and the delivery waits for the webhook.
  await moveBy(10 * MINUTE);
  expectRejection(await replay(), HELD_UP);
  // What happens now does not wait for the replay.
  receiver.received.splice(0);
  receiver.answers(answerWith(200));
  await announce({ objectId: 'b', sequence: 1 });
  await moveBy(30 * MINUTE);
  expect(eventsIn(receiver.received).toSorted()).toEqual(['a-1', 'b-1']);
  expect((await replay()).status).toBe(202);
  receiver.received.splice(0);
  expectRejection(await api('POST', `${path}/replay`, { body: { eventId: id } }), BUSY);
  // A busy machine may cut the first try off: the next one comes minutes later.
  await moveBy(30 * MINUTE);
  expect(eventsIn(receiver.received)).toContain('a-1');
  expect((await api('POST', `${path}/replay`, { body: { eventId: id } })).status).toBe(202);
  expectRejection(await replay(), BUSY);
  const other = await begin();
  expect((await other.api('POST', `${other.path}/replay`, { body: { from, to } })).status).toBe(202);
});

it('a replay to a failing webhook says that its events wait for it, and so does the refusal of the next', async () => {
  const { api, path, receiver, announce } = await begin();
  const from = now().toISOString();
  receiver.answers(answerWith(500));
  for (const objectId of ['a', 'b', 'c']) await announce({ objectId, sequence: 1 });
  await moveBy(30 * MINUTE);
  const body = { from, to: now().toISOString() };
  const first = await api('POST', `${path}/replay`, { body, headers: { 'accept-language': 'en' } });
  expect([first.status, first.json.message]).toEqual([
    202,
    'The webhook is failing: the events will be sent once it answers 2xx again.',
  ]);
  await moveBy(MINUTE);
  expectRejection(await api('POST', `${path}/replay`, { body }), HELD_UP);
});
