// Calls that change one object at the same time are all answered: each is decided again on what the others
// have stored.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { commit, create as createRow } from '#store/table/commit.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { startHarness } from '../harness/harness.ts';
import { webhookOfOwnMerchant } from '../webhook/own-merchant.ts';
import { answerWith } from '../webhook/receiver.ts';
import { DONE, rowOf, testEndpoint } from './test-endpoint.ts';

const harness = await startHarness();
const { create, update, pause, show } = recurringPaymentDriver(harness);
const NAMES = Array.from({ length: 16 }, (_, at) => `n${at}`);

const statusesOf = async (calls: readonly Promise<{ status: number }>[]) => [
  ...new Set((await Promise.all(calls)).map(({ status }) => status)),
];

it('webhook: all of sixteen simultaneous changes are stored, and all of sixteen new secrets', async () => {
  const { api, webhook, load } = await webhookOfOwnMerchant(harness);
  const { version } = await load(webhook.id);
  const path = `/api/webhook/${webhook.id}`;
  const change = (description: string) => api('PUT', path, { body: { description } });
  expect(await statusesOf(NAMES.map(change))).toEqual([200]);
  expect(await statusesOf(NAMES.map(() => api('POST', `${path}/secret`)))).toEqual([201]);
  expect((await load(webhook.id)).version).toBe(version + 2 * NAMES.length);
});

it('webhook: changed, then deleted, while many of its deliveries fail', async () => {
  const { api, webhook, happen, trigger, receiver } = await webhookOfOwnMerchant(harness);
  receiver.answers(answerWith(500));
  const path = `/api/webhook/${webhook.id}`;
  const made = await Promise.all(NAMES.map((objectId) => happen({ objectId, sequence: 1 })));
  const deliveries = made.map(({ keys }) => trigger(keys));
  const change = (description: string) => api('PUT', path, { body: { description } });
  expect(await statusesOf(NAMES.map(change))).toEqual([200]);
  expect((await api('DELETE', path)).status).toBe(200);
  await Promise.all(deliveries);
});

it('recurring payment: changed sixteen times and paused at the same moment', async () => {
  const { id } = await create();
  const changes = NAMES.map((subscriptionName) => update(id, { subscriptionName }));
  expect(await statusesOf([...changes, pause(id)])).toEqual([200]);
  expect((await show(id)).status).toBe('Paused');
});

it('no try begins that the function has no time for: the caller is told that nothing was done', async () => {
  const write = createRow('payment', rowOf(randomUUID()));
  await commit([write]);
  let tries = 0;
  const send = testEndpoint(
    async () =>
      await untilCommitted({
        load: async () => await sleep(60),
        decide: () => {
          tries += 1;
          return { writes: [{ ...write, item: { ...write.item, tries } }], result: DONE };
        },
      }),
  );
  // Each try takes longer than half of what the function has at its start.
  const [atStart, later] = [100, 60_000];
  let asked = 0;
  const answer = await send('late', { getRemainingTimeInMillis: () => (asked++ === 0 ? atStart : later) });
  expect(answer).toMatchObject({ statusCode: 409, headers: { 'Retry-After': '2' } });
  expect(tries).toBe(1);
});
