// The API that buyers' browsers open: hosted pages and what anyone may read. Apart from the merchants' API,
// so that a flood of buyers cannot slow a merchant's server down and neither shares the other's origin.
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { answerBuyers, PLAIN_HEADERS, plainSentence } from './gateway-answers.ts';
import { createInvoker } from './invoker.ts';
import { type ApiFunctions, addMethods } from './rest-api.ts';

export function openBuyerApi(scope: Construct, api: RestApi, functions: ApiFunctions): void {
  answerBuyers(api);
  addMethods(api, createInvoker(scope, 'PayInvoker'), functions, {
    authorizer: undefined,
    apiKeyRequired: false,
    openBecause: 'A buyer has no account: the hosted page token in the path is what lets one in.',
    refusal: { headers: PLAIN_HEADERS, body: plainSentence('METHOD_NOT_ALLOWED') },
  });
}
