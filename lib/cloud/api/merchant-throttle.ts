// The rate limit of each merchant: 25 requests a second and bursts of 50, unless an option sets another rate.
// API Gateway counts by its own API keys. The authorizer returns the key's value (`usageIdentifierKey` is the
// merchant's id); merchants never see it.
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { ApiKeySourceType, type CfnRestApi, type IRestApi, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { burstOf, type Deployment, nameOf } from '../deployment.ts';

export function throttleMerchants(api: RestApi, { stage, merchantRate }: Deployment): void {
  (api.node.defaultChild as CfnRestApi).apiKeySourceType = ApiKeySourceType.AUTHORIZER;
  const plan = api.addUsagePlan('MerchantPlan', {
    name: nameOf(stage, 'merchants'),
    description: 'The rate limit of each merchant',
    throttle: { rateLimit: merchantRate, burstLimit: burstOf(merchantRate) },
    apiStages: [{ api: api as IRestApi, stage: api.deploymentStage }],
  });
  new CfnOutput(Stack.of(api), 'MerchantPlanId', {
    value: plan.usagePlanId,
    description: "Add a new merchant's API Gateway key (its value is the merchant's id) to this plan",
  });
}
