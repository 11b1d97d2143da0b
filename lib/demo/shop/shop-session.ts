// The orders that a buyer of the demo shop has not paid yet, by the shop's session cookie. They are kept in
// memory: a restart of the local service forgets them.
import { randomBytes } from 'node:crypto';
import type { WaitingOrder } from './verified-result.ts';

const MAX_SESSIONS = 1000;
const COOKIE = 'shop-session';

type Orders = Map<string, WaitingOrder>;
const sessions = new Map<string, Orders>();

/** The orders of the session in the `Cookie` header; none without a session. */
export function ordersOf(cookies: string | undefined): ReadonlyMap<string, WaitingOrder> {
  return sessions.get(sessionIn(cookies) ?? '') ?? new Map();
}

/** Returns the `Set-Cookie` header of the session, which is a new one if the buyer has none. */
export function rememberOrder(cookies: string | undefined, order: WaitingOrder): string {
  const known = sessionIn(cookies);
  const id = known !== undefined && sessions.has(known) ? known : randomBytes(16).toString('hex');
  const orders: Orders = sessions.get(id) ?? new Map();
  sessions.set(id, orders.set(order.orderNumber, order));
  const [oldest] = sessions.keys();
  if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  // Lax: sent when the buyer returns from the payment page of another site, which is a GET.
  return `${COOKIE}=${id}; Path=/shop; HttpOnly; SameSite=Lax`;
}

const sessionIn = (cookies = '') => new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]{32})(?:;|$)`).exec(cookies)?.[1];
