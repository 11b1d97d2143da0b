// The hook of a deployment, as CodeDeploy runs it, against a running service: Lambda and CodeDeploy are a
// server that invokes the functions of this service, and in place of one of them its new version.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { functionNameOf, functionsOf, ROUTE_TABLE } from '../../../lib/cloud/function/deployed-function.ts';
import { isPaidThrough } from '../../../lib/cloud/function/traffic.ts';
import { handler } from '../../../lib/release/traffic-hook.ts';
import { answerAsAws } from '../../harness/aws-server.ts';
import { startHarness } from '../../harness/harness.ts';
import { CANARY, resourcesOf, synthesize } from '../cloud/cloud.ts';

const { service, api, logs } = await startHarness();
const { apiKey: key } = await service.addMerchant({ threeDSecure: 'always' });
const STAGE = 'live';
const EVENT = { DeploymentId: 'd-ABC123', LifecycleEventHookExecutionId: 'hook-1' };
/** The new version of a function, which takes the place of version 7. */
const deployed = { functionName: '', answer: undefined as unknown };
let reported: object[] = [];
let invocations: string[] = [];

const nameOf = new Map(functionsOf(ROUTE_TABLE).map((fn) => [functionNameOf(STAGE, fn), fn.entry] as const));

async function invoke(name: string, qualifier: string | null, event: unknown): Promise<unknown> {
  invocations.push(`${name}:${qualifier ?? '$LATEST'}`);
  if (name === deployed.functionName && qualifier === '8' && deployed.answer !== undefined) {
    return deployed.answer;
  }
  const file = new URL(`../../../${nameOf.get(name)}`, import.meta.url).href;
  const { handler: run } = (await import(/* @vite-ignore */ file)) as {
    handler(event: unknown, context: object): Promise<unknown>;
  };
  return await run(event, { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 20_000 });
}

const REVISION = { revisionType: 'String', string: { sha256: 'abc' } };
const appSpec = () => ({
  version: '0.0',
  Resources: [
    {
      Deployed: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Name: deployed.functionName,
          Alias: 'live',
          CurrentVersion: '7',
          TargetVersion: '8',
        },
      },
    },
  ],
});

async function receive(request: IncomingMessage): Promise<{ body: string }> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const sent = (await json(request)) as Record<string, unknown>;
  const [, , , name = ''] = pathname.split('/');
  if (name !== '') return { body: JSON.stringify(await invoke(name, searchParams.get('Qualifier'), sent)) };
  const operation = String(request.headers['x-amz-target']);
  const info = { applicationName: 'payment-live-release', revision: REVISION };
  if (operation === 'CodeDeploy_20141006.GetDeployment' && sent['deploymentId'] === EVENT.DeploymentId)
    return { body: JSON.stringify({ deploymentInfo: info }) };
  if (operation === 'CodeDeploy_20141006.GetApplicationRevision') {
    expect(sent).toEqual(info);
    const content = JSON.stringify(appSpec());
    return { body: JSON.stringify({ revision: { ...REVISION, string: { content } } }) };
  }
  expect(operation).toBe('CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus');
  reported.push(sent);
  return { body: '{}' };
}
answerAsAws(receive);

/** The settings of the hooks in a template. */
function deployedSettings(): Record<string, string> {
  const { releaseTemplate, dataTemplate } = synthesize({ ...CANARY, stage: STAGE });
  const [hook] = resourcesOf(releaseTemplate ?? dataTemplate, 'AWS::Lambda::Function').values();
  if (hook === undefined) throw new Error('There is no hook.');
  return (hook.Properties['Environment'] as { Variables: Record<string, string> }).Variables;
}

beforeAll(() => {
  const keys = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
  for (const [name, value] of Object.entries({ ...keys, ...deployedSettings() })) vi.stubEnv(name, value);
});
afterAll(() => void vi.unstubAllEnvs());
beforeEach(() => {
  vi.stubEnv('CANARY_KEY', key);
  Object.assign(deployed, { functionName: PAY, answer: undefined });
  reported = [];
  invocations = [];
});

