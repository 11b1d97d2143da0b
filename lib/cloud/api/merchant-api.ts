// The API for merchants: every request has an API key, which is checked once a minute per key, and every
// response is in the envelope, including API Gateway's own.
import { Duration } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { KEY_CACHED_SECONDS } from '#domain/limits.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import type { EndpointFunction } from '../function/endpoint-function.ts';
import { addMerchantGatewayResponses } from './gateway-responses.ts';
import { createInvoker } from './invoker.ts';
import { resourceAt } from './paths.ts';
import { addMethods, type RouteToFunction } from './rest-api.ts';
import { catchUnknownRoutes } from './unknown-routes.ts';

type MerchantApiPlan = {
  api: RestApi;
  deployment: Deployment;
  payUrl: string;
  authorizer: EndpointFunction;
  unknownRoute: EndpointFunction;
  routes: readonly RouteToFunction[];
};

export function openMerchantApi(scope: Construct, plan: MerchantApiPlan): void {
  const { api, deployment, payUrl, authorizer, unknownRoute, routes } = plan;
  const invoker = createInvoker(scope, 'ApiCaller', `${nameOf(deployment.stage, 'api')}-`);
  invoker.allowInvoke(authorizer.function.functionArn);
  addMerchantGatewayResponses(api, payUrl, deployment);
  addMethods(api, invoker, routes, {
    authorizer: new RequestAuthorizer(scope, 'KeyCheck', {
      handler: authorizer.function,
      assumeRole: invoker.role.withoutPolicyUpdates(),
      // Without the header API Gateway responds by itself and does not invoke the authorizer.
      identitySources: [IdentitySource.header('X-Api-Key')],
      resultsCacheTtl: Duration.seconds(KEY_CACHED_SECONDS),
    }),
    apiKeyRequired: deployment.merchantThrottle,
    resourceAt: (path) => resourceAt(api, path),
  });
  catchUnknownRoutes(api, invoker, routes, unknownRoute.function.functionArn);
}
