// The common parts of all APIs: bodies are passed unchanged as bytes, every request writes one access log
// line without secrets, and one role invokes the functions.
import { Duration, Size } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  AwsIntegration,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  type IAuthorizer,
  type IResource,
  LogGroupLogDestination,
  type Method,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { COMPRESSED_FROM_BYTES } from '#page/headers.ts';
import { pathsOf, type Route } from '#routes.ts';
import { acknowledge } from '../acknowledge.ts';
import { burstOf, type Deployment, type DomainSettings, nameOf } from '../deployment.ts';
import { apiLogGroupName, createLogGroup } from '../function/log-group.ts';
import type { Invoker } from './invoker.ts';
import { rejectOtherMethods } from './method-not-allowed.ts';

type ApiPlan = {
  name: 'api' | 'pay' | 'console' | 'bank';
  deployment: Deployment;
  /** The custom domain, if any. API Gateway's own URL is then disabled. */
  domain: DomainSettings | undefined;
};

const ERRORS_ONLY = MethodLoggingLevel.ERROR;

/**
 * TLS 1.2 with forward secrecy, TLS 1.3, and a key exchange that a quantum computer does not break. API
 * Gateway's default accepts TLS 1.0, and a custom domain negotiates by the policy of its API.
 */
export const TLS = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
};

/**
 * Limits of single methods, by path and method. Anyone may post a report and no page waits for its response,
 * so a flood of reports must not use up the rate of the pages.
 */
const METHOD_LIMITS: Partial<Record<ApiPlan['name'], Record<string, MethodDeploymentOptions>>> = {
  // A test waits up to five seconds for a merchant's server: at most 20 executions of all merchants do so.
  api: {
    '/api/webhook/{id}/test/POST': {
      throttlingRateLimit: 2,
      throttlingBurstLimit: 10,
      loggingLevel: ERRORS_ONLY,
    },
  },
  // Anyone may post a guess. A person signs in a few times a day, and a page renews once a minute.
  console: {
    '/console/session/POST': { throttlingRateLimit: 20, throttlingBurstLimit: 40, loggingLevel: ERRORS_ONLY },
  },
  pay: {
    '/csp-report/POST': { throttlingRateLimit: 20, throttlingBurstLimit: 40, loggingLevel: ERRORS_ONLY },
  },
};

const DESCRIPTIONS = {
  api: 'Payments: for merchants',
  pay: 'Payments: for buyers',
  console: 'Payments: the console of merchants’ people',
  bank: 'Payments: the simulated bank of a sandbox',
};