const PAY = 'payment-live-pay-hosted-page-pay';
/** Functions of the payment with an alias, whose new versions a hook tries. */
const TRIED = functionsOf(ROUTE_TABLE)
  .filter(isPaidThrough)
  .map((fn) => functionNameOf(STAGE, fn));
const reportOf = (status: string) => ({
  deploymentId: EVENT.DeploymentId,
  lifecycleEventHookExecutionId: EVENT.LifecycleEventHookExecutionId,
  status,
});
const runHook = async (hook: 'before' | 'after') => {
  vi.stubEnv('HOOK', hook);
  return await handler(EVENT);
};

test.each(TRIED)(
  'before the traffic a payment passes the new version of %s, and the others as they are',
  async (name) => {
    deployed.functionName = name;
    expect(await runHook('before')).toEqual({ status: 'Succeeded' });
    expect(reported).toEqual([reportOf('Succeeded')]);
    const versions = new Map(invocations.map((one) => one.split(':') as [string, string]));
    expect(versions.get(name)).toBe('8');
    expect([...versions].filter(([, version]) => version === '8')).toHaveLength(1);
    const others = TRIED.filter((one) => one !== name).map((one) => versions.get(one));
    expect(new Set(others)).toEqual(new Set(['live']));
  },
);

test('what was paid was given back, at the bank too', async () => {
  await runHook('before');
  const { json: listed } = await api<{ items: object[] }>('GET', '/api/payment?limit=1', { key });
  expect(listed.data.items).toMatchObject([{ status: 'Cancelled', threeDSecure: true, refundedAmount: 1 }]);
});

test.each([
  ['answers 500', { statusCode: 500, headers: {}, body: '{}' }],
  ['crashes', { errorMessage: 'x is not a function', errorType: 'TypeError' }],
  ['shows the form again', { statusCode: 200, headers: {}, body: '<p>Try again</p>' }],
])('a new version that %s gets no traffic, and the log says at which step', async (_what, answer) => {
  deployed.answer = answer;
  expect(await runHook('before')).toEqual({ status: 'Failed' });
  expect(reported).toEqual([reportOf('Failed')]);
  expect(logs.at(-1)).toContain('The page was not paid: ');
});

test.each([
  [
    'the authorizer refuses',
    'authorizer',
    { policyDocument: { Statement: [{ Effect: 'Deny' }] }, context: { errorCode: 'API_KEY_INVALID' } },
    'No page was created: 401',
  ],
  [
    'a cancellation is refused',
    'api-refund-cancellations',
    { statusCode: 409, headers: {}, body: '{}' },
    'The payment was not given back: 409',
  ],
])('%s: the deployment ends', async (_what, name, answer, reason) => {
  Object.assign(deployed, { functionName: `payment-live-${name}`, answer });
  expect(await runHook('before')).toEqual({ status: 'Failed' });
  expect(logs.at(-1)).toContain(reason);
});

test('after the traffic the payment passes the aliases only, and their failure is reported', async () => {
  expect(await runHook('after')).toEqual({ status: 'Succeeded' });
  expect(invocations.filter((one) => one.endsWith(':8'))).toEqual([]);
  expect(new Set(invocations)).toEqual(
    new Set([...TRIED.map((name) => `${name}:live`), 'payment-live-api-payment-list:$LATEST']),
  );
  service.bank.script(['decline:51']);
  expect(await runHook('after')).toEqual({ status: 'Failed' });
});

test('without the account of the canary the deployment ends with a reason', async () => {
  vi.stubEnv('CANARY_KEY', 'psk_test_unknown');
  expect(await runHook('before')).toEqual({ status: 'Failed' });
  expect(logs.at(-1)).toContain('No page was created: 401');
});
