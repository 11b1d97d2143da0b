// The result in the address with which a buyer returns to the shop, without a check of its signature:
// test/docs/shop-guide.test.ts checks it with the code of the guide for shops.
import { createHmac } from 'node:crypto';
import type { PaymentResult } from '#domain/payment/payment-result.ts';

/** Throws if the address has no result, for example because the buyer stays on the page. */
export function resultOf(location: string | undefined): PaymentResult {
  const payload = (location && new URL(location, 'none://none').searchParams.get('result'))?.split('.')[1];
  if (payload === undefined) throw new Error(`There is no result in ${location}.`);
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as PaymentResult;
}

/** The status of the result; undefined if the address has none. */
export const statusIn = (location: string | undefined) =>
  location?.includes('result=') ? resultOf(location).status : undefined;

/** A condition for `waitForURL`: the buyer is back at the shop with a result of this status. */
export const returnsWith = (status: PaymentResult['status']) => (url: URL) => statusIn(url.href) === status;

/** The address with the same facts, signed with another secret. */
export function signedAgain(url: string, secret: string): string {
  const address = new URL(url);
  const signed = (address.searchParams.get('result') ?? '').split('.', 2).join('.');
  const signature = createHmac('sha256', secret).update(signed).digest('base64url');
  address.searchParams.set('result', `${signed}.${signature}`);
  return address.href;
}
