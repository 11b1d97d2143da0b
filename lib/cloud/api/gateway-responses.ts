// The responses that API Gateway itself returns: to merchants the envelope with the codes of the error
// reference, to buyers one line of plain text.
import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { defined } from '#domain/defined.ts';
import { inBothLanguages } from '#domain/language.ts';
import { REJECTIONS, type RejectionCode } from '#domain/rejection-table.ts';
import type { Deployment } from '../deployment.ts';
import { deniedKeyEnvelope, GATEWAY_HEADERS, gatewayEnvelope } from './gateway-envelope.ts';

/**
 * No method uses IAM signatures or request models, so a signature error means that no method was found. The
 * rest of 4XX are requests too malformed to route; they keep API Gateway's status.
 */
const CODE_OF = {
  UNAUTHORIZED: 'API_KEY_MISSING',
  INVALID_API_KEY: 'API_KEY_INVALID',
  MISSING_AUTHENTICATION_TOKEN: 'ROUTE_NOT_FOUND',
  RESOURCE_NOT_FOUND: 'ROUTE_NOT_FOUND',
  INVALID_SIGNATURE: 'ROUTE_NOT_FOUND',
  EXPIRED_TOKEN: 'ROUTE_NOT_FOUND',
  THROTTLED: 'RATE_LIMITED',
  QUOTA_EXCEEDED: 'RATE_LIMITED',
  WAF_FILTERED: 'REQUEST_BLOCKED',
  REQUEST_TOO_LARGE: 'BODY_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  DEFAULT_4XX: 'VALIDATION_ERROR',
  DEFAULT_5XX: 'INTERNAL_ERROR',
} as const satisfies Record<string, RejectionCode>;
type GatewayResponseType = keyof typeof CODE_OF;

/** A merchant's rate limit refills in a second. */
const RETRY_AFTER_SECONDS: Partial<Record<GatewayResponseType, number>> = {
  THROTTLED: 1,
  QUOTA_EXCEEDED: 60,
};

const GATEWAY_RESPONSE_TYPES = Object.keys(CODE_OF) as GatewayResponseType[];

export function addMerchantGatewayResponses(api: RestApi, payUrl: string, deployment: Deployment): void {
  const policy = { 'RateLimit-Policy': `'${ratePolicy(deployment)}'` };
  for (const type of GATEWAY_RESPONSE_TYPES) {
    const code = CODE_OF[type];
    const status = statusOf(type);
    api.addGatewayResponse(`Answer-${type}`, {
      type: ResponseType.of(type),
      ...defined({ statusCode: status }),
      responseHeaders: { ...GATEWAY_HEADERS, ...retryAfter(type), ...(type === 'THROTTLED' && policy) },
      templates: { 'application/json': gatewayEnvelope({ code, payUrl }) },
    });
  }
  // Only the authorizer denies access. Its context contains the code: expired or unknown key.
  api.addGatewayResponse('Answer-ACCESS_DENIED', {
    type: ResponseType.ACCESS_DENIED,
    statusCode: String(REJECTIONS.API_KEY_INVALID.status),
    responseHeaders: GATEWAY_HEADERS,
    templates: { 'application/json': deniedKeyEnvelope(payUrl) },
  });
}

export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  ...GATEWAY_HEADERS,
  'Content-Type': "'text/plain; charset=utf-8'",
};

export function addBuyerGatewayResponses(api: RestApi): void {
  for (const type of GATEWAY_RESPONSE_TYPES.filter((one) => CODE_OF[one] !== 'API_KEY_MISSING')) {
    const status = statusOf(type);
    api.addGatewayResponse(`Answer-${type}`, {
      type: ResponseType.of(type),
      ...defined({ statusCode: status }),
      responseHeaders: { ...PLAIN_HEADERS, ...retryAfter(type) },
      // API Gateway uses this template for every Accept header; the Content-Type header is correct.
      templates: { 'application/json': plainMessage(CODE_OF[type]) },
    });
  }
}

/** The message in both languages on one line, because API Gateway does not know the buyer's language. */
export function plainMessage(code: RejectionCode): string {
  return inBothLanguages(REJECTIONS[code]);
}

/**
 * The limits that a throttled call met, as draft-ietf-httpapi-ratelimit-headers writes them. API Gateway
 * tells nobody which of them it was or how much of it is left, so there is no `RateLimit`.
 */
function ratePolicy({ merchantThrottle, merchantRate, apiRate }: Deployment): string {
  const rates = [...(merchantThrottle ? [['merchant', merchantRate]] : []), ['api', apiRate]];
  return rates.map(([name, rate]) => `"${name}";q=${rate};w=1`).join(', ');
}

function statusOf(type: GatewayResponseType): string | undefined {
  return type === 'DEFAULT_4XX' ? undefined : String(REJECTIONS[CODE_OF[type]].status);
}

function retryAfter(type: GatewayResponseType): Record<string, string> {
  const seconds = RETRY_AFTER_SECONDS[type];
  return seconds === undefined ? {} : { 'Retry-After': `'${seconds}'` };
}
