// The envelope for responses that API Gateway returns before any function runs. API Gateway substitutes only
// `$context` variables, so these responses have its time format and both languages. The text is escaped to
// ASCII, `#` included, so that neither CloudFormation's encoding nor template directives change a byte.
import { inBothLanguages } from '#domain/language.ts';
import { REJECTIONS, type RejectionCode } from '#domain/rejection-table.ts';

/** The values that are known at deployment. */
type EnvelopeValues = { code: RejectionCode; payUrl: string };

export function gatewayEnvelope({ code, payUrl }: EnvelopeValues): string {
  const { retryable = false, advice, ...sentence } = REJECTIONS[code];
  const texts = { message: inBothLanguages(sentence), advice: inBothLanguages(advice) };
  return envelope({ ...texts, errorCode: code, retryable, payUrl });
}

/** For requests that the authorizer denies. The authorizer's context contains code and texts. */
export function deniedKeyEnvelope(payUrl: string): string {
  const of = (name: string) => `$context.authorizer.${name}`;
  const texts = { message: of('message'), advice: of('advice') };
  return envelope({ ...texts, errorCode: of('errorCode'), retryable: false, payUrl });
}

type EnvelopeParts = {
  message: string;
  advice: string;
  errorCode: string;
  retryable: boolean;
  payUrl: string;
};

function envelope({ message, advice, errorCode, retryable, payUrl }: EnvelopeParts): string {
  const docUrl = `${payUrl}/docs/errors#${errorCode}`;
  const data = { requestId: '$context.requestId', retryable, docUrl, advice };
  const timestamp = '$context.requestTime';
  return toAscii(JSON.stringify({ success: false, message, data, errorCode, timestamp }));
}

function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]|#/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Header values in API Gateway's syntax: constants are in single quotes. */
export const GATEWAY_HEADERS: Readonly<Record<string, string>> = {
  'X-Request-Id': 'context.requestId',
  'Content-Type': "'application/json; charset=utf-8'",
  'Content-Language': "'tr, en'",
  'Cache-Control': "'no-store'",
  'X-Content-Type-Options': "'nosniff'",
};
