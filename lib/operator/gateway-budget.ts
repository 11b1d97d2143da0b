// A merchant's budget where merchants are throttled one by one. API Gateway counts by keys of its own, one
// for each merchant however many of our keys it has: a key of ours that is rotated or revoked changes nothing
// there. Making one takes a client that nothing else here needs, so whoever deployed is told what to run.
import { THROTTLE_SETTING } from './service-choice.ts';

const usagePlan = () => process.env[THROTTLE_SETTING] || undefined;

/** Until it has run, the gateway refuses the merchant with 401 `API_KEY_INVALID`. */
export function admission(merchantId: string): { runBeforeFirstCall?: string } {
  const plan = usagePlan();
  if (plan === undefined) return {};
  const made = `aws apigateway create-api-key --enabled --name ${merchantId} --value ${merchantId}`;
  const key = `--key-type API_KEY --key-id "$(${made} --query id --output text)"`;
  return {
    runBeforeFirstCall: `aws apigateway create-usage-plan-key --usage-plan-id ${plan} ${key}`,
  };
}

/** The gateway's key opens nothing by itself, but an account has only so many. */
export function dismissal(merchantId: string): { runAfterLastCall?: string } {
  if (usagePlan() === undefined) return {};
  const found = `aws apigateway get-api-keys --name-query ${merchantId} --query "items[0].id" --output text`;
  return { runAfterLastCall: `aws apigateway delete-api-key --api-key "$(${found})"` };
}
