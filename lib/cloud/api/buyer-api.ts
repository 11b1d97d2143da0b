// The API for buyers' browsers: hosted pages and public documents. It is separate from the merchants' API, so
// a flood of buyers does not slow merchants' servers, and the two have different origins.
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { addBuyerGatewayResponses, PLAIN_HEADERS, plainMessage } from './gateway-responses.ts';
import { createInvoker } from './invoker.ts';
import { type ApiFunctions, addMethods } from './rest-api.ts';

export function openBuyerApi(scope: Construct, api: RestApi, functions: ApiFunctions): void {
  addBuyerGatewayResponses(api);
  addMethods(api, createInvoker(scope, 'PayInvoker'), functions, {
    authorizer: undefined,
    apiKeyRequired: false,
    noAuthorizerReason: 'Buyers have no account: the hosted page token in the path is the credential.',
    methodNotAllowed: { headers: PLAIN_HEADERS, body: plainMessage('METHOD_NOT_ALLOWED') },
  });
}
