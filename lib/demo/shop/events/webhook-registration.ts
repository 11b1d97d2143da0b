// Registers the shop's webhook through the API, once. A later start finds it, updates its address, and
// replaces its secret if the shop does not have the right one.
import { defined } from '#domain/defined.ts';
import type { KeptWebhook } from '../../../local/local-shop.ts';
import type { Snapshot } from '../../../local/snapshot.ts';
import { callApi, type Shop } from '../shop-api.ts';

const PATH = '/shop/webhook';
/** Identifies the webhook for a shop that has lost its data. */
const DESCRIPTION = 'Demo shop';
const KEPT = 'webhook';

type Registered = { id: string; url: string; description: string | null; state: string };

/** Throws if the service rejects a call. */
export async function registerWebhook(shop: Shop, kept: Snapshot<KeptWebhook>): Promise<KeptWebhook> {
  const url = `${shop.baseUrl}${PATH}`;
  const { items } = await call<{ items: Registered[] }>(shop, 'GET', '/api/webhook');
  const known = kept.get(KEPT);
  const own = items.find(({ id }) => id === known?.id) ?? items.find(isOfDemoShop);
  if (own === undefined) {
    return keep(kept, await call(shop, 'POST', '/api/webhook', { url, description: DESCRIPTION }));
  }
  if (own.url !== url) await call(shop, 'PUT', `/api/webhook/${own.id}`, { url });
  if (own.id === known?.id && own.state === 'Active') return known;
  const renewed = keep(kept, await call<KeptWebhook>(shop, 'POST', `/api/webhook/${own.id}/secret`));
  // After it is disabled and enabled again, a webhook receives the events that it refused or missed.
  for (const isActive of own.state === 'Active' ? [] : [false, true]) {
    await call(shop, 'PUT', `/api/webhook/${own.id}`, { isActive });
  }
  return renewed;
}

function isOfDemoShop({ url, description }: Registered): boolean {
  const { hostname, pathname } = new URL(url);
  return hostname === 'localhost' && pathname === PATH && description === DESCRIPTION;
}

function keep(kept: Snapshot<KeptWebhook>, { id, secret }: KeptWebhook): KeptWebhook {
  kept.set(KEPT, { id, secret });
  return { id, secret };
}

async function call<Data>(
  shop: Shop,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<Data> {
  const { data, message } = await callApi<Data>(shop, method, path, {
    language: 'en',
    ...defined({ body }),
  });
  if (data === undefined) throw new Error(message);
  return data;
}
