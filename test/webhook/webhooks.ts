// A merchant's webhooks in tests: they are created through the API, and events are recorded without a change
// of an object, so that a test decides their order.

import { type Event, eventId } from '#domain/event/event.ts';
import { writeEvent } from '#store/event/event.ts';
import { loadApiKey } from '#store/merchant/api-key.ts';
import { commit } from '#store/table/commit.ts';
import { tableName } from '#store/table/table.ts';
import { newDeliveries } from '#store/webhook/delivery.ts';
import { changeWebhook, loadWebhook, loadWebhooks, type WebhookItem } from '#store/webhook/webhook.ts';
import { apiKeyDigest } from '#vault/api-key.ts';
import type { LocalMerchant } from '../../lib/local/local-merchant.ts';
import type { Harness } from '../harness/harness.ts';

type NewWebhook = { id: string; secret: string; state: string; eventTypes: string[] };
type Happened = {
  objectId: string;
  sequence: number;
  type?: Event['type'];
  merchantId?: string;
  /** The time at which the object changed; by default the time of the recording. */
  at?: Date;
};
type Key = { pk: string; sk: string };

let positions = 0;
function recordedNow(now: Date) {
  positions += 1;
  return { recordedAt: now.toISOString(), shard: 0, position: positions };
}

function eventOf(happened: Happened & { merchantId: string }, now: Date): Event {
  const { merchantId, objectId, sequence, type = 'payment.succeeded', at = now } = happened;
  return {
    id: eventId({ objectId, sequence, type }, tableName()),
    merchantId,
    type,
    objectType: 'Payment',
    objectId,
    sequence,
    ordinal: 0,
    mode: 'test',
    createdAt: at.toISOString(),
    data: { object: { objectId, sequence }, previous: {} },
  };
}

/** Records an event without deliveries for the merchant with this key, and returns its id. */
export async function recordEvent(apiKey: string, now: Date): Promise<string> {
  const key = await loadApiKey(await apiKeyDigest(apiKey));
  if (key === undefined) throw new Error('There is no such key.');
  const event = eventOf({ merchantId: key.merchantId, objectId: 'sample', sequence: 1 }, now);
  await commit([writeEvent(event, recordedNow(now))]);
  return event.id;
}

export function webhooksOf({ api, now, service, merchant }: Harness) {
  const createNew = async (
    url: string,
    more: object = {},
    of: LocalMerchant = merchant,
  ): Promise<NewWebhook> => {
    const answer = await api<NewWebhook>('POST', '/api/webhook', { body: { url, ...more }, key: of.apiKey });
    if (answer.status !== 201) throw new Error(`No webhook was made: ${answer.text}`);
    return answer.json.data;
  };
  /** A webhook whose server has answered quickly before, so that no delivery waits for a trial. */
  const create = async (...of: Parameters<typeof createNew>): Promise<NewWebhook> => {
    const made = await createNew(...of);
    const { merchantId } = of[2] ?? merchant;
    await changeWebhook({ merchantId, id: made.id }, ({ isUnproven: _, ...webhook }) => webhook);
    return made;
  };
  const load = async (id: string, merchantId = merchant.merchantId): Promise<WebhookItem> => {
    const webhook = await loadWebhook(merchantId, id);
    if (webhook === undefined) throw new Error('There is no such webhook.');
    return webhook;
  };
  /** Records an event with its deliveries as capture does, and returns the keys that would be announced. */
  const happen = async ({ merchantId = merchant.merchantId, ...happened }: Happened) => {
    const event = eventOf({ ...happened, merchantId }, now());
    const deliveries = newDeliveries(event, await loadWebhooks(merchantId), now());
    await commit([writeEvent(event, recordedNow(now())), ...deliveries]);
    service.rescheduleTimers(); // no function ran that would have done it
    const keys = deliveries.flatMap((one): Key[] =>
      one.kind === 'put' && one.item['state'] === 'Due' ? [{ pk: one.item.pk, sk: one.item.sk }] : [],
    );
    return { id: event.id, keys };
  };
  /** Announces rows as the queue does. Returns the answer of the function to the queue. */
  const trigger = async (keys: readonly Key[]) => {
    const Records = keys.map((key, at) => ({ messageId: String(at), body: JSON.stringify(key) }));
    return await service.lambdas.invoke('deliver', { Records });
  };
  /** Records an event and announces it at once. */
  const announce = async (happened: Happened): Promise<string> => {
    const { id, keys } = await happen(happened);
    await trigger(keys);
    return id;
  };
  const deliveriesOf = async (id: string) => {
    const answer = await api<{ items: Delivered[] }>('GET', `/api/event/${id}/deliveries`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data.items;
  };
  return { create, createNew, load, happen, trigger, announce, deliveriesOf };
}

type Delivered = {
  webhookId: string;
  state: string;
  nextTryAt: string | null;
  tries: { at: string; status: number | null; error: string | null; answer: string }[];
};
