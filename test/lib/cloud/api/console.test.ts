// A stage with a console: an origin of its own, which reaches the page, its session and the merchants' API.
import { describe, expect, test } from 'vitest';
import { tableOf } from '../../../../lib/cloud/function/deployed-function.ts';
import { deploymentOf, HOST_NAMES, nestedIn, resourcesOf, synthesize } from '../cloud.ts';

const OPTIONS = {
  stage: 'production',
  consoleDomain: 'console.example.com',
  allowedConsoleAddresses: '203.0.113.0/24,198.51.100.7/32',
} as const;
const { service, serviceTemplate } = synthesize(OPTIONS, tableOf(deploymentOf(OPTIONS)));
const templates = [serviceTemplate, ...nestedIn(service, serviceTemplate)];
const allOf = (type: string) => templates.flatMap((template) => [...resourcesOf(template, type).values()]);
const methodsOf = () => allOf('AWS::ApiGateway::Method');

test('a stage without consoleDomain deploys nothing of it', () => {
  const routes = tableOf(deploymentOf({ stage: 'production' })).routes.map(({ path }) => path);
  expect(routes.filter((path) => path.startsWith('/console'))).toEqual([]);
});

test('its host is a name of its own, with the policy of all hosts', () => {
  const names = [...resourcesOf(serviceTemplate, 'AWS::ApiGateway::DomainName').values()];
  const own = names.find(({ Properties }) => Properties['DomainName'] === 'console.example.com');
  const pay = names.find(({ Properties }) => Properties['DomainName'] === HOST_NAMES.payDomain);
  expect(own?.Properties['SecurityPolicy']).toEqual(pay?.Properties['SecurityPolicy']);
  expect(() => deploymentOf({ ...OPTIONS, consoleDomain: HOST_NAMES.payDomain })).toThrow('own host');
});

test("the merchants' API behind it gets calls as they came, and judges their key", () => {
  const proxies = methodsOf().filter(({ Properties }) => Properties['HttpMethod'] === 'ANY');
  const integrations = proxies.map(({ Properties }) => Properties['Integration'] as Record<string, unknown>);
  expect(integrations.filter(({ Type }) => Type === 'HTTP_PROXY')).toMatchObject([
    { Uri: 'https://api.example.com/api/{proxy}', IntegrationHttpMethod: 'ANY' },
  ]);
});

test('the session writes people and keys, and makes digests of keys; the page may do nothing', () => {
  const roles = allOf('AWS::IAM::Role').map((role) => JSON.stringify(role));
  const [session = ''] = roles.filter((role) => role.includes('console-session'));
  for (const part of ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'M#*#PEOPLE', 'KEY#*', 'kms:GenerateMac'])
    expect(session).toContain(part);
  expect(session).not.toMatch(/kms:Decrypt|dynamodb:Scan/);
  const [page = 'none'] = roles.filter((role) => role.includes('console-page'));
  expect(page).not.toMatch(/none|dynamodb:|kms:/);
});

test('none of its stages is traced', () => {
  const stages = allOf('AWS::ApiGateway::Stage').map(({ Properties }) => Properties['TracingEnabled']);
  expect(stages).toEqual([false, false, false]);
});

describe('the firewall', () => {
  const [acl] = resourcesOf(serviceTemplate, 'AWS::WAFv2::WebACL').values();
  const rules = (acl?.Properties['Rules'] ?? []) as { Name: string; Action?: object; Statement: unknown }[];

  test('stands before it, and lets only its networks in', () => {
    expect(resourcesOf(serviceTemplate, 'AWS::WAFv2::WebACLAssociation').size).toBe(3);
    const rule = rules.find(({ Name }) => Name === 'console-from-elsewhere');
    expect(rule?.Action).toEqual({ Block: {} });
    expect(JSON.stringify(rule?.Statement)).toContain('"SearchString":"console.example.com"');
    const [networks] = resourcesOf(serviceTemplate, 'AWS::WAFv2::IPSet').values();
    expect(networks?.Properties['Addresses']).toEqual(['203.0.113.0/24', '198.51.100.7/32']);
  });

  test('without it, or without a console, no network can be named', () => {
    expect(() => deploymentOf({ ...OPTIONS, firewall: 'false' })).toThrow('allowedConsoleAddresses');
    const { consoleDomain: _, ...others } = OPTIONS;
    expect(() => deploymentOf(others)).toThrow('allowedConsoleAddresses');
    expect(() => deploymentOf({ ...OPTIONS, allowedConsoleAddresses: 'office' })).toThrow('203.0.113.0/24');
  });
});
