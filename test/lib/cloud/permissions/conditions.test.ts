// Conditions of grants and trusts that would allow too much, or deny calls of AWS itself.
import { expect, test } from 'vitest';
import { resourcesOf, synthesize } from '../cloud.ts';

const roles = [...resourcesOf(synthesize().functionsTemplate, 'AWS::IAM::Role')];
type Statement = { Condition?: Record<string, Record<string, unknown>> };
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
  const invokers = roles.filter(([id]) => /^(Api|Pay)Invoker/.test(id));
  expect(invokers).toHaveLength(2);
  for (const [, { Properties }] of invokers) {
    const { Statement } = Properties['AssumeRolePolicyDocument'] as { Statement: unknown };
    expect(Statement).toEqual([
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'apigateway.amazonaws.com' } },
    ]);
  }
});
