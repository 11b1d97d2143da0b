// The measured calls about webhooks and deliveries.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { webhooksPartition } from '#store/table/keys.ts';
import { queryChildren, table, tableName } from '#store/table/table.ts';
import type { Harness } from '../harness/harness.ts';
import { recordEvent, webhooksOf } from '../webhook/webhooks.ts';
import type { Calls } from './prepared-call.ts';
import { expectSuccess } from './recurring-payment-calls.ts';

/** Starts a receiver that answers at once, and does not keep the process running. */
async function startReceiver(): Promise<string> {
  const server = createServer((request, answer) => {
    request.resume();
    answer.end();
  }).unref();
  await new Promise<void>((listening) => void server.listen(0, listening));
  return `http://localhost:${(server.address() as AddressInfo).port}/events`;
}

/**
 * Deletes the merchant's webhooks, and removes what is left of them, of tests and of replays, as the
 * time-to-live does after a while: each call about webhooks reads all rows that are there.
 */
export async function removeWebhooks({ api, merchant }: Harness): Promise<void> {
  const listed = (await api<{ items: { id: string }[] }>('GET', '/api/webhook')).json.data;
  for (const { id } of listed.items) await expectSuccess(api('DELETE', `/api/webhook/${id}`));
  const partition = webhooksPartition(merchant.merchantId);
  const { items } = await queryChildren({ partition, limit: 100 });
  for (const { pk, sk } of items)
    await table.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}

let orders = 0;

function webhookMaker(harness: Harness) {
  const { api, merchant, now } = harness;
  const driver = webhooksOf(harness);
  const call = (method: string, path: string, body?: object) => () =>
    expectSuccess(api(method, path, body && { body }));
  const begin = async () => {
    await removeWebhooks(harness);
    const url = await startReceiver();
    const { id } = await driver.create(url);
    return { id, url, event: await recordEvent(merchant.apiKey, now()) };
  };
  return { driver, call, begin };
}

export function webhookCalls(harness: Harness): Calls {
  const { driver, call, begin } = webhookMaker(harness);
  const { now } = harness;
  return {
    'webhook-create': async () => {
      const { url } = await begin();
      return call('POST', '/api/webhook', { url });
    },
    'webhook-list': async () => {
      await begin();
      return call('GET', '/api/webhook');
    },
    'webhook-show': async () => {
      const { id } = await begin();
      return call('GET', `/api/webhook/${id}`);
    },
    'webhook-update': async () => {
      const { id } = await begin();
      return call('PUT', `/api/webhook/${id}`, { eventTypes: ['refund.*'] });
    },
    'webhook-delete': async () => {
      const { id } = await begin();
      return call('DELETE', `/api/webhook/${id}`);
    },
    'webhook-secret': async () => {
      const { id } = await begin();
      return call('POST', `/api/webhook/${id}/secret`);
    },
    'webhook-test': async () => {
      const { id } = await begin();
      return call('POST', `/api/webhook/${id}/test`);
    },
    'webhook-replay': async () => {
      const { id } = await begin();
      return call('POST', `/api/webhook/${id}/replay`, { from: now().toISOString() });
    },
    'event-deliveries': async () => {
      const { event } = await begin();
      return call('GET', `/api/event/${event}/deliveries`);
    },
    deliver: async () => {
      await begin();
      orders += 1;
      await driver.announce({ objectId: `first-${orders}`, sequence: 1 });
      const { keys } = await driver.happen({ objectId: `order-${orders}`, sequence: 1 });
      return () => driver.trigger(keys);
    },
  };
}
