// Verifies the result with which a buyer returns, as docs/shops.md requires of every shop: only `result` is
// read from the address, and nothing in it is used before its signature is verified.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PaymentResult } from '#domain/payment/payment-result.ts';

/** An order of the buyer's session whose payment is outstanding. */
export type WaitingOrder = {
  orderNumber: string;
  amount: number;
  currency: string;
  productId: string;
  hostedPageUrl: string;
  startedAtMs: number;
  /** The shop's calls of the API for this order. */
  calls: Set<string>;
  /** Of a subscription: its first charge without the buyer. */
  startDate?: string | undefined;
  /** The id of the scene that began it. */
  scene?: string | undefined;
};

export type Return =
  | { kind: 'verified'; result: PaymentResult; order: WaitingOrder }
  /** The order is not in this session: an API call created its page, or another browser. */
  | { kind: 'unexpected'; result: PaymentResult }
  /** `old`: signed by the service, more than ten minutes ago. `different`: the order has another amount. */
  | { kind: 'refused'; reason: 'forged' | 'old' | 'different' };

/** The buyer returns from a page that stores a card: no order was paid. */
type CardReturn = { kind: 'card' };

type ResultReceiver = { payUrl: string; merchantId: string; signingSecret: string; nowMs: number };

export function verifyReturn(
  query: URLSearchParams,
  orders: ReadonlyMap<string, WaitingOrder>,
  shop: ResultReceiver,
): Return | CardReturn {
  const [jws = '', ...others] = query.getAll('result');
  const signed = jws.slice(0, jws.lastIndexOf('.'));
  if (others.length > 0 || !isSame(jws, `${signed}.${signatureOf(signed, shop.signingSecret)}`)) {
    return { kind: 'refused', reason: 'forged' };
  }
  const payload = Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString('utf8');
  const result = JSON.parse(payload) as PaymentResult;
  if (result.iss !== shop.payUrl || result.aud !== shop.merchantId) {
    return { kind: 'refused', reason: 'forged' };
  }
  if (result.exp * 1000 <= shop.nowMs) return { kind: 'refused', reason: 'old' };
  if ('purpose' in result) return { kind: 'card' };
  const order = orders.get(result.orderNumber);
  if (order === undefined) return { kind: 'unexpected', result };
  const isSamePrice = order.amount === result.amount && order.currency === result.currency;
  return isSamePrice ? { kind: 'verified', result, order } : { kind: 'refused', reason: 'different' };
}

const signatureOf = (signed: string, secret: string) =>
  createHmac('sha256', secret).update(signed).digest('base64url');

export function isSame(candidate: string, right: string): boolean {
  const [one, other] = [Buffer.from(candidate), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
