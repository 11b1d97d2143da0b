// The demo shop's calls to the payment service: over HTTP with its API key, like any merchant's server.
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import type { LocalMerchant } from '../../local/local-merchant.ts';

export type Shop = { baseUrl: string; merchant: LocalMerchant };
/** The envelope. It has `data` only if the call succeeded. */
type ShopAnswer<Data> = { message: string; errorCode: string | null; data?: Data };
/** `call`: method and path. */
export type ApiCall = <Data>(
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`,
  body?: object,
  idempotencyKey?: string,
) => Promise<ShopAnswer<Data>>;

/** A call as the shop shows it. */
export const callText = (path: `/api/${string}`, body: object): string =>
  `POST ${path}\n${JSON.stringify(body, null, 2)}`;

export const apiOf =
  ({ baseUrl, merchant }: Shop, language: Language): ApiCall =>
  async <Data>(call: string, body?: object, idempotencyKey?: string) => {
    const [method = '', path = ''] = call.split(' ');
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-Api-Key': merchant.apiKey,
        'Accept-Language': language,
        ...defined({ 'Idempotency-Key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { success, data, ...answer } = (await response.json()) as ShopAnswer<Data> & { success: boolean };
    return { ...answer, ...(success && defined({ data })) };
  };
