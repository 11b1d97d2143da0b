import { describe, expect, test } from 'vitest';
import type { Need } from '#routes.ts';
import type { RowKind } from '#store/kinds.ts';
import {
  functionNameOf,
  functionsOf,
  ROUTE_TABLE,
} from '../../../../lib/cloud/function/deployed-function.ts';
import { type FunctionNeeds, ROW_PARTITIONS } from '../../../../lib/cloud/function/grants.ts';
import { type Cloud, resourcesOf, routeWith, synthesize, tableWith, textOf } from '../cloud.ts';
import { resourceName } from './iam-policy.ts';

type Statement = { Effect: string; Action: unknown; Resource: unknown; Condition?: unknown };
type Trust = {
  Statement: [{ Condition: { StringEquals: Record<string, unknown> } }, ...unknown[]];
};
type Policy = { PolicyName: string; PolicyDocument: { Statement: Statement[] } };

const many = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** `action on resource when condition`, one line for each permission, to compare sets. */
function permissionsOf({ functionsTemplate }: Cloud, functionName: string, policyName = 'needs'): string[] {
  const functions = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Function').values()];
  const found = functions.find(({ Properties }) => Properties['FunctionName'] === functionName);
  const roleId = /<(\w+)\.Arn>/.exec(textOf(found?.Properties['Role']))?.[1] ?? '';
  const role = resourcesOf(functionsTemplate, 'AWS::IAM::Role').get(roleId);
  const policies = (role?.Properties['Policies'] ?? []) as Policy[];
  const statements = policies
    .filter(({ PolicyName }) => PolicyName === policyName)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements.flatMap(linesOf).sort();
}

function linesOf({ Effect, Action, Resource, Condition }: Statement): string[] {
  expect(Effect).toBe('Allow');
  const when = Condition === undefined ? '' : ` when ${JSON.stringify(Condition)}`;
  const shortOf = (resource: unknown) =>
    resourceName(resource).replace(/(ChargeRole)[0-9A-F]{8}(?=\.Arn>)/, '$1');
  return many(Action).flatMap((action) => {
    return many(Resource).map((resource) => `${String(action)} on ${shortOf(resource)}${when}`);
  });
}

const sealed = (words: Record<string, string>, ...names: string[]) => {
  const entries = Object.entries(words).map(([name, word]) => [`kms:EncryptionContext:${name}`, word]);
  const keys = { 'kms:EncryptionContextKeys': [...Object.keys(words), ...names] };
  const condition = {
    StringEquals: Object.fromEntries(entries),
    'ForAllValues:StringEquals': keys,
    Null: { 'kms:EncryptionContextKeys': 'false' },
  };
  return ` when ${JSON.stringify(condition)}`;
};
const wholeCard = sealed({ purpose: 'card' }, 'merchantId', 'cardId');
const expiryOnly = sealed({ purpose: 'card', part: 'expiry' }, 'merchantId', 'cardId');
const schedulerArn = 'arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>';

const LEASE = ['dynamodb:DescribeTable on <Table.Arn>', 'dynamodb:GetItem on <Lease.Arn>'];

/** A second, handwritten definition of the grants of each need. */
const PERMISSIONS: Record<Need, string[]> = {
  'table:get': ['dynamodb:GetItem on <Table.Arn> ROWS'],
  'table:get-many': ['dynamodb:BatchGetItem on <Table.Arn> ROWS'],
  'table:query': ['dynamodb:Query on <Table.Arn> ROWS'],
  'table:put': ['dynamodb:PutItem on <Table.Arn> WRITTEN'],
  'table:update': ['dynamodb:UpdateItem on <Table.Arn> WRITTEN'],
  'index:list': ['dynamodb:Query on <Table.Arn>/index/list ROWS'],
  'index:status': ['dynamodb:Query on <Table.Arn>/index/status ROWS'],
  'index:lookup': ['dynamodb:Query on <Table.Arn>/index/lookup ROWS'],
  'index:second': ['dynamodb:Query on <Table.Arn>/index/second ROWS'],
  'index:due': ['dynamodb:Query on <Table.Arn>/index/due ROWS'],
  'card:seal': [`kms:Encrypt on <CardKey.Arn>${wholeCard}`, 'kms:GenerateMac on <FingerprintKey.Arn>'],
  'card:renew': [`kms:Encrypt on <CardKey.Arn>${expiryOnly}`],
  'card:open': [`kms:Decrypt on <CardKey.Arn>${wholeCard}`, `kms:Decrypt on <CardKey.Arn>${expiryOnly}`],
  acquirer: [
    ...LEASE,
    `kms:Decrypt on <SecretsKey.Arn>${sealed({ purpose: 'acquirer' }, 'merchantId', 'posId')}`,
  ],
  lease: LEASE,
  sign: [`kms:Decrypt on <SecretsKey.Arn>${sealed({ purpose: 'signing' }, 'merchantId')}`],
  'webhook:seal': [
    `kms:Encrypt on <SecretsKey.Arn>${sealed({ purpose: 'webhook' }, 'merchantId', 'webhookId')}`,
  ],
  'webhook:send': [
    `kms:Decrypt on <SecretsKey.Arn>${sealed({ purpose: 'webhook' }, 'merchantId', 'webhookId')}`,
  ],
  digest: ['kms:GenerateMac on <DigestKey.Arn>'],
  'merchant-key': ['kms:GenerateMac on <MerchantKey.Arn>'],
  'schedule:plan': [
    'iam:PassRole on <SchedulesChargeRole.Arn> when ' +
      '{"StringEquals":{"iam:PassedToService":"scheduler.amazonaws.com"}}',
    `scheduler:CreateSchedule on ${schedulerArn}:schedule/payment-sandbox/*`,
  ],
  'schedule:drop': [`scheduler:DeleteSchedule on ${schedulerArn}:schedule/payment-sandbox/*`],
};
/** That the patterns are right is shown by docs/permissions.md, and by the calls of the scenarios. */
const patternsOf = (row: RowKind) =>
  ROW_PARTITIONS.filter(({ word }) => word === row).map(({ pattern }) => pattern);
