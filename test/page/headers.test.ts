import { describe, expect, it } from 'vitest';
import { pageHeaders } from '#page/headers.ts';
import { NONCE } from './every-page.ts';

const strict = { cspNonce: NONCE, formActionOrigins: [], frameAncestors: [], language: 'tr' } as const;

function policyOf(view: Parameters<typeof pageHeaders>[0]): Record<string, string> {
  const policy = pageHeaders(view)['Content-Security-Policy'] ?? '';
  return Object.fromEntries(policy.split('; ').map((rule) => rule.split(/ (.*)/s).slice(0, 2)));
}

describe('pageHeaders', () => {
  it('the policy allows only our nonce to run and style, and no source to load or frame', () => {
    expect(policyOf(strict)).toEqual({
      'default-src': "'none'",
      'script-src': `'nonce-${NONCE}'`,
      'style-src': `'nonce-${NONCE}'`,
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'form-action': "'self'",
      'frame-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  it('browsers report violations to the given address, in the new way and in the old one', () => {
    const reportUrl = 'https://pay.example/csp-report';
    expect(policyOf({ ...strict, reportUrl })).toMatchObject({ 'report-to': 'csp', 'report-uri': reportUrl });
    expect(pageHeaders({ ...strict, reportUrl })['Reporting-Endpoints']).toBe(`csp="${reportUrl}"`);
  });

  it('the headers exclude the page from caches, referrers and search engines', () => {
    expect(pageHeaders(strict)).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': 'tr',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Robots-Tag': 'noindex',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    });
  });

  it('the form’s response may redirect to the shop, whose origin is listed once', () => {
    const formActionOrigins = [
      'https://shop.example/ok?a=1',
      'https://shop.example/fail',
      'http://localhost:3000',
    ];
    expect(policyOf({ ...strict, formActionOrigins })['form-action']).toBe(
      "'self' https://shop.example http://localhost:3000",
    );
  });

  it('a form may frame only our pages, and the page before the bank also the bank’s and issuers’', () => {
    const sourcesOf = (frameSources: string[]) => policyOf({ ...strict, frameSources })['frame-src'];
    expect(sourcesOf([])).toBe("'self'");
    expect(sourcesOf(['https://bank.example/fim/est3Dgate'])).toBe("'self' https://bank.example https:");
    expect(sourcesOf(['http://localhost:3000/fim'])).toBe("'self' http://localhost:3000 https:");
  });

  it('registered origins may frame the page, and X-Frame-Options is then left out', () => {
    const view = { ...strict, frameAncestors: ['https://shop.example', 'https://www.shop.example'] };
    expect(policyOf(view)['frame-ancestors']).toBe("'self' https://shop.example https://www.shop.example");
    expect(pageHeaders(view)).not.toHaveProperty('X-Frame-Options');
  });

  it('no address can widen the policy', () => {
    const hostile = [
      '*',
      "'unsafe-inline'",
      'data:',
      'javascript:alert(1)',
      'not an address',
      'https://a.example;script-src *',
      'https://b.example/\r\nX-Injected: 1',
      'https://*',
      'https://*.example',
      'https://a.example;sandbox',
      'https://a.example,https:',
      '',
    ];
    const view = { ...strict, formActionOrigins: hostile, frameAncestors: hostile };
    const policy = policyOf(view);
    expect(Object.keys(policy)).toEqual(Object.keys(policyOf(strict)));
    expect(policy['form-action']).toBe("'self' https://b.example");
    expect(policy['script-src']).toBe(policyOf(strict)['script-src']);
    for (const value of Object.values(pageHeaders(view))) expect(value).not.toMatch(/[\r\n*]|unsafe/);
  });

  it('a nonce that is short or could end its directive throws', () => {
    for (const cspNonce of ['', 'short', `${NONCE}' 'unsafe-inline`, `${NONCE};`])
      expect(() => pageHeaders({ ...strict, cspNonce })).toThrow(TypeError);
  });
});
