// The headers of every page a buyer sees. The policy allows our own inline style and script by a nonce and
// nothing else, so that even markup that slipped through could neither run nor call out.
import type { Language } from '#domain/language.ts';

type PageHeadersView = {
  /** 128 random bits, new for each response. */
  cspNonce: string;
  /** Where a redirect that answers the form may lead. Chrome holds `form-action` against it as well. */
  formActionOrigins: readonly string[];
  /** The origins that may frame the page; none means that nobody may. */
  frameAncestors: readonly string[];
  language: Language;
};

/** Addresses may have `*`, `;` and `,` in their host, which mean something else in a policy. */
const WHOLE_ORIGIN = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/**
 * Whole origins only, in the spelling a policy understands. What is no http(s) address is left out: a broken
 * entry must close a door, and must never bring a blank or a semicolon into the policy.
 */
function origins(addresses: readonly string[]): string[] {
  const known = addresses.flatMap((address) => {
    if (!URL.canParse(address)) return [];
    const { origin } = new URL(address);
    return WHOLE_ORIGIN.test(origin) ? [origin] : [];
  });
  return [...new Set(known)];
}

export function pageHeaders(view: PageHeadersView): Record<string, string> {
  if (!/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(view.cspNonce))
    throw new TypeError('a nonce has 128 bits or more');
  const ancestors = origins(view.frameAncestors);
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${view.cspNonce}' 'strict-dynamic'`,
    `style-src 'nonce-${view.cspNonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ['form-action', "'self'", ...origins(view.formActionOrigins)].join(' '),
    "frame-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': view.language,
    'Content-Security-Policy': policy.join('; '),
    // Older browsers read this one alone, and it cannot name origins: it goes where framing is allowed.
    ...(ancestors.length === 0 && { 'X-Frame-Options': 'DENY' }),
    'Cache-Control': 'no-store',
    // The hosted page token is in the path.
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'payment=(self), camera=(), microphone=(), geolocation=(), usb=()',
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Robots-Tag': 'noindex',
  };
}
