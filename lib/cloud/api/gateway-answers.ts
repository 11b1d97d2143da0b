// Every answer API Gateway gives by itself, in our words: to merchants in the envelope with the codes of the
// error reference, to buyers as one plain sentence.
import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { REJECTIONS, type RejectionCode } from '#domain/rejection.ts';
import { GATEWAY_HEADERS, gatewayEnvelope, refusedKeyEnvelope } from './gateway-envelope.ts';

/**
 * No method asks for a signature and none has a request model, so a signature error means that no method was
 * found. What remains of 4XX is a request too broken to be routed; it keeps the status the gateway chose.
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
  WAF_FILTERED: 'RATE_LIMITED',
  REQUEST_TOO_LARGE: 'BODY_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  DEFAULT_4XX: 'VALIDATION_ERROR',
  DEFAULT_5XX: 'INTERNAL_ERROR',
} as const satisfies Record<string, RejectionCode>;
type AnswerType = keyof typeof CODE_OF;

/** One second refills a merchant's budget; the firewall looks back over a minute. */
const RETRY_AFTER_SECONDS: Partial<Record<AnswerType, number>> = {
  THROTTLED: 1,
  QUOTA_EXCEEDED: 60,
  WAF_FILTERED: 60,
};

const ANSWER_TYPES = Object.keys(CODE_OF) as AnswerType[];

export function answerMerchants(api: RestApi, payUrl: string): void {
  for (const type of ANSWER_TYPES) {
    const code = CODE_OF[type];
    const status = statusOf(type);
    api.addGatewayResponse(`Answer-${type}`, {
      type: ResponseType.of(type),
      ...(status !== undefined && { statusCode: status }),
      responseHeaders: { ...GATEWAY_HEADERS, ...retryAfter(type) },
      templates: { 'application/json': gatewayEnvelope({ code, payUrl }) },
    });
  }
  // Only the authorizer denies: it has no other way to tell an expired key from an unknown one.
  api.addGatewayResponse('Answer-ACCESS_DENIED', {
    type: ResponseType.ACCESS_DENIED,
    statusCode: String(REJECTIONS.API_KEY_INVALID.status),
    responseHeaders: GATEWAY_HEADERS,
    templates: { 'application/json': refusedKeyEnvelope(payUrl) },
  });
}

export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  ...GATEWAY_HEADERS,
  'Content-Type': "'text/plain; charset=utf-8'",
};

export function answerBuyers(api: RestApi): void {
  for (const type of ANSWER_TYPES.filter((one) => CODE_OF[one] !== 'API_KEY_MISSING')) {
    const status = statusOf(type);
    api.addGatewayResponse(`Answer-${type}`, {
      type: ResponseType.of(type),
      ...(status !== undefined && { statusCode: status }),
      responseHeaders: { ...PLAIN_HEADERS, ...retryAfter(type) },
      // The one template the gateway uses whatever a browser says it accepts; the header tells the truth.
      templates: { 'application/json': plainSentence(CODE_OF[type]) },
    });
  }
}

/** Both languages in one line: a buyer's language is not known here. */
export function plainSentence(code: RejectionCode): string {
  const { tr, en } = REJECTIONS[code];
  return `${tr} / ${en}`;
}

function statusOf(type: AnswerType): string | undefined {
  return type === 'DEFAULT_4XX' ? undefined : String(REJECTIONS[CODE_OF[type]].status);
}

function retryAfter(type: AnswerType): Record<string, string> {
  const seconds = RETRY_AFTER_SECONDS[type];
  return seconds === undefined ? {} : { 'Retry-After': `'${seconds}'` };
}
