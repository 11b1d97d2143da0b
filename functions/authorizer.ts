// X-Api-Key -> merchant. API Gateway calls it before any endpoint and caches its answer for 60 seconds.
// Therefore the policy allows the whole API, and a revoked key works for 60 seconds at most.
import { createHash } from 'node:crypto';
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { apiKeyMode, type Mode } from '#domain/api-key.ts';
import { inBothLanguages } from '#domain/language.ts';
import { API_KEY_EXPIRED, API_KEY_INVALID } from '#domain/rejection-table.ts';
import { findStoredKey } from '#flows/stored-key.ts';
import { callerContext } from '#http/caller.ts';
import { type ApiKeyItem, loadApiKeyOf } from '#store/merchant/api-key.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import { monthOf } from '#store/table/keys.ts';
import { log } from '#telemetry/log.ts';
import { withRequest } from '#telemetry/request-context.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';

const REFUSALS = { API_KEY_INVALID, API_KEY_EXPIRED };
type KeyRejection = keyof typeof REFUSALS;

type AuthorizerRequest = Pick<APIGatewayRequestAuthorizerEvent, 'headers' | 'methodArn'> & {
  requestContext: { requestId: string };
};

export async function handler(event: AuthorizerRequest): Promise<APIGatewayAuthorizerResult> {
  return await withRequest(event.requestContext.requestId, () => authorize(event));
}

async function authorize(event: AuthorizerRequest): Promise<APIGatewayAuthorizerResult> {
  const key =
    Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? '';
  const now = new Date();
  const mode = apiKeyMode(key);
  if (mode === undefined) return reject('API_KEY_INVALID', event.methodArn);

  const { stored, merchant } = await findKey(key);
  if (stored === undefined || stored.revokedAt !== undefined)
    return reject('API_KEY_INVALID', event.methodArn, stored);
  if (stored.expiresAt !== undefined && Date.parse(stored.expiresAt) <= now.getTime()) {
    return reject('API_KEY_EXPIRED', event.methodArn, stored);
  }
  if (merchant?.mode !== mode) return reject('API_KEY_INVALID', event.methodArn, stored);
  return await allow(merchant, stored, mode, event.methodArn);
}

type KeyLookup = { stored: ApiKeyItem | undefined; merchant: MerchantItem | undefined };
/** The part of a key that never changes. Its expiry and its merchant are read each time. */
type CachedKey = { digest: string; merchantId: string };

/** Keyed by a hash, so that no API key stays in memory; the oldest entry is evicted first. */
const known = new Map<string, CachedKey>();
const MOST_KNOWN = 1000;

/**
 * A key that this container has seen costs one read. Another key costs a KMS call, then a read of the key's
 * row, then a read of the merchant's row.
 */
async function findKey(key: string): Promise<KeyLookup> {
  const name = createHash('sha256').update(key).digest('base64url');
  const seen = known.get(name);
  if (seen !== undefined) return await loadApiKeyOf(seen.merchantId, seen.digest);
  const { digest, stored } = await findStoredKey(key);
  if (stored === undefined) return { stored, merchant: undefined };
  const { merchantId } = stored;
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= MOST_KNOWN) known.delete(oldest);
  known.set(name, { digest, merchantId });
  // The caller needs the merchant's key next.
  const [merchant] = await Promise.all([loadMerchant(merchantId), merchantKeyOf(merchantId)]);
  return { stored, merchant };
}

async function allow(
  merchant: MerchantItem,
  { keyId, firstKeyId, holderKeyId = firstKeyId, olderKeyIds, allowedAddresses = [], scopes }: ApiKeyItem,
  mode: Mode,
  methodArn: string,
) {
  const { merchantId, name, timeZone, createdAt, frameOrigins } = merchant;
  const { branding, refundApproval, fourEyesFromMinor = 0, pageBeacon } = merchant;
  const context = callerContext({
    merchantId,
    merchantName: name,
    timeZone,
    frameOrigins: frameOrigins.join(' '),
    ...(branding && { branding: JSON.stringify(branding) }),
    mode,
    keyId,
    firstKeyId,
    holderKeyId,
    olderKeyIds: olderKeyIds?.join(' '),
    ...(refundApproval === 'fourEyes' && { fourEyesFrom: String(fourEyesFromMinor) }),
    ...(pageBeacon === false && { noBeacon: 'yes' }),
    ...(allowedAddresses.length > 0 && { allowedAddresses: allowedAddresses.join(' ') }),
    scopes: scopes.join(' '),
    since: monthOf(createdAt),
    digestKey: await merchantKeyOf(merchantId),
  });
  const policyDocument = policy('Allow', methodArn);
  // API Gateway throttles by this key if the stage has a throttle per merchant.
  return { principalId: merchantId, policyDocument, context, usageIdentifierKey: merchantId };
}

/** `key`: the stored key, if there is one. Its id in the log shows who still uses a key that has ended. */
function reject(errorCode: KeyRejection, methodArn: string, key?: ApiKeyItem): APIGatewayAuthorizerResult {
  log('info', 'key refused', { errorCode, ...(key && { keyId: key.keyId, merchantId: key.merchantId }) });
  // The gateway response of the deployed API is built from these fields.
  const refusal = REFUSALS[errorCode];
  const context = {
    errorCode,
    message: inBothLanguages(refusal),
    advice: inBothLanguages(refusal.advice),
  };
  return { principalId: 'unknown', policyDocument: policy('Deny', methodArn), context };
}

/** arn:aws:execute-api:region:account:api/stage/GET/path -> the same with every method and path. */
function policy(effect: 'Allow' | 'Deny', methodArn: string) {
  const [api = '', stage = ''] = methodArn.split('/');
  const Statement = [{ Action: 'execute-api:Invoke', Effect: effect, Resource: `${api}/${stage}/*` }];
  return { Version: '2012-10-17', Statement };
}
