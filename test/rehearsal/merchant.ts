// The merchant of the rehearsal, who calls the deployed API, and its buyers. Both use the deployed URLs; this
// file maps them to the emulator's port.
import { strict as assert } from 'node:assert';
import type { Route } from '#routes.ts';
import { payAsBuyer } from '../drivers/remote-buyer.ts';
import { requireLoopback } from './loopback.ts';
import type { Outputs } from './stage.ts';

type Json = { [name: string]: unknown };
type ApiResponse = {
  status: number;
  headers: Headers;
  success: boolean;
  message: string;
  data: Json;
  errorCode: string | null;
};
export type Merchant = {
  merchantId: string;
  apiKey: string;
  signingSecret: string;
  payUrl: string;
  /** Sends a request unchanged, to the merchants' or the buyers' API. */
  send(audience: Route['audience'], path: string, request: RequestInit): Promise<Response>;
  /** Calls the API and returns any response. */
  request(
    method: string,
    path: string,
    request?: { body?: Json; headers?: Readonly<Record<string, string>> },
  ): Promise<ApiResponse>;
  /** Calls the API, which must succeed, and returns `data`. */
  call(method: string, path: string, body?: Json): Promise<Json>;
  /** Pays as a buyer. Returns the final redirect's URL or the page's notice. */
  pay(pageUrl: string, cardNumber: string): Promise<string>;
};

/** The output of `bin/merchant.ts create`. */
export type MerchantKeys = { merchantId: string; apiKey: string; signingSecret: string };

export function openMerchant(
  { merchantId, apiKey, signingSecret }: MerchantKeys,
  { BaseUrl: baseUrl = '', PayUrl: payUrl = '' }: Outputs,
  endpoint: string,
): Merchant {
  const mapUrl = (address: string) => requireLoopback(emulatedAddress(address, [baseUrl, payUrl], endpoint));
  const send: Merchant['send'] = async (audience, path, { headers, ...request }) => {
    const isMerchant = audience === 'merchant';
    const base = isMerchant ? baseUrl : payUrl;
    const sent = { ...(isMerchant && { 'X-Api-Key': apiKey }), 'Accept-Language': 'en', ...headers };
    return await fetch(mapUrl(`${base}${path}`), { ...request, headers: sent });
  };
  const request: Merchant['request'] = async (method, path, { body, headers = {} } = {}) => {
    const response = await send('merchant', path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as Omit<ApiResponse, 'status' | 'headers'>;
    return { ...envelope, status: response.status, headers: response.headers };
  };
  return {
    merchantId,
    apiKey,
    signingSecret,
    payUrl,
    send,
    request,
    async call(method, path, body) {
      const { success, errorCode, message, data } = await request(method, path, body && { body });
      assert.ok(success, `${method} ${path} was rejected: ${errorCode} ${message}`);
      return data;
    },
    pay: (pageUrl, cardNumber) =>
      payAsBuyer(pageUrl, cardNumber, (address, init) => fetch(mapUrl(address), init)),
  };
}

/**
 * The emulator's URL for a deployed one such as `https://abc.execute-api.eu-central-1.amazonaws.com/stage/x`.
 */
function emulatedAddress(address: string, deployed: readonly string[], endpoint: string): string {
  const api = deployed.find((base) => address.startsWith(`${base}/`));
  if (api === undefined) return address;
  const { hostname, pathname } = new URL(api);
  return `${endpoint}/_aws/execute-api/${hostname.split('.')[0]}${pathname}${address.slice(api.length)}`;
}
