// The limits of a deployment as options: each reaches the resource that enforces it, and limits that exclude
// each other are refused.
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { readDeployment } from '../../../lib/cloud/deployment.ts';
import { type Resource, synthesize, tableWith } from './cloud.ts';

function resourcesOf(options: Record<string, string>) {
  const { service } = synthesize({ firewall: 'true', ...options }, tableWith([]));
  const all = Template.fromStack(service).toJSON()['Resources'] as Record<string, Resource>;
  return (type: string) => Object.values(all).filter(({ Type }) => Type === type);
}

/** Rate and burst of all methods of each API. */
function throttlesOf(of: ReturnType<typeof resourcesOf>) {
  type Setting = { ResourcePath: string; ThrottlingRateLimit: number; ThrottlingBurstLimit: number };
  return of('AWS::ApiGateway::Stage')
    .map(({ Properties }) =>
      (Properties['MethodSettings'] as Setting[]).find((one) => one.ResourcePath === '/*'),
    )
    .map((one) => [one?.ThrottlingRateLimit, one?.ThrottlingBurstLimit]);
}
const rulesOf = (of: ReturnType<typeof resourcesOf>) =>
  JSON.stringify(of('AWS::WAFv2::WebACL')[0]?.Properties['Rules']);

const lambdaSetting = (of: ReturnType<typeof resourcesOf>, name: string) => {
  const environments = of('AWS::Lambda::Function').map(({ Properties }) => Properties['Environment']);
  return new Set(
    (environments as { Variables?: Record<string, string> }[]).map((one) => one?.Variables?.[name]),
  );
};

it('the limits without options are those of a small service', () => {
  const of = resourcesOf({});
  expect(throttlesOf(of)).toEqual([
    [500, 1000],
    [500, 1000],
  ]);
  expect(of('AWS::ApiGateway::UsagePlan')[0]?.Properties['Throttle']).toEqual({
    RateLimit: 25,
    BurstLimit: 50,
  });
  expect(rulesOf(of)).toMatch(/"Limit":3000\b.*"Limit":120\b/);
  expect(lambdaSetting(of, 'DUE_SHARDS')).toContain('8/64');
});

it('each limit that is given reaches the resource that enforces it, and a flood is told by it', () => {
  const of = resourcesOf({ profile: 'production', merchantRate: '300' });
  expect(throttlesOf(of)).toEqual([
    [5000, 10_000],
    [5000, 10_000],
  ]);
  expect(of('AWS::ApiGateway::UsagePlan')[0]?.Properties['Throttle']).toEqual({
    RateLimit: 300,
    BurstLimit: 600,
  });
  const answers = JSON.stringify(of('AWS::ApiGateway::GatewayResponse'));
  const policy = String.raw`RateLimit-Policy":"'\"merchant\";q=300;w=1, \"api\";q=5000;w=1'"`;
  expect(answers.split(policy)).toHaveLength(2);
  expect(rulesOf(of)).toMatch(/"Limit":36000\b.*"Limit":120\b/);
});

it('a large stage divides the index of due rows into all its partitions', () => {
  expect(lambdaSetting(resourcesOf({ stage: 'production' }), 'DUE_SHARDS')).toContain('64/64');
  expect(lambdaSetting(resourcesOf({ profile: 'small' }), 'DUE_SHARDS')).toContain('8/64');
});

it.each([
  [{ merchantRate: '501' }, 'merchantRate: above 500'],
  [{ merchantRate: '2.5' }, 'merchantRate: is not a whole number'],
  [{ merchantRate: 'viele' }, 'merchantRate: '],
] as const)('a deployment with %j is refused, and the message has the reason', (options, message) => {
  expect(() => readDeployment((name) => (options as Record<string, string>)[name])).toThrow(message);
});
