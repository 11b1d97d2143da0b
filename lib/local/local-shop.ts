// The optional shop of a local service at `/` and `/shop`: its inputs from the service, and its interface.
import type { HttpHandler } from './http-handler.ts';
import type { LocalMerchant } from './local-merchant.ts';
import type { Snapshot } from './snapshot.ts';

/** Where the shop serves the script of the levers for clock and bank. */
export const LEVERS_PATH = '/shop/levers.js';

/** The shop's webhook in the form that a merchant's server stores. */
export type KeptWebhook = { id: string; secret: string };

export type LocalShop = {
  service: HttpHandler;
  /**
   * Registers the shop's webhook. Called after the API has started, if the service records events. Never
   * throws.
   */
  receiveEvents(): Promise<void>;
};

export type OpenShop = (options: {
  baseUrl: string;
  merchant: LocalMerchant;
  /** Survives a restart with the same data folder. */
  webhooks: Snapshot<KeptWebhook>;
}) => LocalShop;

/** Routes `/` and `/shop` to the shop, and all other paths to `others`. */
export function withShop(shop: LocalShop | undefined, others: HttpHandler) {
  if (shop === undefined) return [{ prefix: '', service: others }];
  const isFrontPage = (url: string) => url.split('?')[0] === '/';
  const service: HttpHandler = (request) => (isFrontPage(request.url) ? shop.service : others)(request);
  return [
    { prefix: '/shop', service: shop.service },
    { prefix: '', service },
  ];
}
