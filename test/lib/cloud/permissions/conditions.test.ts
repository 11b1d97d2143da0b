// Conditions of grants and trusts that would allow too much, or deny calls of AWS itself.
import { describe, expect, test } from 'vitest';
import {
  functionNameOf,
  functionsOf,
  ROUTE_TABLE,
} from '../../../../lib/cloud/function/deployed-function.ts';
import { resourcesOf, synthesize, textOf } from '../cloud.ts';

const roles = [...resourcesOf(synthesize().functionsTemplate, 'AWS::IAM::Role')];
type Statement = { Resource: unknown; Condition?: Record<string, Record<string, unknown>> };
type Policy = { PolicyDocument: { Statement: Statement[] } };

test('no grant with ForAllValues covers a call without values', () => {
  const policies = roles.flatMap(([, { Properties }]) => (Properties['Policies'] ?? []) as Policy[]);
  const conditions = policies
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .map(({ Condition = {} }) => Condition);
  const withSets = conditions.map((condition) => {
    const operators = Object.keys(condition).filter((operator) => operator.startsWith('ForAllValues:'));
    return { condition, keys: operators.flatMap((operator) => Object.keys(condition[operator] ?? {})) };
  });
  expect(withSets.filter(({ keys }) => keys.length > 0).length).toBeGreaterThan(roles.length);
  for (const { condition, keys } of withSets) {
    expect(condition['Null'] ?? {}).toEqual(Object.fromEntries(keys.map((key) => [key, 'false'])));
  }
});

test('the trust of an API’s role has no condition: API Gateway sends no account for integrations', () => {
  const invokers = roles.filter(([id]) => /^(Api|Pay)Caller/.test(id));
  expect(invokers).toHaveLength(2);
  for (const [, { Properties }] of invokers) {
    const { Statement } = Properties['AssumeRolePolicyDocument'] as { Statement: unknown };
    expect(Statement).toEqual([
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'apigateway.amazonaws.com' } },
    ]);
  }
});

describe("the role of each API can invoke the functions with the API's prefix, and these besides", () => {
  const { functionsTemplate } = synthesize();
  const functions = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Function').values()];
  const names = functions.map(({ Properties }) => String(Properties['FunctionName']));

  test.each([
    ['api', [/^<authorizerFunctionLive\w+>$/, /^<unknownrouteFunction\w+\.Arn>$/]],
    ['pay', []],
  ] as const)('the role of %s, whose prefix only endpoints of it have', (home, others) => {
    const [, role] = roles.find(([id]) => id.startsWith(home === 'api' ? 'ApiCaller' : 'PayCaller')) ?? [];
    const policies = (role?.Properties['Policies'] ?? []) as Policy[];
    const invoked = policies.flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap(({ Resource }) => [Resource].flat().map(textOf)),
    );
    const events = functionsOf(ROUTE_TABLE).filter((fn) => fn.kind === 'http' && fn.home === 'events');
    const single = home === 'api' ? events.map((fn) => functionNameOf('sandbox', fn)) : [];
    expect(invoked.sort()).toEqual([
      ...others.map((one) => expect.stringMatching(one)),
      ...[...single, `payment-sandbox-${home}-*`]
        .sort()
        .map((name) => `arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${name}`),
    ]);
    const behind = functionsOf(ROUTE_TABLE).filter((fn) => fn.home === home);
    const prefixed = names.filter((name) => name.startsWith(`payment-sandbox-${home}-`));
    expect(prefixed.sort()).toEqual(behind.map((fn) => functionNameOf('sandbox', fn)).sort());
  });
});
