// What a shop under development needs to call the local service and to verify its results, under the names
// that the code of docs/shops.md reads.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalMerchant } from './local-merchant.ts';

type LocalMerchantService = { baseUrl: string; merchant: LocalMerchant };

/** Base address and pay address are the same here. */
export function shopSettings({ baseUrl, merchant }: LocalMerchantService): Record<string, string> {
  const { apiKey, refundKey, merchantId, signingSecret, kid = '' } = merchant;
  return {
    PAYMENT_URL: baseUrl,
    PAYMENT_API_KEY: apiKey,
    ...(refundKey !== undefined && { PAYMENT_REFUND_KEY: refundKey }),
    PAYMENT_MERCHANT_ID: merchantId,
    PAYMENT_SIGNING_SECRETS: JSON.stringify({ [kid]: signingSecret }),
  };
}

/** Lines that shells, Docker and `node --env-file` read. */
export const shopEnvironment = (service: LocalMerchantService): string =>
  Object.entries(shopSettings(service))
    .map(([name, value]) => `${name}=${value.startsWith('{') ? `'${value}'` : value}`)
    .join('\n');

/** Writes the lines to `shop.env`, which only this user may read, and returns the file's path. */
export function writeShopEnvironment(dataFolder: string, service: LocalMerchantService): string {
  const file = join(dataFolder, 'shop.env');
  writeFileSync(file, `${shopEnvironment(service)}\n`, { mode: 0o600 });
  // The mode of a file that exists already does not change by writing.
  chmodSync(file, 0o600);
  return file;
}
