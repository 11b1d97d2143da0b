// A merchant's place in the usage plan, if the deployment throttles merchants. API Gateway has a separate key
// per merchant, independent of the service's API keys, so rotating or revoking those changes nothing there.
// Each function here can be repeated: it reads the current state before it changes anything.
import { jsonOf, rest, unless } from './aws-calls.ts';
import { explained } from './aws-refusal.ts';
import type { Signer } from './aws-request.ts';
import { signerInUse } from './stack-outputs.ts';

/** The usage plan's id, if the deployment throttles merchants. */
export const THROTTLE_SETTING = 'MERCHANT_PLAN_ID';

const usagePlan = () => process.env[THROTTLE_SETTING] || undefined;

type UsagePlanChange = {
  usagePlan?: 'added' | 'removed' | 'not added' | 'not removed';
  /** Why the change failed. The next fields contain the command that makes it. */
  reason?: string;
  runBeforeFirstCall?: string;
  runAfterLastCall?: string;
};

/**
 * Adds the merchant. Never throws, because ids and keys created before are printed only once. Until it has
 * succeeded, API Gateway rejects the merchant with 401 `API_KEY_INVALID`.
 */
export async function joinUsagePlan(merchantId: string): Promise<UsagePlanChange> {
  const plan = usagePlan();
  if (plan === undefined) return {};
  try {
    await addToPlan(merchantId, plan, await signerInUse());
    return { usagePlan: 'added' };
  } catch (error) {
    const runBeforeFirstCall = `npm run merchant -- budget --merchant ${merchantId}`;
    return { usagePlan: 'not added', reason: explained(error), runBeforeFirstCall };
  }
}

/**
 * Deletes the API Gateway key: it allows nothing by itself, but an account has a limited number. Never
 * throws.
 */
export async function leaveUsagePlan(merchantId: string): Promise<UsagePlanChange> {
  if (usagePlan() === undefined) return {};
  try {
    const signer = await signerInUse();
    const id = await gatewayKeyOf(merchantId, signer);
    if (id !== undefined) await unless(['404'], rest(signer, 'apigateway')('DELETE', `apikeys/${id}`));
    return { usagePlan: 'removed' };
  } catch (error) {
    const runAfterLastCall = `npm run merchant -- budget --remove --merchant ${merchantId}`;
    return { usagePlan: 'not removed', reason: explained(error), runAfterLastCall };
  }
}

async function addToPlan(merchantId: string, plan: string, signer: Signer): Promise<void> {
  const keyId = (await gatewayKeyOf(merchantId, signer)) ?? (await makeGatewayKey(merchantId, signer));
  const call = rest(signer, 'apigateway');
  const keys = `usageplans/${plan}/keys`;
  const member = await unless(['404'], call('GET', `${keys}/${keyId}`));
  if (member === undefined) await call('POST', keys, { keyId, keyType: 'API_KEY' });
}

/** The value of the key is the merchant's id, which the authorizer returns. */
async function makeGatewayKey(merchantId: string, signer: Signer): Promise<string> {
  const body = { name: merchantId, value: merchantId, enabled: true };
  return String(jsonOf(await rest(signer, 'apigateway')('POST', 'apikeys', body))['id']);
}

async function gatewayKeyOf(merchantId: string, signer: Signer): Promise<string | undefined> {
  // API Gateway finds all keys whose name begins with this text.
  const found = jsonOf(await rest(signer, 'apigateway')('GET', `apikeys?name=${merchantId}&limit=500`));
  const items = (found['item'] ?? []) as { id: string; name: string }[];
  return items.find(({ name }) => name === merchantId)?.id;
}
