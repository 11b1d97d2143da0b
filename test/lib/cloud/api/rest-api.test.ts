import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { REJECTIONS } from '#domain/rejection-table.ts';
import { pathsOf, type Route } from '#routes.ts';
import {
  functionNameOf,
  functionOf,
  functionsOf,
  ROUTE_TABLE,
} from '../../../../lib/cloud/function/deployed-function.ts';
import { hasAlias } from '../../../../lib/cloud/function/traffic.ts';
import {
  type Cloud,
  EVERYTHING,
  type Resource,
  resourcesOf,
  routeWith,
  synthesize,
  synthesizeUncached,
  tableWith,
  textOf,
} from '../cloud.ts';
import { methodsOf } from './methods.ts';

const cloud = synthesize();
const methods = methodsOf(cloud);
const deployed = [
  ...[...resourcesOf(cloud.functionsTemplate, 'AWS::Lambda::Function').values()].map(({ Properties }) =>
    String(Properties['FunctionName']),
  ),
  ...functionsOf(ROUTE_TABLE)
    .filter(hasAlias)
    .map((fn) => `${functionNameOf('sandbox', fn)}:live`),
];
const apiOf = ({ audience }: Route) => (audience === 'merchant' ? 'Api' : 'Pay');

test('reports of browsers have a rate of their own, so that a flood of them does not stop the pages', () => {
  cloud.serviceTemplate.hasResourceProperties('AWS::ApiGateway::Stage', {
    MethodSettings: Match.arrayWith([
      Match.objectLike({
        HttpMethod: 'POST',
        ResourcePath: '/~1csp-report',
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
      }),
    ]),
  });
});

test('tests of webhooks hold at most 20 executions, those of all merchants together', () => {
  const TEST_SECONDS = 5;
  const most = ({ ThrottlingRateLimit: rate = 0, ThrottlingBurstLimit: burst = 0 }: Record<string, number>) =>
    burst + rate * TEST_SECONDS;
  const settings = Object.values(cloud.serviceTemplate.findResources('AWS::ApiGateway::Stage')).flatMap(
    ({ Properties }) => (Properties as { MethodSettings: Record<string, number>[] }).MethodSettings,
  );
  const ofTests = settings.filter((one) => String(one['ResourcePath']).endsWith('~1{id}~1test'));
  expect(ofTests.map(most)).toEqual([20]);
});

test('each route has its method on the API of its audience, and there are no other methods', () => {
  const expected = ROUTE_TABLE.routes.flatMap((route) =>
    pathsOf(route).map((path) => `${apiOf(route)} ${route.method} ${path}`),
  );
  const found = methods.filter(({ verb }) => verb !== 'ANY');
  expect(found.map(({ api, verb, path }) => `${api} ${verb} ${path}`).sort()).toEqual(expected.sort());
});

test('each method passes the request to the function of its route', () => {
  const addresses = ROUTE_TABLE.routes.flatMap((route) => pathsOf(route).map((path) => ({ path, route })));
  for (const { path, route } of addresses) {
    const method = methods.find((one) => one.path === path && one.verb === route.method);
    const integration = method?.properties['Integration'] as Record<string, unknown>;
    expect(integration).toMatchObject({ Type: 'AWS_PROXY', TimeoutInMillis: 29_000 });
    const name = functionNameOf('sandbox', functionOf(route)) + (hasAlias(functionOf(route)) ? ':live' : '');
    expect(textOf(integration['Uri'])).toMatch(new RegExp(`:function:${name}/invocations$`));
    expect(deployed).toContain(name);
  }
});

test('every method for merchants has the authorizer, and no method for buyers has one', () => {
  for (const { api, verb, properties } of methods) {
    const expected = api === 'Api' && verb !== 'ANY' ? 'CUSTOM' : 'NONE';
    expect(properties['AuthorizationType']).toBe(expected);
  }
});

test('the authorizer reads the X-Api-Key header only, and its result is cached for a minute', () => {
  const authorizers = [...resourcesOf(cloud.serviceTemplate, 'AWS::ApiGateway::Authorizer').values()];
  expect(authorizers.map(({ Properties }) => Properties)).toEqual([
    expect.objectContaining({
      Type: 'REQUEST',
      IdentitySource: 'method.request.header.X-Api-Key',
      AuthorizerResultTtlInSeconds: 60,
    }),
  ]);
});