/**
 * Contains the route's path template instead of the actual path, which contains hosted page tokens. Contains
 * no headers and only the merchant of the authorizer's context, because both contain keys.
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
  const { name, deployment, domain } = plan;
  const { stage, production } = deployment;
  const rate = plan.deployment.apiRate;
  const logGroupName = apiLogGroupName(stage, name);
  const api = new RestApi(scope, id, {
    restApiName: nameOf(stage, name),
    description: DESCRIPTIONS[name],
    endpointTypes: [EndpointType.REGIONAL],
    // Fingerprints and signatures cover the exact bytes. In text mode API Gateway would repair invalid
    // characters.
    binaryMediaTypes: ['*/*'],
    // Responses to merchants are small, and some clients do not expect compression.
    ...((name === 'pay' || name === 'console') && { minCompressionSize: Size.bytes(COMPRESSED_FROM_BYTES) }),
    disableExecuteApiEndpoint: domain !== undefined,
    cloudWatchRole: false,
    deployOptions: {
      stageName: stage,
      accessLogDestination: new LogGroupLogDestination(
        createLogGroup(scope, `${id}AccessLog`, { logGroupName, production }),
      ),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_LINE)),
      // A segment of the gateway would hold the URL: tokens of pages, and what callers search for.
      tracingEnabled: false,
      // Errors of the gateway itself. Data trace stays off, because it would log bodies.
      loggingLevel: ERRORS_ONLY,
      dataTraceEnabled: false,
      throttlingRateLimit: rate,
      throttlingBurstLimit: burstOf(rate),
      methodOptions: METHOD_LIMITS[name] ?? {},
    },
  });
  Object.assign(api.node.defaultChild as CfnRestApi, TLS);
  // CDK would output the URL of the API's stage; the stack outputs the URLs in the functions' settings
  // instead.
  api.node.tryRemoveChild('Endpoint');
  // API Gateway would create this group at the first error, without retention and mask.
  const errorLog = createLogGroup(scope, `${id}ErrorLog`, {
    logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${stage}`,
    production,
  });
  api.deploymentStage.node.addDependency(errorLog);
  acknowledgeApi(api, deployment);
  return api;
}

/** The fields of a route that API Gateway needs. */
type MethodRoute = Pick<Route, 'method' | 'path' | 'otherPaths'>;
export type RouteToFunction = MethodRoute & { functionArn: string };
type MethodAccess = {
  /** Default: resources in the stack of the API. */
  resourceAt?: (path: string) => IResource;
} & (
  | { authorizer: IAuthorizer; apiKeyRequired: boolean }
  /** Why methods need no authorizer. The API itself refuses the other methods of their paths. */
  | { openBecause: string }
);

export function addMethods(
  api: RestApi,
  invoker: Invoker,
  routes: readonly RouteToFunction[],
  access: MethodAccess,
): void {
  const { resourceAt = (path) => api.root.resourceForPath(path) } = access;
  const addresses = routes.flatMap((route) => pathsOf(route).map((path) => ({ path, route })));
  for (const [path, rows] of Map.groupBy(addresses, (address) => address.path)) {
    const resource = resourceAt(path);
    for (const { route } of rows) {
      const integration = integrationOf(invoker, route.functionArn);
      if ('openBecause' in access) {
        const method = resource.addMethod(route.method, integration, OPEN);
        acknowledgeOpen(method, access.openBecause);
      } else {
        const { authorizer, apiKeyRequired } = access;
        const authorizationType = AuthorizationType.CUSTOM;
        const options = { apiKeyRequired, authorizationType, authorizer };
        acknowledge(resource.addMethod(route.method, integration, options), {
          'AwsSolutions-COG4': 'Merchants authenticate with API keys of this service; there is no user pool.',
        });
      }
    }
    if (!('openBecause' in access)) continue;
    const other = rejectOtherMethods(
      resource,
      rows.map(({ route }) => route.method),
    );
    acknowledgeOpen(other, 'Returns 405 to every caller; no function is behind it.');
  }
}

const OPEN = { authorizationType: AuthorizationType.NONE, apiKeyRequired: false };

export function integrationOf(invoker: Invoker, functionArn: string): AwsIntegration {
  invoker.allowInvoke(functionArn);
  return new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: `2015-03-31/functions/${functionArn}/invocations`,
    options: { credentialsRole: invoker.role, timeout: Duration.seconds(29) },
  });
}

export function acknowledgeOpen(method: Method, reason: string): void {
  acknowledge(method, {
    'AwsSolutions-APIG4': reason,
    'AwsSolutions-COG4': reason,
  });
}

function acknowledgeApi(api: RestApi, { firewall }: Deployment): void {
  acknowledge(api, {
    'AwsSolutions-APIG2': 'Functions validate: API Gateway cannot return field errors in the envelope.',
    'Serverless-APIGWXrayEnabled': 'A segment would hold URLs with tokens and queries; functions are traced.',
    'PCI.DSS.321-APIGWCacheEnabledAndEncrypted':
      'Responses must not be cached: each is for one caller, and no-store.',
    'PCI.DSS.321-APIGWSSLEnabled':
      'Client certificates are for servers behind a gateway; this one invokes functions by role.',
    ...(!firewall && { 'AwsSolutions-APIG3': noFirewall, 'PCI.DSS.321-APIGWAssociatedWithWAF': noFirewall }),
  });
}

const noFirewall = 'Disabled by the context option firewall, or not needed for a simulated bank.';
