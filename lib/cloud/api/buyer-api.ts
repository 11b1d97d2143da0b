// The API for buyers' browsers: hosted pages and public documents. It is separate from the merchants' API, so
// a flood of buyers does not slow merchants' servers, and the two have different origins.
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { nameOf } from '../deployment.ts';
import { addBuyerGatewayResponses } from './gateway-responses.ts';
import { createInvoker } from './invoker.ts';
import { resourceAt } from './paths.ts';
import { addMethods, type RouteToFunction } from './rest-api.ts';

type BuyerApiPlan = { api: RestApi; stage: string; routes: readonly RouteToFunction[] };

export function openBuyerApi(scope: Construct, { api, stage, routes }: BuyerApiPlan): void {
  addBuyerGatewayResponses(api);
  addMethods(api, createInvoker(scope, 'PayCaller', `${nameOf(stage, 'pay')}-`), routes, {
    openBecause: 'Buyers have no account: the hosted page token in the path is the credential.',
    resourceAt: (path) => resourceAt(api, path),
  });
}
