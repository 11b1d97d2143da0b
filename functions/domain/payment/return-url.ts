// The address a buyer returns to, signed so that the shop may believe it (hosted-page.md 8).
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
 * Adds the facts and their signature to the shop's own address, whose query stays as it is. Signature: hex
 * HMAC-SHA256 over `name=value` of what was added, values URL-encoded, sorted by name, joined by `&`.
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

/** A header holds ASCII alone: `ş` in a path or a host is written as browsers would send it. */
function asHeader(address: string): string {
  return /^[\x21-\x7e]*$/.test(address) ? address : new URL(address).href;
}

/** What a shop computes again from the query it was called with. */
export function signatureOf(added: string, signingSecret: string): string {
  return createHmac('sha256', signingSecret).update(added).digest('hex');
}
