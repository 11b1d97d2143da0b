// A merchant's place in the usage plan, if the deployment throttles merchants. API Gateway has one key of its
// own per merchant, independent of our API keys, so rotating or revoking ours changes nothing there. Creating
// it needs an SDK client that nothing else here uses, so these functions return AWS CLI commands instead.
import { THROTTLE_SETTING } from './service-choice.ts';

const usagePlan = () => process.env[THROTTLE_SETTING] || undefined;

/** Until the command has run, API Gateway rejects the merchant with 401 `API_KEY_INVALID`. */
export function usagePlanSetup(merchantId: string): { runBeforeFirstCall?: string } {
  const plan = usagePlan();
  if (plan === undefined) return {};
  const createKey = `aws apigateway create-api-key --enabled --name ${merchantId} --value ${merchantId}`;
  const key = `--key-type API_KEY --key-id "$(${createKey} --query id --output text)"`;
  return {
    runBeforeFirstCall: `aws apigateway create-usage-plan-key --usage-plan-id ${plan} ${key}`,
  };
}

/** The API Gateway key allows nothing by itself, but an account has a limited number. */
export function usagePlanRemoval(merchantId: string): { runAfterLastCall?: string } {
  if (usagePlan() === undefined) return {};
  const query = `--name-query ${merchantId} --query "items[0].id" --output text`;
  const findKey = `aws apigateway get-api-keys ${query}`;
  return { runAfterLastCall: `aws apigateway delete-api-key --api-key "$(${findKey})"` };
}
