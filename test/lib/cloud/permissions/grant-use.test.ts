// Tests the comparison of calls and grants, with roles of a small service and invented calls.
import { expect, test } from 'vitest';
import type { AwsCall } from '../../../harness/aws-calls.ts';
import { routeWith, synthesize, tableWith } from '../cloud.ts';
import { deniedCalls, untouchedRows, unusedGrants } from './grant-use.ts';
import { type Role, rolesOf } from './iam-policy.ts';

const roles = rolesOf(
  synthesize(
    {},
    tableWith([
      routeWith('reader', ['table:get', 'index:list'], {
        rows: ['card', 'range-decline', 'address-decline'],
      }),
      routeWith('sealer', ['card:renew'], { rows: [] }),
      routeWith('planner', ['schedule:plan'], { rows: [] }),
    ]),
  ),
  'sandbox',
);

const call = (functionName: string, action: string, resource: string, context: AwsCall['context'] = {}) => ({
  functionName,
  action,
  resource,
  context,
});
const row = (pk: string) => ({ 'dynamodb:LeadingKeys': [pk] });
const read = call('reader', 'dynamodb:GetItem', 'TABLE_NAME', row('M#1#CARD#2'));
const listed = call('reader', 'dynamodb:Query', 'TABLE_NAME/index/list', row('M#1#CARD#2026-11'));
const expiry = (words: Record<string, string>) =>
  call('sealer', 'kms:Encrypt', 'CARD_KEY_ID', {
    'kms:EncryptionContextKeys': Object.keys(words),
    ...Object.fromEntries(
      Object.entries(words).map(([name, word]) => [`kms:EncryptionContext:${name}`, [word]]),
    ),
  });
const renewed = expiry({ purpose: 'card', part: 'expiry', merchantId: '1', cardId: '2' });
const planned = call('planner', 'scheduler:CreateSchedule', 'SCHEDULE_GROUP/1-1');
const passed = call('planner', 'iam:PassRole', 'SCHEDULER_ROLE_ARN', {
  'iam:PassedToService': ['scheduler.amazonaws.com'],
});

test('a call that the role of its function grants is allowed', () => {
  expect(deniedCalls(roles, [read, listed, renewed, planned, passed])).toEqual([]);
});

test.each([
  ['by a function that is not deployed', { ...read, functionName: 'unknown' }],
  ['by another function', { ...read, functionName: 'sealer' }],
  ['of another kind', { ...read, action: 'dynamodb:PutItem' }],
  ['on another index', { ...listed, resource: 'TABLE_NAME/index/due' }],
  ['on another table', { ...read, resource: 'other-table' }],
  ['to another row', { ...read, context: row('M#1#PAYMENT#2') }],
  ['to one row more', { ...read, context: { 'dynamodb:LeadingKeys': ['M#1#CARD#2', 'KEY#1'] } }],
  ['with another key', { ...renewed, resource: 'SECRETS_KEY_ID' }],
  ['to encrypt a whole card', expiry({ purpose: 'card', merchantId: '1', cardId: '2' })],
  ['with one context name more', expiry({ purpose: 'card', part: 'expiry', shop: '1' })],
  [
    'to pass a role to another service',
    { ...passed, context: { 'iam:PassedToService': ['ec2.amazonaws.com'] } },
  ],
  ['to delete a schedule, which it may only create', { ...planned, action: 'scheduler:DeleteSchedule' }],
])('a call %s is denied', (_, made) => {
  expect(deniedCalls(roles, [made])).toEqual([made]);
});

test('unused grants are reported by action and resource, and untouched rows by key pattern', () => {
  const role = roles.get('reader') as Role;
  expect(unusedGrants(role, [read, listed])).toEqual([]);
  expect(unusedGrants(role, [read]).map(({ resource }) => resource)).toEqual(['<Table.Arn>/index/list']);
  expect(unusedGrants(role, [{ ...listed, functionName: 'sealer' }, read])).toHaveLength(1);
  expect(untouchedRows(role, [read])).toEqual(['M#*#DECLINE#BIN#*', 'M#*#DECLINE#ADDRESS#*']);
});
