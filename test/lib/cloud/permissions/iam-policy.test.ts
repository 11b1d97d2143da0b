import { describe, expect, test } from 'vitest';
import { isAllowed, readStatements } from './iam-policy.ts';

const read = { action: 'dynamodb:GetItem', resource: '<Table.Arn>', context: {} };
const allow = (more: object = {}) => ({
  Effect: 'Allow',
  Action: 'dynamodb:GetItem',
  Resource: { 'Fn::GetAtt': ['Table', 'Arn'] },
  ...more,
});
const allows = (statements: object[], request: Parameters<typeof isAllowed>[1] = read) =>
  isAllowed(readStatements(statements as Record<string, unknown>[]), request);

test('a call without an Allow is denied, and one Deny outweighs every Allow', () => {
  expect(allows([])).toBe(false);
  expect(allows([allow()])).toBe(true);
  expect(allows([allow(), allow({ Effect: 'Deny', Action: '*', Resource: '*' })])).toBe(false);
});

test.each([
  ['dynamodb:*', true],
  ['dynamodb:Get*', true],
  ['dynamodb:GetIte?', true],
  ['DYNAMODB:getitem', true],
  ['dynamodb:Get', false],
  ['dynamodb:GetItem?', false],
  ['dynamodb.GetItem', false],
])('the action %s covers a read: %s', (Action, isCovered) => {
  expect(allows([allow({ Action })])).toBe(isCovered);
  expect(allows([allow({ Action: ['kms:Decrypt', Action] })])).toBe(isCovered);
});

test.each([
  ['<Table.Arn>*', true],
  ['<Table.Arn>/index/*', false],
  ['<table.Arn>', false],
  [{ 'Fn::GetAtt': ['CardKey', 'Arn'] }, false],
  [{ 'Fn::ImportValue': 'payment-data:ExportsOutputFnGetAttTableArn00000000' }, true],
])('the resource %j covers the table: %s', (Resource, isCovered) => {
  expect(allows([allow({ Resource })])).toBe(isCovered);
});

describe('IAM condition', () => {
  const key = 'kms:EncryptionContext:purpose';
  const withContext = (context: Record<string, string[]>) => ({ ...read, context });
  const when = (Condition: object) => [allow({ Condition })];

  test('StringEquals is met by its value and not by an absent key', () => {
    const statements = when({ StringEquals: { [key]: 'card' } });
    expect(allows(statements, withContext({ [key]: ['card'] }))).toBe(true);
    expect(allows(statements, withContext({ [key]: ['acquirer'] }))).toBe(false);
    expect(allows(statements)).toBe(false);
  });

  test('conditions of a statement must all be met', () => {
    const statements = when({ StringEquals: { [key]: 'card', other: ['a', 'b'] } });
    expect(allows(statements, withContext({ [key]: ['card'], other: ['b'] }))).toBe(true);
    expect(allows(statements, withContext({ [key]: ['card'], other: ['c'] }))).toBe(false);
  });

  test('ForAllValues fails on one other value and is met by no values', () => {
    const statements = when({ 'ForAllValues:StringLike': { keys: ['M#*#CARD#*', 'PAGE#*'] } });
    expect(allows(statements, withContext({ keys: ['M#1#CARD#2', 'PAGE#3'] }))).toBe(true);
    expect(allows(statements, withContext({ keys: ['M#1#CARD#2', 'KEY#3'] }))).toBe(false);
    expect(allows(statements)).toBe(true);
  });

  test('a conditional Deny applies only to calls that meet its condition', () => {
    const deny = allow({ Effect: 'Deny', Condition: { ArnEquals: { 'lambda:SourceFunctionArn': 'arn:a' } } });
    expect(allows([allow(), deny])).toBe(true);
    expect(allows([allow(), deny], withContext({ 'lambda:SourceFunctionArn': ['arn:a'] }))).toBe(false);
  });
});

test('unsupported policy elements throw', () => {
  expect(() => allows([allow({ NotResource: 'x' })])).toThrow('NotResource');
  expect(() => allows([allow({ Condition: { DateLessThan: { 'aws:CurrentTime': 'x' } } })])).toThrow(
    'DateLessThan',
  );
  expect(() => allows([allow({ Effect: 'allow' })])).toThrow('Not an effect');
  expect(() => allows([allow({ Resource: { 'Fn::Sub': 'x' } })])).toThrow('Not a text');
});
