// The roles of people: who may assume them, and that they can do their commands and no more.
import { describe, expect, test } from 'vitest';
import { CHANGING } from '../../../lib/cloud/data/key-policy.ts';
import { type Resource, ROLES, resourcesOf, synthesize, tableWith, textOf } from './cloud.ts';
import { type Grant, isAllowed, readStatements } from './permissions/iam-policy.ts';

const few = tableWith([]);
const { rolesTemplate } = synthesize({ stage: 'production' }, few);
const roles = new Map(
  [...(rolesTemplate ? resourcesOf(rolesTemplate, 'AWS::IAM::Role').values() : [])].map(({ Properties }) => [
    String(Properties['RoleName']),
    Properties,
  ]),
);
type Properties = Resource['Properties'];
type Policies = { PolicyDocument: { Statement: Record<string, unknown>[] } }[];
const roleNamed = (name: string): Properties => roles.get(`payment-production-${name}`) ?? {};
const grantsOf = (name: string): Grant[] =>
  ((roleNamed(name)['Policies'] ?? []) as Policies).flatMap(({ PolicyDocument }) =>
    readStatements(PolicyDocument.Statement),
  );
const allowed = (name: string, action: string, resource: string, partition?: string) =>
  isAllowed(grantsOf(name), {
    action,
    resource,
    context: { ...(partition !== undefined && { 'dynamodb:LeadingKeys': [partition] }) },
  });
const arn = (service: string, resource: string) =>
  `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>:${resource}`;

