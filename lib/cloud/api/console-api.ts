// The API of the console: its page, its session, and the merchants' API behind the same origin, so that the
// page asks no other host and no method of the merchants' API has to answer browsers of other origins.
import { HttpIntegration, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { nameOf } from '../deployment.ts';
import { addBuyerGatewayResponses } from './gateway-responses.ts';
import { createInvoker } from './invoker.ts';
import { resourceAt } from './paths.ts';
import { acknowledgeOpen, addMethods, type RouteToFunction } from './rest-api.ts';

type ConsoleApiPlan = { api: RestApi; stage: string; baseUrl: string; routes: readonly RouteToFunction[] };

export function openConsoleApi(scope: Construct, { api, stage, baseUrl, routes }: ConsoleApiPlan): void {
  addBuyerGatewayResponses(api);
  const prefix = `${nameOf(stage, 'pay', 'console')}-`;
  addMethods(api, createInvoker(scope, 'ConsoleCaller', prefix), routes, {
    openBecause: 'The page holds no data; the session call reads its own cookie or code.',
    resourceAt: (path) => resourceAt(api, path),
  });
  const whole = new HttpIntegration(`${baseUrl}/api/{proxy}`, {
    httpMethod: 'ANY',
    proxy: true,
    options: { requestParameters: { 'integration.request.path.proxy': 'method.request.path.proxy' } },
  });
  const method = resourceAt(api, '/api/{proxy+}').addMethod('ANY', whole, {
    requestParameters: { 'method.request.path.proxy': true },
  });
  acknowledgeOpen(method, "The merchants' API behind it judges the key of the session.");
}
