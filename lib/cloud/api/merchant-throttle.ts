// The rate limit of each merchant: 25 requests a second, bursts of 50. API Gateway counts by its own API
// keys. The authorizer returns the key's value (`usageIdentifierKey` is the merchant's id); merchants never
// see it.
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { ApiKeySourceType, type CfnRestApi, type IRestApi, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { nameOf } from '../deployment.ts';

const REQUESTS_PER_SECOND = 25;
const BURST = 50;

export function throttleMerchants(api: RestApi, stage: string): void {
  (api.node.defaultChild as CfnRestApi).apiKeySourceType = ApiKeySourceType.AUTHORIZER;
  const plan = api.addUsagePlan('MerchantPlan', {
    name: nameOf(stage, 'merchants'),
    description: 'The rate limit of each merchant',
    throttle: { rateLimit: REQUESTS_PER_SECOND, burstLimit: BURST },
    apiStages: [{ api: api as IRestApi, stage: api.deploymentStage }],
  });
  new CfnOutput(Stack.of(api), 'MerchantPlanId', {
    value: plan.usagePlanId,
    description: "Add a new merchant's API Gateway key (its value is the merchant's id) to this plan",
  });
}
