// The envelope where API Gateway answers before any of our code runs. It fills in `$context` and nothing
// else, hence its own time format and one language. Escaped to plain ASCII, with `#` too, so that neither
// CloudFormation's encoding nor a template engine's directives can change a byte.
import { REJECTIONS, type RejectionCode } from '#domain/rejection.ts';

/** What stands where the gateway alone knows the value. */
type Facts = { code: RejectionCode; payUrl: string };

export function gatewayEnvelope({ code, payUrl }: Facts): string {
  const { tr, retryable = false } = REJECTIONS[code];
  return envelope({ message: tr, errorCode: code, retryable, payUrl });
}

/** Refused by the authorizer, which says why in its context. */
export function refusedKeyEnvelope(payUrl: string): string {
  const errorCode = '$context.authorizer.errorCode';
  return envelope({ message: '$context.authorizer.message', errorCode, retryable: false, payUrl });
}

type Parts = { message: string; errorCode: string; retryable: boolean; payUrl: string };

function envelope({ message, errorCode, retryable, payUrl }: Parts): string {
  const docUrl = `${payUrl}/docs/errors#${errorCode}`;
  const data = { requestId: '$context.requestId', retryable, docUrl };
  const timestamp = '$context.requestTime';
  return toAscii(JSON.stringify({ success: false, message, data, errorCode, timestamp }));
}

function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]|#/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Header values as API Gateway maps them: a constant stands in single quotes. */
export const GATEWAY_HEADERS: Readonly<Record<string, string>> = {
  'X-Request-Id': 'context.requestId',
  'Content-Type': "'application/json; charset=utf-8'",
  'Content-Language': "'tr'",
  'Cache-Control': "'no-store'",
  'X-Content-Type-Options': "'nosniff'",
};
