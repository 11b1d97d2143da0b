// What both APIs have in common: bodies arrive as the bytes that were sent, every request leaves one line
// with nothing secret in it, and one role invokes the functions instead of a permission on each.
import { Duration } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  AwsIntegration,
  EndpointType,
  type IAuthorizer,
  LogGroupLogDestination,
  type Method,
  MethodLoggingLevel,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Route } from '#routes.ts';
import { acknowledge } from '../acknowledge.ts';
import { type Deployment, nameOf, type OwnName } from '../deployment.ts';
import { apiLogGroupName, createLogGroup } from '../function/log-group.ts';
import type { Invoker } from './invoker.ts';
import { type Refusal, refuseOtherVerbs } from './method-not-allowed.ts';

type ApiPlan = {
  name: 'api' | 'pay' | 'bank';
  deployment: Deployment;
  /** The address of its own, if it has one; the gateway's is then shut. */
  ownName: OwnName | undefined;
};

/** All callers of an API together: keeps one API from eating the account's share of concurrent functions. */
const REQUESTS_PER_SECOND = 500;
const BURST = 1000;

const DESCRIPTIONS = {
  api: 'Payments: for merchants',
  pay: 'Payments: for buyers',
  bank: 'Payments: the simulated bank of a sandbox',
};

/**
 * The path as the route says it, not as it was sent: hosted page tokens are in it. Nothing from headers and
 * nothing of the authorizer's context but the merchant, because keys are in both.
 */
export const ACCESS_LOG_LINE = {
  requestId: '$context.requestId',
  at: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  merchantId: '$context.authorizer.merchantId',
  sourceIp: '$context.identity.sourceIp',
  responseBytes: '$context.responseLength',
  totalMs: '$context.responseLatency',
  functionMs: '$context.integration.latency',
  functionStatus: '$context.integration.status',
  authorizerMs: '$context.authorizer.latency',
  refusedAs: '$context.error.responseType',
};

export function createRestApi(scope: Construct, id: string, plan: ApiPlan): RestApi {
  const { name, deployment, ownName } = plan;
  const { stage, production, firewall } = deployment;
  const logGroupName = apiLogGroupName(stage, name);
  const api = new RestApi(scope, id, {
    restApiName: nameOf(stage, name),
    description: DESCRIPTIONS[name],
    endpointTypes: [EndpointType.REGIONAL],
    // Fingerprints and signatures are over the bytes that were sent; text would be repaired on the way.
    binaryMediaTypes: ['*/*'],
    disableExecuteApiEndpoint: ownName !== undefined,
    cloudWatchRole: false,
    deployOptions: {
      stageName: stage,
      accessLogDestination: new LogGroupLogDestination(
        createLogGroup(scope, `${id}AccessLog`, { logGroupName, production }),
      ),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_LINE)),
      // Errors of the gateway itself. Never its data trace: bodies would stand in it.
      loggingLevel: MethodLoggingLevel.ERROR,
      dataTraceEnabled: false,
      throttlingRateLimit: REQUESTS_PER_SECOND,
      throttlingBurstLimit: BURST,
    },
  });
  // CDK would publish the address of the stage; ours are published as functions are told them.
  api.node.tryRemoveChild('Endpoint');
  // API Gateway would make this group itself at the first error, to keep for ever and without a mask.
  const errorLog = createLogGroup(scope, `${id}ErrorLog`, {
    logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${stage}`,
    production,
  });
  api.deploymentStage.node.addDependency(errorLog);
  acknowledgeApi(api, firewall);
  return api;
}

/** What the gateway must know of a row. */
type Way = Pick<Route, 'method' | 'path'>;
export type ApiFunctions<Row extends Way = Route> = {
  routes: readonly Row[];
  functionOf: (route: Row) => { function: IFunction };
};
type Reception = {
  authorizer: IAuthorizer | undefined;
  apiKeyRequired: boolean;
  /** Why methods without an authorizer need none. */
  openBecause: string;
  refusal: Refusal;
};

export function addMethods<Row extends Way>(
  api: RestApi,
  invoker: Invoker,
  functions: ApiFunctions<Row>,
  reception: Reception,
): void {
  const { authorizer, apiKeyRequired, openBecause, refusal } = reception;
  for (const [path, routes] of Map.groupBy(functions.routes, (route) => route.path)) {
    const resource = api.root.resourceForPath(path);
    for (const route of routes) {
      const { functionArn } = functions.functionOf(route).function;
      const integration = new AwsIntegration({
        service: 'lambda',
        proxy: true,
        path: `2015-03-31/functions/${functionArn}/invocations`,
        options: { credentialsRole: invoker.role, timeout: Duration.seconds(29) },
      });
      invoker.mayInvoke(functionArn);
      const method = resource.addMethod(route.method, integration, {
        apiKeyRequired,
        ...(authorizer === undefined
          ? { authorizationType: AuthorizationType.NONE }
          : { authorizationType: AuthorizationType.CUSTOM, authorizer }),
      });
      if (authorizer === undefined) acknowledgeOpen(method, openBecause);
      acknowledge(method, {
        'AwsSolutions-COG4': 'Merchants are machines with keys of ours; there is no user pool.',
      });
    }
    const other = refuseOtherVerbs(
      resource,
      routes.map((route) => route.method),
      refusal,
    );
    acknowledgeOpen(other, 'Answers 405 to everybody; nothing is behind it.');
  }
}

function acknowledgeOpen(method: Method, reason: string): void {
  acknowledge(method, {
    'AwsSolutions-APIG4': reason,
    'AwsSolutions-COG4': reason,
  });
}

function acknowledgeApi(api: RestApi, firewall: boolean): void {
  acknowledge(api, {
    'AwsSolutions-APIG2': 'Functions validate: the gateway could not answer in the envelope, field by field.',
    'Serverless-APIGWXrayEnabled':
      'Followed by request id through access log and log lines, which tell more than a sampled trace.',
    'PCI.DSS.321-APIGWCacheEnabledAndEncrypted':
      "No answer may be cached: each is one caller's, and no-store.",
    'PCI.DSS.321-APIGWSSLEnabled':
      'Client certificates are for servers behind a gateway; behind this one are functions, called by role.',
    ...(!firewall && { 'AwsSolutions-APIG3': noFirewall, 'PCI.DSS.321-APIGWAssociatedWithWAF': noFirewall }),
  });
}

const noFirewall =
  'Left out of this deployment by the context word firewall, or before a bank without money.';
