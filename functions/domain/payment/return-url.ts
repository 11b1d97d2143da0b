// The address to which a buyer returns, signed so that the shop can verify it (hosted-page.md 8).
import { createHmac } from 'node:crypto';

export type ReturnFacts = {
  token: string;
  orderNumber: string;
  status: 'Successful' | 'Failed';
  paymentReferenceNumber?: string;
  errorCode?: string;
  /** ISO instant of the signature. */
  ts: string;
};

/**
 * Adds the facts and their signature to the shop's address and keeps its query. The signature is the hex
 * HMAC-SHA256 over the added `name=value` pairs, values URL-encoded, sorted by name and joined by `&`.
 */
export function signedReturnUrl(address: string, facts: ReturnFacts, signingSecret: string): string {
  const added = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const [, base = '', query, fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(asHeader(address)) ?? [];
  const separator = query === undefined ? '?' : query === '?' || query.endsWith('&') ? '' : '&';
  const signature = signatureOf(added, signingSecret);
  return `${base}${query ?? ''}${separator}${added}&signature=${signature}${fragment}`;
}

/** A header contains ASCII only, so `ş` in a path or host is encoded as a browser would encode it. */
function asHeader(address: string): string {
  return /^[\x21-\x7e]*$/.test(address) ? address : new URL(address).href;
}

/** A shop recomputes this from the query that it received. */
export function signatureOf(added: string, signingSecret: string): string {
  return createHmac('sha256', signingSecret).update(added).digest('hex');
}
