// Answers `GetCallerIdentity` like STS. All callers on this machine are the same user.
import type { HttpHandler } from '../http-handler.ts';

const ARN = 'arn:aws:iam::000000000000:user/local';

export const sts: HttpHandler = async ({ headers, body }) => {
  const isSigned = headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=') === true;
  const isKnown = new URLSearchParams(body.toString('utf8')).get('Action') === 'GetCallerIdentity';
  if (!isSigned || !isKnown) return { status: 403, body: '<ErrorResponse/>' };
  const result = `<GetCallerIdentityResult><Arn>${ARN}</Arn></GetCallerIdentityResult>`;
  const answer = `<GetCallerIdentityResponse>${result}</GetCallerIdentityResponse>`;
  return { status: 200, headers: { 'content-type': 'text/xml' }, body: answer };
};
