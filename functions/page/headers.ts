// The headers of every page that a buyer sees. The Content-Security-Policy allows only our inline style and
// script by a nonce, so injected markup could neither run nor send a request.
import type { Language } from '#domain/language.ts';
import { originsOf } from '#domain/payment/frame-origins.ts';

/** What the policy of a page names of its shop. */
export type PolicyOrigins = {
  /** The origins to which the form's response may redirect. Chrome applies `form-action` to redirects too. */
  formActionOrigins: readonly string[];
  /** The origins that may frame the page, in addition to our own pages. */
  frameAncestors: readonly string[];
};

type PageHeadersView = PolicyOrigins & {
  /** 128 random bits, new for each response. */
  cspNonce: string;
  /**
   * Present if the page frames other pages of ours. With the origin of a bank it may also frame any https
   * page, because the bank leads to the page of any issuer.
   */
  frameSources?: readonly string[];
  language: Language;
  /** The address to which browsers report violations of the policy. */
  reportUrl?: string;
};

/** API Gateway compresses responses from this size on, a page to a third of its size. */
export const COMPRESSED_FROM_BYTES = 1024;

/**
 * The `frame-src` of the policy: `'self'` only if the page frames anything, as a form frames the bank's step.
 */
function frameSource(sources: readonly string[] | undefined): string {
  if (sources === undefined) return "frame-src 'none'";
  const isBank = sources.length > 0;
  return ['frame-src', "'self'", ...originsOf(sources), ...(isBank ? ['https:'] : [])].join(' ');
}

/** The headers of every response to a buyer's browser or to the bank, even without a page. */
export const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  // The hosted page token is in the path.
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};

/** The headers of a file whose address identifies its content: it is cached for ever, by any page. */
export const FILE_HEADERS = {
  ...COMMON_HEADERS,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export function pageHeaders(view: PageHeadersView): Record<string, string> {
  if (!/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(view.cspNonce))
    throw new TypeError('a nonce has 128 bits or more');
  const ancestors = originsOf(view.frameAncestors);
  const policy = [
    // Also of objects, media, fonts and workers.
    "default-src 'none'",
    `script-src 'nonce-${view.cspNonce}'`,
    `style-src 'nonce-${view.cspNonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ['form-action', "'self'", ...originsOf(view.formActionOrigins)].join(' '),
    frameSource(view.frameSources),
    "base-uri 'none'",
    // A page of ours frames the bank's step, which ends on a page of ours again.
    ['frame-ancestors', "'self'", ...ancestors].join(' '),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    // `report-uri` is for browsers without report-to; the others ignore it.
    ...(view.reportUrl === undefined ? [] : ['report-to csp', `report-uri ${view.reportUrl}`]),
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': view.language,
    'Content-Security-Policy': policy.join('; '),
    ...(view.reportUrl !== undefined && { 'Reporting-Endpoints': `csp="${view.reportUrl}"` }),
    // For older browsers. It cannot name origins, so it is left out if framing is allowed.
    ...(ancestors.length === 0 && { 'X-Frame-Options': 'SAMEORIGIN' }),
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=()',
    ...COMMON_HEADERS,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A window that opened the page, or that the page opens, gets no access to it. Frames are not affected.
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  };
}
