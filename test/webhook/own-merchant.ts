// A merchant of its own with a webhook and its receiver, so that tests of one file share nothing.
import type { Harness } from '../harness/harness.ts';
import { type Received, startReceiver } from './receiver.ts';
import { webhooksOf } from './webhooks.ts';

export async function webhookOfOwnMerchant(harness: Harness, more: object = {}) {
  const { api, service } = harness;
  const owner = await service.addMerchant();
  const { merchantId } = owner;
  const own = {
    ...harness,
    merchant: owner,
    api: ((method, path, request = {}) => api(method, path, { key: owner.apiKey, ...request })) as typeof api,
  };
  const receiver = await startReceiver();
  const driver = webhooksOf(own);
  const webhook = await driver.create(receiver.url, more, owner);
  return { ...driver, ...own, receiver, webhook, merchantId };
}

/** The objects and sequences of the events that were received, in that order. */
export const told = (received: readonly Received[]) =>
  received.map(({ body }) => {
    const { objectId, sequence } = JSON.parse(body) as { objectId: string; sequence: number };
    return `${objectId}-${sequence}`;
  });
