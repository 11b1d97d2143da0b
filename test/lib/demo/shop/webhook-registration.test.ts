// The demo shop's webhook is registered once, and works after every start.
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { createShop } from '../../../../lib/demo/shop/shop-server.ts';
import type { LocalMerchant } from '../../../../lib/local/local-merchant.ts';
import type { KeptWebhook } from '../../../../lib/local/local-shop.ts';
import { openSnapshot } from '../../../../lib/local/snapshot.ts';
import { startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
const { api, service, now } = harness;
const { baseUrl } = service;
const url = `${baseUrl}/shop/webhook`;

type Registered = { id: string; url: string; state: string; eventTypes: string[] };
const webhooksOf = async ({ apiKey: key }: LocalMerchant) =>
  (await api<{ items: Registered[] }>('GET', '/api/webhook', { key })).json.data.items;

/** Starts the shop with its stored data. Returns whether it accepts an event. */
async function start(merchant: LocalMerchant, webhooks = openSnapshot<KeptWebhook>()) {
  const shop = createShop({ baseUrl, merchant, webhooks });
  await shop.receiveEvents();
  const { id = '', secret = '' } = webhooks.get('webhook') ?? {};
  const event = { id: 'evt_1', type: 'a', createdAt: now().toISOString(), objectType: 'b', objectId: 'c' };
  const body = JSON.stringify({ ...event, sequence: 1, data: { object: {} } });
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now().getTime() / 1000)),
    ...(secret !== '' && { 'webhook-signature': new Webhook(secret).sign('evt_1', now(), body) }),
  };
  const request = { method: 'POST', url: '/webhook', headers, body: Buffer.from(body), address: '' };
  return { webhooks, shop, id, secret, status: (await shop.service(request)).status };
}

it('the shop’s webhook is registered for every type at the first start, and then kept', async () => {
  const merchant = await service.addMerchant();
  const first = await start(merchant);
  const again = await start(merchant, first.webhooks);
  expect([again.id, again.secret, again.status]).toEqual([first.id, first.secret, 200]);
  expect(await webhooksOf(merchant)).toMatchObject([
    { id: first.id, url, state: 'Active', eventTypes: ['*'] },
  ]);
});

it('a shop that lost its data finds its webhook again, with a new secret', async () => {
  const merchant = await service.addMerchant();
  const first = await start(merchant);
  const again = await start(merchant);
  expect([again.id, again.status]).toEqual([first.id, 200]);
  expect(again.secret).not.toBe(first.secret);
  expect(await webhooksOf(merchant)).toHaveLength(1);
});

it('the webhook of a start at another port gets the address of the current one', async () => {
  const merchant = await service.addMerchant();
  const { id, secret, webhooks } = await start(merchant);
  const elsewhere = { url: 'http://localhost:4999/shop/webhook' };
  await api('PUT', `/api/webhook/${id}`, { body: elsewhere, key: merchant.apiKey });
  expect(await start(merchant, webhooks)).toMatchObject({ id, secret, status: 200 });
  expect((await webhooksOf(merchant)).map((one) => one.url)).toEqual([url]);
});

it('a disabled webhook is enabled with a new secret, and a deleted one is registered again', async () => {
  const merchant = await service.addMerchant();
  const { id, secret, webhooks } = await start(merchant);
  await api('PUT', `/api/webhook/${id}`, { body: { isActive: false }, key: merchant.apiKey });
  const enabled = await start(merchant, webhooks);
  expect([enabled.id, enabled.status]).toEqual([id, 200]);
  expect(enabled.secret).not.toBe(secret);
  expect(await webhooksOf(merchant)).toMatchObject([{ id, state: 'Active' }]);
  await api('DELETE', `/api/webhook/${id}`, { key: merchant.apiKey });
  const made = await start(merchant, webhooks);
  expect(made.status).toBe(200);
  expect(await webhooksOf(merchant)).toMatchObject([{ id: made.id }]);
});

it('webhooks of the merchant itself are not changed, also at the same path', async () => {
  const merchant = await service.addMerchant();
  const body = { url: 'http://localhost:4999/shop/webhook', description: 'Muhasebe' };
  await api('POST', '/api/webhook', { body, key: merchant.apiKey });
  await start(merchant);
  expect((await webhooksOf(merchant)).map((one) => one.url).sort()).toEqual([url, body.url].sort());
});

it('a shop whose webhook is refused shows it on its page, and its start continues', async () => {
  const merchant = { ...(await service.addMerchant()), apiKey: 'psk_test_unknown' };
  const { shop, status } = await start(merchant);
  expect(status).toBe(503);
  const page = { method: 'GET', url: '/events?language=en', headers: {}, body: Buffer.of(), address: '' };
  expect((await shop.service(page)).body).toContain('This shop has no webhook');
  const test = { ...page, method: 'POST' };
  expect((await shop.service(test)).status).toBe(502);
});
