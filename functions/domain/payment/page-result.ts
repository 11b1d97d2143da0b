// The result of a page, which the buyer's browser takes to the shop: one compact JWS (RFC 7515). All that a
// shop reads is inside the signature (hosted-page.md 8).
import { createHmac } from 'node:crypto';
import type { HostedPage } from './hosted-page.ts';
import { pageMark } from './page-token.ts';

const LIFETIME_SECONDS = 600;

/** The fields of every result: its issuer, its recipient, its times and its page. */
export type PageResult = {
  iss: string;
  aud: string;
  jti: string;
  iat: number;
  exp: number;
  page: string;
};

export function resultOfPage(
  { merchantId, tokenDigest }: Pick<HostedPage, 'merchantId' | 'tokenDigest'>,
  { by, id, now }: { by: string; id: string; now: Date },
): PageResult {
  const iat = Math.floor(now.getTime() / 1000);
  return { iss: by, aud: merchantId, jti: id, iat, exp: iat + LIFETIME_SECONDS, page: pageMark(tokenDigest) };
}

/** HS256; the key is the secret's text as shown to the shop, not decoded. */
export function signResult(result: PageResult, { kid, secret }: { kid: string; secret: string }): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${encode(result)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
