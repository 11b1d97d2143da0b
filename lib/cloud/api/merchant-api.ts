// The API that merchants call: a key on every request, checked once a minute per key, and every answer in
// the envelope, the gateway's own included.
import { Duration } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import type { EndpointFunction } from '../function/endpoint-function.ts';
import { answerMerchants } from './gateway-answers.ts';
import { GATEWAY_HEADERS, gatewayEnvelope } from './gateway-envelope.ts';
import { createInvoker } from './invoker.ts';
import { type ApiFunctions, addMethods } from './rest-api.ts';

type MerchantApiPlan = {
  api: RestApi;
  deployment: Deployment;
  payUrl: string;
  authorizer: EndpointFunction;
  doors: ApiFunctions;
};

export function openMerchantApi(scope: Construct, plan: MerchantApiPlan): void {
  const { api, deployment, payUrl, authorizer, doors: functions } = plan;
  const invoker = createInvoker(scope, 'ApiInvoker');
  invoker.mayInvoke(authorizer.function.functionArn);
  answerMerchants(api, payUrl);
  addMethods(api, invoker, functions, {
    authorizer: new RequestAuthorizer(scope, 'KeyCheck', {
      handler: authorizer.function,
      assumeRole: invoker.role.withoutPolicyUpdates(),
      // Without the header the gateway answers by itself, and the authorizer is not even asked.
      identitySources: [IdentitySource.header('X-Api-Key')],
      // As long as a revoked key may live.
      resultsCacheTtl: Duration.seconds(60),
    }),
    apiKeyRequired: deployment.merchantThrottle,
    openBecause: 'Every method of merchants has the authorizer.',
    refusal: { headers: GATEWAY_HEADERS, body: gatewayEnvelope({ code: 'METHOD_NOT_ALLOWED', payUrl }) },
  });
}
