// Creates a new merchant with a webhook and its receiver, so that the tests of a file share no state.
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

/** Returns object and sequence of each received event, in the order of receipt. */
export const eventsIn = (received: readonly Received[]) =>
  received.map(({ body }) => {
    const { objectId, sequence } = JSON.parse(body) as { objectId: string; sequence: number };
    return `${objectId}-${sequence}`;
  });