/** By hand: a declaration alone may not let functions write what operators write, or an index. */
const ONLY_READ: readonly RowKind[] = [
  'bin-list',
  'bin-ranges',
  'difference',
  'due',
  'due-charge',
  'due-delivery',
  'installment-caps',
  'agreement',
  'listed-api-key',
  'listed-card-page',
  'listed-page',
  'logo',
  'merchant',
  'merchant-name',
  'waiting-delivery',
];
const ROWS = [...new Set(ROW_PARTITIONS.map(({ word }) => word))];

function permissionsFor({ needs, rows, readsOnly = [] }: FunctionNeeds): string[] {
  const whenOn = (some: readonly RowKind[]) => {
    const condition = {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': some.flatMap(patternsOf) },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    };
    return `when ${JSON.stringify(condition)}`;
  };
  const written = rows.filter((row) => ![...ONLY_READ, ...readsOnly].includes(row));
  // CDK writes a statement once that two needs have.
  const lines = [...new Set(needs.flatMap((need) => PERMISSIONS[need]))];
  return lines.map((line) => line.replace('ROWS', whenOn(rows)).replace('WRITTEN', whenOn(written))).sort();
}

const NEEDS = Object.keys(PERMISSIONS) as Need[];

describe('grants of a role', () => {
  const rows: RowKind[] = ['payment', 'address-decline'];
  const single = NEEDS.map((need) => routeWith(`only-${need.replace(':', '-')}`, [need], { rows }));
  const all = routeWith('all', NEEDS, { rows: ROWS });
  const cloud = synthesize({}, tableWith([...single, routeWith('nothing', []), all]));

  test.each(NEEDS)('a row that needs only %s gets exactly its permissions', (need) => {
    const lines = permissionsOf(cloud, `payment-sandbox-api-only-${need.replace(':', '-')}`);
    expect(lines).toEqual(permissionsFor({ needs: [need], rows }));
  });

  test('a row without needs gets no permissions but its log', () => {
    expect(permissionsOf(cloud, 'payment-sandbox-api-nothing')).toEqual([]);
    expect(permissionsOf(cloud, 'payment-sandbox-api-nothing', 'log')).toHaveLength(2);
  });

  test('a row with all needs gets the sum of their permissions', () => {
    expect(permissionsOf(cloud, 'payment-sandbox-api-all')).toEqual(permissionsFor(all));
  });

  test('a row that uses the table without naming kinds of rows does not synthesise', () => {
    const boundless = routeWith('boundless', ['table:get'], { rows: [] });
    expect(() => synthesize({}, tableWith([boundless]))).toThrow('kinds of rows');
  });
});

describe('grants of the service', () => {
  const cloud = synthesize();

  test.each(functionsOf(ROUTE_TABLE))('$name has exactly the grants of its row', (fn) => {
    expect(permissionsOf(cloud, functionNameOf('sandbox', fn))).toEqual(permissionsFor(fn));
  });

  test('each function can write lines to streams with its own name only, in the group of its home', () => {
    for (const fn of functionsOf(ROUTE_TABLE)) {
      const name = functionNameOf('sandbox', fn);
      const logs = 'arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group';
      const group = `${logs}:/payment/sandbox/${fn.home}`;
      expect(permissionsOf(cloud, name, 'log')).toEqual([
        `logs:CreateLogStream on ${group}:*`,
        `logs:PutLogEvents on ${group}:log-stream:*/${name}[*`,
      ]);
    }
  });

  test('only scheduled functions but the canary can write to the dead-letter queue', () => {
    for (const fn of functionsOf(ROUTE_TABLE)) {
      const { name, kind } = fn;
      const lines = permissionsOf(cloud, functionNameOf('sandbox', fn), 'deadLetters');
      expect(lines.map((line) => line.split(' on ')[0])).toEqual(
        kind === 'scheduled' && name !== 'canary' ? ['sqs:SendMessage'] : [],
      );
    }
  });

  test('only rows with card:open can decrypt for the purpose card', () => {
    const roles = [...resourcesOf(cloud.functionsTemplate, 'AWS::IAM::Role')].filter(([, { Properties }]) => {
      const policies = (Properties['Policies'] ?? []) as Policy[];
      const texts = policies
        .flatMap((one) => one.PolicyDocument.Statement)
        .map((one) => JSON.stringify(one))
        .filter((text) => !text.includes('"Effect":"Deny"'));
      return texts.some((text) => /"kms:(Decrypt|ReEncrypt|\*)|"\*"/.test(text) && text.includes('CardKey'));
    });
    const opening = functionsOf(ROUTE_TABLE).filter(({ needs }) => needs.includes('card:open'));
    const names = opening.map(({ name }) => name.replaceAll('-', ''));
    expect(roles.map(([id]) => id.replace(/Role[0-9A-F]{8}$/, '')).sort()).toEqual(names.sort());
  });

  test("a role with every need stays below IAM's 10,240 characters of inline policies", () => {
    const all = routeWith('all', NEEDS, { rows: ROWS });
    const roles = resourcesOf(synthesize({}, tableWith([all])).functionsTemplate, 'AWS::IAM::Role');
    const sizes = [...roles.values()].map(
      ({ Properties }) => JSON.stringify(Properties['Policies'] ?? []).length,
    );
    expect(Math.max(...sizes)).toBeLessThan(8_000);
  });

  test('permissions exist only as inline policies of roles', () => {
    expect(resourcesOf(cloud.functionsTemplate, 'AWS::IAM::Policy').size).toBe(0);
    expect(resourcesOf(cloud.functionsTemplate, 'AWS::Lambda::Permission').size).toBe(0);
    expect(JSON.stringify(cloud.dataTemplate)).not.toContain('AWS::IAM::Role');
    // The permissions of the one role of the watch stack are tested in watch/merchant-watch.test.ts.
    expect(resourcesOf(cloud.watchTemplate, 'AWS::IAM::Role').size).toBe(1);
    expect(resourcesOf(cloud.watchTemplate, 'AWS::IAM::Policy').size).toBe(0);
  });
});

describe('roles that do not belong to a function', () => {
  const table = tableWith([]);
  const { functionsTemplate } = synthesize({}, table);
  const roleOf = (name: string) => {
    const roles = [...resourcesOf(functionsTemplate, 'AWS::IAM::Role')];
    const found = roles.find(([id]) => id.startsWith(name))?.[1].Properties;
    const policies = (found?.['Policies'] ?? []) as Policy[];
    const lines = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement.flatMap(linesOf)).sort();
    return { lines, trust: found?.['AssumeRolePolicyDocument'] as Trust };
  };

  test.each([
    [
      'ChargeRole',
      [/^lambda:.* on arn:.*:payment-sandbox-charge$/, /:payment-sandbox-charge:live$/],
      /\/payment-sandbox$/,
    ],
    ['Rolesweep', [/^lambda:InvokeFunction on <sweepFunctionLive\w+>$/], /\/<SchedulesBeat\w*>$/],
  ])('the Scheduler role %s can invoke one function, for schedules of one group', (name, invoked, group) => {
    const { lines, trust } = roleOf(`Schedules${name}`);
    expect(lines).toEqual([
      ...invoked.map((one) => expect.stringMatching(one)),
      expect.stringMatching(/^sqs:SendMessage on <SchedulesDeadLetters\w+\.Arn>$/),
    ]);
    const [{ Condition, ...statement }, ...others] = trust.Statement;
    expect(others).toEqual([]);
    expect(statement).toEqual({
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { Service: 'scheduler.amazonaws.com' },
    });
    const { 'aws:SourceAccount': account, 'aws:SourceArn': source, ...more } = Condition.StringEquals;
    expect([Object.keys(Condition), more]).toEqual([['StringEquals'], {}]);
    expect(textOf(account)).toBe('<AWS::AccountId>');
    expect(textOf(source)).toMatch(/^arn:<AWS::Partition>:scheduler:.*:schedule-group\/[^/]+$/);
    expect(textOf(source)).toMatch(group);
  });
});
