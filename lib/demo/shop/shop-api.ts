// The demo shop's calls to the payment service: over HTTP with its API key, like any merchant's server.
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import type { LocalMerchant } from '../../local/local-merchant.ts';

export type Shop = { baseUrl: string; merchant: LocalMerchant };
type Call = { language: Language; body?: object; idempotencyKey?: string };
/** The envelope. It has `data` only if the call succeeded. */
type Answer<Data> = { message: string; errorCode: string | null; data?: Data };

export async function callApi<Data>(
  { baseUrl, merchant }: Shop,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { language, body, idempotencyKey }: Call,
): Promise<Answer<Data>> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Api-Key': merchant.apiKey,
      'Accept-Language': language,
      ...defined({ 'Idempotency-Key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { success, message, errorCode, data } = (await response.json()) as Answer<Data> & {
    success: boolean;
  };
  return { message, errorCode, ...(success && data !== undefined && { data }) };
}
