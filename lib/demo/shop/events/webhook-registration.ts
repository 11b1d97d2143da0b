// Registers the shop's webhook through the API, once. A later start finds it, updates its address, and
// replaces its secret if the shop does not have the right one.
import type { KeptWebhook } from '../../../local/local-shop.ts';
import type { Snapshot } from '../../../local/snapshot.ts';
import { type ApiCall, apiOf, type Shop } from '../shop-api.ts';

const PATH = '/shop/webhook';
/** Identifies the webhook for a shop that has lost its data. */
const DESCRIPTION = 'Demo shop';
const KEPT = 'webhook';

type ShopWebhook = { id: string; url: string; description: string | null; state: string };

/** Throws if the service rejects a call. */
export async function registerWebhook(shop: Shop, kept: Snapshot<KeptWebhook>): Promise<KeptWebhook> {
  const api = apiOf(shop, 'en');
  const call = async <Data>(...sent: Parameters<ApiCall>): Promise<Data> => {
    const { data, message } = await api<Data>(...sent);
    if (data === undefined) throw new Error(message);
    return data;
  };
  const url = `${shop.baseUrl}${PATH}`;
  const { items } = await call<{ items: ShopWebhook[] }>('GET /api/webhook');
  const known = kept.get(KEPT);
  const own = items.find(({ id }) => id === known?.id) ?? items.find(isOfDemoShop);
  if (own === undefined) {
    return keep(kept, await call('POST /api/webhook', { url, description: DESCRIPTION }));
  }
  if (own.url !== url) await call(`PUT /api/webhook/${own.id}`, { url });
  if (own.id === known?.id && own.state === 'Active') return known;
  const renewed = keep(kept, await call<KeptWebhook>(`POST /api/webhook/${own.id}/secret`));
  // After it is disabled and enabled again, a webhook receives the events that it refused or missed.
  for (const isActive of own.state === 'Active' ? [] : [false, true]) {
    await call(`PUT /api/webhook/${own.id}`, { isActive });
  }
  return renewed;
}

function isOfDemoShop({ url, description }: ShopWebhook): boolean {
  const { hostname, pathname } = new URL(url);
  return hostname === 'localhost' && pathname === PATH && description === DESCRIPTION;
}

function keep(kept: Snapshot<KeptWebhook>, { id, secret }: KeptWebhook): KeptWebhook {
  kept.set(KEPT, { id, secret });
  return { id, secret };
}
