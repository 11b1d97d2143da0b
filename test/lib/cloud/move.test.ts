// A stage of release 1.1 becomes one of this version by one deployment. Its stacks are recorded in
// stacks-of-release-1.1.json. CloudFormation refuses a resource that changes its type, a name that another
// resource has, and the removal of an export in use. Record and test go with the option formerFunctions.
import { readFileSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { functionNameOf, functionsOf, ROUTE_TABLE } from '../../../lib/cloud/function/deployed-function.ts';
import { nestedIn, type Resource, resourcesOf, synthesize, textOf } from './cloud.ts';

type Recorded = Record<string, { resources: string[]; exports: string[] }>;
const file = new URL('../../fixtures/stacks-of-release-1.1.json', import.meta.url);
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
/** `hostedpagepayRole1234 IAM::Role payment-production-hosted-page-pay`; of a method its verb. */
const rows = Object.entries(recorded).flatMap(([stack, { resources }]) =>
  resources.map((line) => {
    const [id = '', type = '', name = ''] = line.split(' ');
    return { stack, id, type: `AWS::${type}`, name };
  }),
);

const STAGE = 'production';
const NAMED =
  'Table|Function|Queue|Topic|Alarm|Dashboard|Role|LogGroup|UsagePlan|Domain|Rule|BackupVault|BackupPlan';
const NAME = new RegExp(`^(?:\\w*(?:${NAMED})Name|Name)$`);
/** The name within the account; that of an alias is one within its function. */
const nameIn = ({ Type, Properties = {} }: Resource) =>
  Type !== 'AWS::Lambda::Alias' &&
  Object.entries(Properties).find(([key, value]) => NAME.test(key) && typeof value === 'string')?.[1];

function stacksOf(formerFunctions: boolean) {
  const cloud = synthesize({ stage: STAGE, formerFunctions: String(formerFunctions) });
  const { data, service, events, watch, release, backup } = cloud;
  const stacks = [data, ...(release ? [release] : []), service, events, watch, ...(backup ? [backup] : [])];
  const own = stacks.map((stack) => [stack.stackName, Template.fromStack(stack)] as const);
  const nested = nestedIn(service, cloud.serviceTemplate).map((one, at) => [`nested-${at}`, one] as const);
  const templates = new Map<string, Template>([...own, ...nested]);
  const resourcesIn = (stack: string) =>
    (templates.get(stack)?.toJSON()['Resources'] ?? {}) as Record<string, Resource>;
  return { cloud, templates, resourcesIn };
}

describe.each([true, false])('the first deployment, with formerFunctions=%s', (formerFunctions) => {
  const { cloud, templates, resourcesIn } = stacksOf(formerFunctions);

  test('APIs, paths, methods, addresses, table, keys, queues and schedules are the same resources', () => {
    // Two queues and schedules of events were replaced, or moved to another stack, before.
    const moved = [`payment-${STAGE}-deliver`, `payment-${STAGE}-bells`];
    const kept = rows.filter(
      ({ type, name }) => /ApiGateway|DynamoDB|KMS|Scheduler|SQS/.test(type) && !moved.includes(name),
    );
    expect(kept.length).toBeGreaterThan(150);
    expect(kept.filter(({ stack, id, type }) => resourcesIn(stack)[id]?.Type !== type)).toEqual([]);
  });

  test('no resource changes its type', () => {
    const changed = rows.filter(({ stack, id, type }) => {
      const now = resourcesIn(stack)[id];
      return now !== undefined && now.Type !== type;
    });
    expect(changed).toEqual([]);
  });

  test('no resource gets a name that another one has', () => {
    const holders = new Map(rows.flatMap(({ name, ...row }) => (name ? [[`${row.type} ${name}`, row]] : [])));
    const taken = [...templates.keys()].flatMap((stack) =>
      Object.entries(resourcesIn(stack)).flatMap(([id, resource]) => {
        const holder = holders.get(`${resource.Type} ${nameIn(resource)}`);
        const isOther = holder !== undefined && (holder.stack !== stack || holder.id !== id);
        return isOther ? [`${stack} ${nameIn(resource)}`] : [];
      }),
    );
    // The service stack, which had this schedule, is deployed before.
    expect(taken).toEqual([`payment-${STAGE}-events payment-${STAGE}-deliver`]);
  });

  test('what other stacks import is still exported', () => {
    for (const [stack, { exports }] of Object.entries(recorded)) {
      const outputs = Object.values(templates.get(stack)?.findOutputs('*') ?? {});
      const now = outputs.map(({ Export }) => (Export as { Name?: string } | undefined)?.Name);
      expect(now).toEqual(expect.arrayContaining(exports));
    }
  });

  test('an API leads to the new functions after they are there, and to the later paths', () => {
    const nested = [...resourcesOf(cloud.serviceTemplate, 'AWS::CloudFormation::Stack').keys()];
    const functions = nested.filter((id) => id.includes('Functions'));
    expect([functions.length, nested.length]).toEqual([2, 3]);
    const deployments = [...resourcesOf(cloud.serviceTemplate, 'AWS::ApiGateway::Deployment').values()];
    const awaited = deployments.map((one) => (one as Resource & { DependsOn: string[] }).DependsOn);
    for (const ids of awaited) expect(ids).toEqual(expect.arrayContaining(functions));
    expect(awaited.flat()).toEqual(expect.arrayContaining(nested));
  });

  test('old and new functions may use the keys at the same time', () => {
    const keys = [...resourcesOf(cloud.dataTemplate, 'AWS::KMS::Key').values()];
    const policies = keys.map(({ Properties }) => JSON.stringify(Properties['KeyPolicy']));
    const using = functionsOf(ROUTE_TABLE).filter(({ needs }) => needs.includes('acquirer'));
    expect(using.length).toBeGreaterThan(3);
    const named = (role: string) => policies.filter((policy) => policy.includes(`:role/${role}"`)).length;
    for (const fn of using) {
      expect(named(`payment-${STAGE}-${fn.name}`)).toBeGreaterThan(0);
      expect(named(functionNameOf(STAGE, fn))).toBe(named(`payment-${STAGE}-${fn.name}`));
    }
  });
});

test('with formerFunctions all functions and their callers stay, so no call under way fails', () => {
  const { cloud, resourcesIn } = stacksOf(true);
  const service = resourcesIn(`payment-${STAGE}`);
  const serving = rows.filter(
    ({ type, id }) => type === 'AWS::Lambda::Function' || /^(?:Api|Pay)Invoker/.test(id),
  );
  expect(serving.length).toBeGreaterThan(70);
  expect(serving.filter(({ stack, id }) => resourcesIn(stack)[id] === undefined)).toEqual([]);
  const called = ['ApiInvoker', 'PayInvoker'].map((prefix) => {
    const [, role] = Object.entries(service).find(([id]) => id.startsWith(prefix)) ?? [];
    return JSON.stringify(role?.Properties['Policies']);
  });
  const behind = functionsOf(ROUTE_TABLE).filter(({ home }) => home === 'api' || home === 'pay');
  for (const { name } of behind) {
    for (const text of called) expect(text).toMatch(new RegExp(`:payment-${STAGE}-${name}(?::live)?"`));
  }
  // CodeDeploy would stop at the alarm of all functions, which the watch stack creates at the end.
  expect(cloud.release).toBeUndefined();
});

test('without formerFunctions the former functions end', () => {
  const { cloud, resourcesIn } = stacksOf(false);
  const names = Object.values(resourcesIn(`payment-${STAGE}`)).flatMap(({ Type, Properties }) =>
    Type === 'AWS::Lambda::Function' ? [textOf(Properties['FunctionName'])] : [],
  );
  const background = functionsOf(ROUTE_TABLE).filter(({ home }) => home === 'background');
  expect(names.sort()).toEqual(background.map((fn) => functionNameOf(STAGE, fn)).sort());
  expect(cloud.release).toBeDefined();
});
