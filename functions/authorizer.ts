// X-Api-Key -> merchant. Asked by API Gateway before any endpoint; its answer is kept for 60 seconds, which
// is why it must allow the whole API and why a revoked key lives that long at most.
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { apiKeyKind } from '#domain/api-key.ts';
import { REJECTIONS, type RejectionCode } from '#domain/rejection.ts';
import { callerContext } from '#http/caller.ts';
import { monthOf } from '#store/keys.ts';
import { loadApiKey, loadMerchant, type MerchantItem } from '#store/merchant.ts';
import { log } from '#telemetry/log.ts';
import { onTrail } from '#telemetry/trail.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';
import { keyedDigest } from '#vault/vault.ts';

type Refusal = Extract<RejectionCode, 'API_KEY_INVALID' | 'API_KEY_EXPIRED'>;

type Asked = Pick<APIGatewayRequestAuthorizerEvent, 'headers' | 'methodArn'> & {
  requestContext: { requestId: string };
};

export async function handler(event: Asked): Promise<APIGatewayAuthorizerResult> {
  return await onTrail(event.requestContext.requestId, () => authorize(event));
}

async function authorize(event: Asked): Promise<APIGatewayAuthorizerResult> {
  const key =
    Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? '';
  const now = new Date();
  const kind = apiKeyKind(key);
  if (kind === undefined) return refuse('API_KEY_INVALID', event.methodArn);

  const stored = await loadApiKey(await apiKeyDigest(key));
  if (stored === undefined || stored.revokedAt !== undefined)
    return refuse('API_KEY_INVALID', event.methodArn);
  if (stored.expiresAt !== undefined && Date.parse(stored.expiresAt) <= now.getTime()) {
    return refuse('API_KEY_EXPIRED', event.methodArn);
  }
  const merchant = await loadMerchant(stored.merchantId);
  if (merchant === undefined) return refuse('API_KEY_INVALID', event.methodArn);
  return allow(merchant, kind, event.methodArn);
}

/** What a key is found by; hex. */
export async function apiKeyDigest(key: string): Promise<string> {
  return Buffer.from(await keyedDigest(`api-key|${key}`)).toString('hex');
}

async function allow(merchant: MerchantItem, keyKind: 'test' | 'live', methodArn: string) {
  const { merchantId, name, timeZone, createdAt, frameOrigins, installments } = merchant;
  const context = callerContext({
    merchantId,
    merchantName: name,
    timeZone,
    frameOrigins: frameOrigins.join(' '),
    ...(installments && { installments: installments.join(' ') }),
    keyKind,
    since: monthOf(createdAt),
    digestKey: await merchantKeyOf(merchantId),
  });
  const policyDocument = policy('Allow', methodArn);
  // Where merchants are throttled one by one, the gateway counts by this key; elsewhere it looks away.
  return { principalId: merchantId, policyDocument, context, usageIdentifierKey: merchantId };
}

function refuse(errorCode: Refusal, methodArn: string): APIGatewayAuthorizerResult {
  log('info', 'key refused', { errorCode });
  // The deployed gateway writes its refusal from these two.
  const context = { errorCode, message: REJECTIONS[errorCode].tr };
  return { principalId: 'unknown', policyDocument: policy('Deny', methodArn), context };
}

/** arn:aws:execute-api:region:account:api/stage/GET/path -> the same with every method and path. */
function policy(effect: 'Allow' | 'Deny', methodArn: string) {
  const [api = '', stage = ''] = methodArn.split('/');
  const Statement = [{ Action: 'execute-api:Invoke', Effect: effect, Resource: `${api}/${stage}/*` }];
  return { Version: '2012-10-17', Statement };
}
