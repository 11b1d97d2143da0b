import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { BANK_PATHS } from '../../../../lib/bank/bank-server.ts';
import { bundleFunctions } from '../../../../lib/cloud/function/bundle.ts';
import { resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';

const { bank } = synthesize({}, tableWith([]));
const template = Template.fromStack(bank);

test('production has a simulated bank, for canary and test twins, which is deleted there too', () => {
  const inProduction = Template.fromStack(synthesize({ stage: 'production' }, tableWith([])).bank);
  const policies = Object.values(
    inProduction.toJSON()['Resources'] as Record<string, { DeletionPolicy?: string }>,
  );
  expect(policies.filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete')).toEqual([]);
});

test('every resource of the bank is deleted with its stack', () => {
  const resources = template.toJSON()['Resources'] as Record<string, { DeletionPolicy?: string }>;
  const kept = Object.entries(resources).filter(([, { DeletionPolicy = 'Delete' }]) => {
    return DeletionPolicy !== 'Delete';
  });
  expect(kept.map(([id]) => id)).toEqual([]);
});

test('one function serves every path of the bank and can access only its books', () => {
  const methods = [...resourcesOf(template, 'AWS::ApiGateway::Method').values()].map((one) => one.Properties);
  const posts = methods.filter(({ HttpMethod }) => HttpMethod === 'POST');
  expect(posts).toHaveLength(BANK_PATHS.length);
  for (const { Integration } of posts) {
    const { Uri } = Integration as { Uri: unknown };
    expect(textOf(Uri)).toMatch(/functions\/<Function\w+\.Arn>\/invocations$/);
  }
  const [bankRole] = [...resourcesOf(template, 'AWS::IAM::Role').values()].filter(({ Properties }) => {
    return JSON.stringify(Properties['AssumeRolePolicyDocument']).includes('lambda.amazonaws.com');
  });
  const policies = bankRole?.Properties['Policies'] as { PolicyDocument: { Statement: object[] } }[];
  expect(policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)).toEqual([
    expect.objectContaining({ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }),
    expect.objectContaining({
      Action: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'],
      Resource: { 'Fn::GetAtt': [expect.stringMatching(/^Books/), 'Arn'] },
    }),
  ]);
});

test('the outputs contain the settings of a virtual POS at the bank', () => {
  const outputs = template.findOutputs('*') as Record<string, { Value: unknown }>;
  expect(Object.keys(outputs).sort()).toEqual(['BankTableName', 'BankUrl']);
  expect(textOf(outputs['BankUrl']?.Value)).toMatch(/^https:\/\/<Bank\w+>\.execute-api\..*\/sandbox$/);
  template.resourceCountIs('AWS::DynamoDB::Table', 1);
});

test("the bank's function is small and contains no code of the local service", async () => {
  const [bundle] = await bundleFunctions(['lib/bank/deployed/bank-function.ts']);
  expect(bundle?.bytes).toBeLessThan(480_000);
  expect(Object.keys(bundle?.inputs ?? {}).filter((file) => file.startsWith('lib/local/'))).toEqual([]);
});
