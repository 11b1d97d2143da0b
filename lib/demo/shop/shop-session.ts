// The demo shop's data about a buyer, by the shop's session cookie: the orders whose payment is outstanding,
// and the customer of the payment service. The data is in memory: a restart of the local service loses it.
import { randomBytes } from 'node:crypto';
import type { WaitingOrder } from './verified-result.ts';

const MAX_SESSIONS = 1000;
const COOKIE = 'shop-session';

export type Session = {
  orders: Map<string, WaitingOrder>;
  customerId?: string | undefined;
  /** The service's response to the buyer's last action, shown once. */
  notice?: string | undefined;
};
const sessions = new Map<string, Session>();

/** The session of the `Cookie` header; an empty session if there is none. */
export const sessionOf = (cookies: string | undefined): Session =>
  sessions.get(sessionIn(cookies) ?? '') ?? { orders: new Map() };

/** Returns the session, or a new one if the buyer has none, with its `Set-Cookie` header. */
export function openSession(cookies: string | undefined): { session: Session; cookie: string } {
  const known = sessionIn(cookies);
  const id = known !== undefined && sessions.has(known) ? known : randomBytes(16).toString('hex');
  const session = sessions.get(id) ?? { orders: new Map() };
  sessions.set(id, session);
  const [oldest] = sessions.keys();
  if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  // Lax: the cookie is sent when the buyer returns from the other site's payment page by a GET.
  return { session, cookie: `${COOKIE}=${id}; Path=/shop; HttpOnly; SameSite=Lax` };
}

const sessionIn = (cookies = '') => new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]{32})(?:;|$)`).exec(cookies)?.[1];