describe('other HTTP methods of a known path', () => {
  const buyers = ROUTE_TABLE.routes.filter(({ audience }) => audience !== 'merchant');
  const paths = [...Map.groupBy(buyers, ({ path }) => path)];

  test.each(paths)('other methods of %s return 405 with Allow to buyers', (path, routes) => {
    const method = methods.find((one) => one.path === path && one.verb === 'ANY');
    const verbs = routes.map((route) => route.method).sort();
    expect(method?.properties['Integration']).toMatchObject({
      Type: 'MOCK',
      IntegrationResponses: [
        {
          StatusCode: '405',
          ResponseParameters: { 'method.response.header.Allow': `'${verbs.join(', ')}'` },
        },
      ],
    });
  });

  test('buyers get one line of text for any body type', () => {
    const any = methods.find(({ api, verb }) => api === 'Pay' && verb === 'ANY');
    const integration = any?.properties['Integration'] as {
      ContentHandling: string;
      RequestTemplates: Record<string, string>;
      IntegrationResponses: [{ ContentHandling: string; ResponseTemplates: Record<string, unknown> }];
    };
    const [response] = integration.IntegrationResponses;
    const { tr, en } = REJECTIONS.METHOD_NOT_ALLOWED;
    expect(textOf(response.ResponseTemplates['application/json'])).toBe(`${tr} / ${en}`);
    expect([integration.ContentHandling, response.ContentHandling]).toEqual([
      'CONVERT_TO_TEXT',
      'CONVERT_TO_TEXT',
    ]);
    for (const template of Object.values(integration.RequestTemplates)) {
      expect(JSON.parse(template)).toEqual({ statusCode: 405 });
    }
  });
});

test('APIs pass bodies as the bytes that were sent', () => {
  for (const { Properties } of resourcesOf(cloud.serviceTemplate, 'AWS::ApiGateway::RestApi').values()) {
    expect(Properties['BinaryMediaTypes']).toEqual(['*/*']);
  }
});

test('the pages of buyers are compressed, the answers to merchants are not', () => {
  const apis = [...resourcesOf(cloud.serviceTemplate, 'AWS::ApiGateway::RestApi').values()];
  const sizes = apis.map(({ Properties }) => [Properties['Name'], Properties['MinimumCompressionSize']]);
  expect(sizes.map(([name, size]) => [/pay$/.test(String(name)), size])).toEqual([
    [false, undefined],
    [true, 1024],
  ]);
});

test('a new route creates a new API deployment', () => {
  const deploymentOf = (one: Cloud) => {
    const ids = [...resourcesOf(one.serviceTemplate, 'AWS::ApiGateway::Deployment').keys()];
    return ids.filter((id) => id.startsWith('Api'));
  };
  const [before, again] = [synthesize({}, tableWith([])), synthesizeUncached({}, tableWith([]))];
  const after = synthesize({}, tableWith([routeWith('new-row', [])]));
  expect(deploymentOf(before)).toHaveLength(1);
  expect(deploymentOf(again)).toEqual(deploymentOf(before));
  expect(deploymentOf(after)).not.toEqual(deploymentOf(before));
});

test('an API with a custom domain has no other URL, and functions get the custom domain', () => {
  const { serviceTemplate } = synthesize(EVERYTHING, tableWith([]));
  const restApis = [...resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi').values()];
  expect(restApis.map(({ Properties }) => Properties['DisableExecuteApiEndpoint'])).toEqual([true, true]);
  const names = [...resourcesOf(serviceTemplate, 'AWS::ApiGateway::DomainName').values()];
  expect(names.map(({ Properties }) => Properties['DomainName'])).toEqual([
    'api.example.com',
    'pay.example.com',
  ]);
  serviceTemplate.allResourcesProperties('AWS::Lambda::Function', {
    Environment: { Variables: { BASE_URL: 'https://api.example.com', PAY_URL: 'https://pay.example.com' } },
  });
});

test('APIs and host names accept TLS 1.2 with forward secrecy and 1.3, and nothing older', () => {
  const policyOf = ({ Properties }: Resource) => [
    Properties['SecurityPolicy'],
    Properties['EndpointAccessMode'],
  ];
  const ours = ['SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09', 'STRICT'];
  for (const { serviceTemplate } of [cloud, synthesize(EVERYTHING, tableWith([]))]) {
    for (const type of ['AWS::ApiGateway::RestApi', 'AWS::ApiGateway::DomainName']) {
      const policies = [...resourcesOf(serviceTemplate, type).values()].map(policyOf);
      expect(policies).toEqual(policies.map(() => ours));
    }
  }
});

test('a merchant is limited to 25 requests a second and bursts of 50', () => {
  const throttled = synthesize({}, tableWith([]));
  throttled.serviceTemplate.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
    Throttle: { RateLimit: 25, BurstLimit: 50 },
  });
  throttled.serviceTemplate.hasResourceProperties('AWS::ApiGateway::RestApi', {
    Name: 'payment-sandbox-api',
    ApiKeySourceType: 'AUTHORIZER',
  });
  expect(Object.keys(throttled.serviceTemplate.findOutputs('*'))).toContain('MerchantPlanId');
  const counted = methodsOf(throttled).filter(({ properties }) => properties['ApiKeyRequired'] === true);
  const merchants = methodsOf(throttled).filter(({ api, verb }) => api === 'Api' && verb !== 'ANY');
  expect(counted).toEqual(merchants);
});

test('routes below one path use one variable name, as API Gateway requires', () => {
  const names = new Map<string, Set<string>>();
  for (const route of ROUTE_TABLE.routes) {
    const parts = route.path.split('/');
    for (const [at, part] of parts.entries()) {
      if (!part.startsWith('{')) continue;
      const parent = `${apiOf(route)} ${parts.slice(0, at).join('/')}`;
      names.set(parent, (names.get(parent) ?? new Set()).add(part));
    }
  }
  for (const [parent, parts] of names) expect([parent, parts.size]).toEqual([parent, 1]);
});
