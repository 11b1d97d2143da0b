// A shop of the release check: calls the API of the local service on this machine, whichever release it runs.
import { strict as assert } from 'node:assert';

export type Json = Record<string, unknown>;
type Envelope = { success: boolean; data: Json; errorCode: string | null; message: string };

export type Shop = {
  /** Calls the API, which must succeed, and returns `data`. */
  call(method: string, path: string, body?: Json, headers?: Record<string, string>): Promise<Json>;
  /** All items of a list, page by page. */
  list(path: string): Promise<Json[]>;
  /** Creates a hosted page and returns its address. */
  openPage(order: Json): Promise<string>;
};

async function sendJson(
  method: string,
  url: string,
  body?: Json,
  headers: Record<string, string> = {},
): Promise<Json> {
  const payload = body === undefined ? {} : { body: JSON.stringify(body) };
  const all = { 'Content-Type': 'application/json', 'Accept-Language': 'en', ...headers };
  return (await (await fetch(url, { method, headers: all, ...payload })).json()) as Json;
}

/** The controls of the local service. */
export type Control = (method: 'GET' | 'POST', path: string, body?: Json) => Promise<Json>;

export const controlOf =
  (baseUrl: string): Control =>
  async (method, path, body) => {
    const answer = await sendJson(method, `${baseUrl}/local${path}`, body);
    assert.equal(answer['error'], undefined, `${method} /local${path}: ${answer['error']}`);
    return answer;
  };

export function openShop(baseUrl: string, apiKey: string): Shop {
  const call: Shop['call'] = async (method, path, body, headers = {}) => {
    const sent = { 'X-Api-Key': apiKey, ...headers };
    const answer = (await sendJson(method, `${baseUrl}${path}`, body, sent)) as Envelope;
    assert.ok(answer.success, `${method} ${path} was rejected: ${answer.errorCode} ${answer.message}`);
    return answer.data;
  };
  return {
    call,
    async list(path) {
      const items: Json[] = [];
      for (let cursor = ''; ; ) {
        const page = await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=50${cursor}`);
        items.push(...(page['items'] as Json[]));
        if (typeof page['nextCursor'] !== 'string') return items;
        cursor = `&cursor=${page['nextCursor']}`;
      }
    },
    async openPage(order) {
      const shop = `${baseUrl}/shop`;
      const addresses = { successUrl: `${shop}/success`, failUrl: `${shop}/fail` };
      const branding = { color: '#9a4a1c', displayName: 'Kahve', supportEmail: 'destek@kahve.example' };
      const body = { currency: 'TRY', ...addresses, branding, ...order };
      return String((await call('POST', '/api/payment/hostedpage', body))['hostedPageUrl']);
    },
  };
}
