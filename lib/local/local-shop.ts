// The shop that a local service may have at `/` and `/shop`: what the service gives it, and what it offers.
import type { HttpHandler } from './http-handler.ts';
import type { LocalMerchant } from './local-merchant.ts';
import type { Snapshot } from './snapshot.ts';

/** The shop's webhook, as a merchant's server keeps it. */
export type KeptWebhook = { id: string; secret: string };

export type LocalShop = {
  service: HttpHandler;
  /** Registers the shop's webhook. Called once the API answers, if changes become events. Never throws. */
  receiveEvents(): Promise<void>;
};

export type OpenShop = (options: {
  baseUrl: string;
  merchant: LocalMerchant;
  /** Survives a restart with the same data folder. */
  webhooks: Snapshot<KeptWebhook>;
}) => LocalShop;

/** The shop answers at `/` and `/shop`, everything else is left to `others`. */
export function withShop(shop: LocalShop | undefined, others: HttpHandler) {
  if (shop === undefined) return [{ prefix: '', service: others }];
  const isFrontPage = (url: string) => url.split('?')[0] === '/';
  const service: HttpHandler = (request) => (isFrontPage(request.url) ? shop.service : others)(request);
  return [
    { prefix: '/shop', service: shop.service },
    { prefix: '', service },
  ];
}