describe('roles of people', () => {
  test('production makes three roles, a sandbox none', () => {
    expect([...roles.keys()].sort()).toEqual(
      ['break-glass', 'operator', 'restore'].map((name) => `payment-production-${name}`),
    );
    expect(synthesize({}, few).roles).toBeUndefined();
  });

  test('a role that an option names is not made', () => {
    const named = synthesize({ stage: 'production', ...ROLES }, few).rolesTemplate;
    const names = named && [...resourcesOf(named, 'AWS::IAM::Role').values()];
    expect(names?.map(({ Properties }) => Properties['RoleName'])).toEqual(['payment-production-restore']);
  });

  test.each(['operator', 'break-glass', 'restore'])('people assume %s with a second factor only', (name) => {
    const { AssumeRolePolicyDocument: trust, MaxSessionDuration } = roleNamed(name);
    const { Statement } = trust as { Statement: { Principal: object; Condition?: object }[] };
    const people = Statement.filter(({ Principal }) => 'AWS' in Principal);
    expect(people.map(({ Condition }) => Condition)).toEqual([
      { Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
    ]);
    expect(MaxSessionDuration).toBe(3600);
  });
});

describe('the role of operators', () => {
  const table = '<Table.Arn>';

  test('operators read and write rows, and neither change nor delete a record of a command', () => {
    for (const action of ['GetItem', 'PutItem', 'UpdateItem', 'Query']) {
      expect(allowed('operator', `dynamodb:${action}`, table, 'M#1'), action).toBe(true);
    }
    for (const action of ['UpdateItem', 'DeleteItem', 'BatchWriteItem']) {
      expect(allowed('operator', `dynamodb:${action}`, table, 'AUDIT#2026-11'), action).toBe(false);
    }
    expect(allowed('operator', 'dynamodb:PutItem', table, 'AUDIT#2026-11')).toBe(true);
    expect(allowed('operator', 'dynamodb:DeleteItem', table, 'M#1')).toBe(false);
    expect(allowed('operator', 'dynamodb:Scan', `${table}/index/second`)).toBe(true);
    expect(allowed('operator', 'dynamodb:Scan', `${table}/index/list`)).toBe(false);
  });

  test('operators open accounts at the simulated bank, and read none', () => {
    const actions = ['PutItem', 'GetItem', 'UpdateItem', 'DeleteItem', 'Scan'];
    expect(actions.filter((action) => allowed('operator', `dynamodb:${action}`, '<Bank.Arn>'))).toEqual([
      'PutItem',
    ]);
  });

  test('operators use the keys that their commands use, and none of cards', () => {
    const used = grantsOf('operator').filter(({ action }) => action.startsWith('kms:'));
    expect(used.map(({ action, resource }) => `${action} ${resource}`).sort()).toEqual([
      'kms:Decrypt <SecretsKey.Arn>',
      'kms:Encrypt <SecretsKey.Arn>',
      'kms:GenerateMac <DigestKey.Arn>',
      'kms:GenerateMac <MerchantKey.Arn>',
    ]);
  });

  test('operators move the alias live of functions of the stage, and change no code', () => {
    const charge = arn('lambda', 'function:payment-production-charge');
    expect(allowed('operator', 'lambda:UpdateAlias', charge)).toBe(true);
    expect(allowed('operator', 'lambda:UpdateAlias', arn('lambda', 'function:other'))).toBe(false);
    expect(allowed('operator', 'lambda:UpdateFunctionCode', charge)).toBe(false);
  });
});

test('break-glass ends the keys of the stage, stops its functions, uses no key and does nothing else', () => {
  const grants = grantsOf('break-glass');
  const actions = new Set(grants.map(({ action }) => action));
  expect([...actions].filter((action) => !action.startsWith('kms:'))).toEqual([
    'lambda:DeleteFunctionConcurrency',
    'lambda:PutFunctionConcurrency',
  ]);
  const charge = arn('lambda', 'function:payment-production-charge');
  expect(allowed('break-glass', 'lambda:PutFunctionConcurrency', charge)).toBe(true);
  expect([...actions]).toEqual(expect.arrayContaining([...CHANGING, 'kms:CancelKeyDeletion']));
  for (const use of ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateMac', 'kms:CreateGrant', 'kms:*']) {
    expect(actions.has(use), use).toBe(false);
  }
  const named = ['Card', 'Secrets', 'Fingerprint', 'Digest', 'Merchant'].map((key) => `<${key}Key.Arn>`);
  const ofKeys = grants.filter(({ action }) => action.startsWith('kms:'));
  expect([...new Set(ofKeys.map(({ resource }) => resource))].sort()).toEqual(named.sort());
});

test('the role of restores makes new tables beside the old one, which it cannot change', () => {
  const [old, restored] = ['', '-2'].map((end) => arn('dynamodb', `table/payment-production${end}`));
  const may = (action: string, resource = '') =>
    isAllowed(rawGrants, { action: `dynamodb:${action}`, resource, context: {} });
  const rawGrants = ((roleNamed('restore')['Policies'] ?? []) as Policies).flatMap(({ PolicyDocument }) =>
    PolicyDocument.Statement.flatMap((statement) =>
      [statement['Action']].flat().flatMap((action) =>
        [statement['Resource']].flat().map((resource) => ({
          effect: 'Allow' as const,
          action: String(action),
          resource: textOf(resource),
          conditions: [],
        })),
      ),
    ),
  );
  for (const action of ['RestoreTableToPointInTime', 'DescribeTable']) {
    expect([may(action, old), may(action, restored)], action).toEqual([true, true]);
  }
  for (const action of ['UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups', 'TagResource']) {
    expect([may(action, old), may(action, restored)], action).toEqual([false, true]);
  }
  for (const action of ['DeleteTable', 'GetItem', 'PutItem']) expect(may(action, restored)).toBe(false);
  // Of a deleted table only its backup is left, and AWS names no resource for the list.
  expect(may('ListBackups', '*')).toBe(true);
});

test('AWS Backup restores by the same role', () => {
  const { AssumeRolePolicyDocument: trust, ManagedPolicyArns } = roleNamed('restore');
  expect(JSON.stringify(trust)).toContain('backup.amazonaws.com');
  expect(JSON.stringify(ManagedPolicyArns)).toContain('AWSBackupServiceRolePolicyForRestores');
});
