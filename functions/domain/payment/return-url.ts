// The address to which a buyer returns: the shop's own with one more parameter (hosted-page.md 8.1).

/** The parameter's name. The shop's own address must not contain it. */
export const RESULT_PARAMETER = 'result';

/** Keeps the shop's query and anchor. A compact JWS needs no encoding. */
export function returnUrl(address: string, result: string): string {
  const [, base = '', query, fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(asHeader(address)) ?? [];
  const separator = query === undefined ? '?' : query === '?' || query.endsWith('&') ? '' : '&';
  return `${base}${query ?? ''}${separator}${RESULT_PARAMETER}=${result}${fragment}`;
}

/** A header contains ASCII only, so `ş` in a path or host is encoded as a browser would encode it. */
function asHeader(address: string): string {
  return /^[\x21-\x7e]*$/.test(address) ? address : new URL(address).href;
}
