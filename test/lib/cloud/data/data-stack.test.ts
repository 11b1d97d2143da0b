import { describe, expect, test } from 'vitest';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { EVERYTHING, resourcesOf, synthesize, tableWith } from '../cloud.ts';

const few = tableWith([]);
const small = synthesize({}, few);
const whole = synthesize({ stage: 'production' }, few);
const [sandbox, production] = [small.dataTemplate, whole.dataTemplate];
const everything = synthesize(EVERYTHING, few).dataTemplate;

/**
 * A changed id here is a new, empty table or a new key beside one that sealed what we hold. Whoever changes
 * this list moves data first.
 */
const KEPT = [
  ['Table', 'AWS::DynamoDB::Table'],
  ['CardKey', 'AWS::KMS::Key'],
  ['SecretsKey', 'AWS::KMS::Key'],
  ['FingerprintKey', 'AWS::KMS::Key'],
  ['DigestKey', 'AWS::KMS::Key'],
  ['MerchantKey', 'AWS::KMS::Key'],
  ['ScheduleGroup', 'AWS::Scheduler::ScheduleGroup'],
] as const;

describe('what must survive', () => {
  test('keeps its logical ids', () => {
    const resources = sandbox.toJSON()['Resources'] as Record<string, { Type: string }>;
    const kept = Object.entries(resources).filter(([, { Type }]) => Type !== 'AWS::KMS::Alias');
    expect(kept.map(([id, { Type }]) => [id, Type]).sort()).toEqual([...KEPT].map((one) => [...one]).sort());
    expect(resourcesOf(everything, 'AWS::EC2::EIP').has('EgressAddress')).toBe(true);
  });

  test.each(KEPT)('%s stays when the production stack is deleted, and goes with a sandbox', (id, type) => {
    expect(resourcesOf(production, type).get(id)?.DeletionPolicy).toBe('Retain');
    expect(resourcesOf(sandbox, type).get(id)?.DeletionPolicy).toBe('Delete');
  });

  test('the address that banks know stays too', () => {
    expect(resourcesOf(everything, 'AWS::EC2::EIP').get('EgressAddress')?.DeletionPolicy).toBe('Retain');
  });
});

describe('the table', () => {
  const Properties = resourcesOf(production, 'AWS::DynamoDB::Table').get('Table')?.Properties ?? {};
  const key = (partitionKey: string, sortKey: string) => [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ];

  test('has the shape the functions query by', () => {
    expect(Properties['KeySchema']).toEqual(key(TABLE_SHAPE.partitionKey, TABLE_SHAPE.sortKey));
    expect(Properties['TimeToLiveSpecification']).toEqual({
      AttributeName: TABLE_SHAPE.timeToLive,
      Enabled: true,
    });
    expect(Properties['GlobalSecondaryIndexes']).toEqual(
      Object.entries(TABLE_SHAPE.indexes).map(([IndexName, { partitionKey, sortKey }]) => ({
        IndexName,
        KeySchema: key(partitionKey, sortKey),
        Projection: { ProjectionType: 'ALL' },
      })),
    );
  });

  test('is billed on demand, restorable to any second, and cannot be deleted in production', () => {
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
    sandbox.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: false });
  });
});

test('sealing keys rotate every year; MAC keys cannot, or nothing would be found again', () => {
  const keys = resourcesOf(sandbox, 'AWS::KMS::Key');
  for (const id of ['CardKey', 'SecretsKey']) {
    expect(keys.get(id)?.Properties).toMatchObject({ EnableKeyRotation: true, RotationPeriodInDays: 365 });
    expect(keys.get(id)?.Properties['KeySpec'] ?? 'SYMMETRIC_DEFAULT').toBe('SYMMETRIC_DEFAULT');
  }
  for (const id of ['FingerprintKey', 'DigestKey', 'MerchantKey']) {
    expect(keys.get(id)?.Properties).toMatchObject({ KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' });
    expect(keys.get(id)?.Properties['EnableKeyRotation'] ?? false).toBe(false);
  }
});

test('every key has a name that people and consoles know', () => {
  const aliases = [...resourcesOf(sandbox, 'AWS::KMS::Alias').values()];
  expect(aliases.map(({ Properties }) => Properties['AliasName']).sort()).toEqual([
    'alias/payment-sandbox-cards',
    'alias/payment-sandbox-digests',
    'alias/payment-sandbox-fingerprints',
    'alias/payment-sandbox-merchants',
    'alias/payment-sandbox-secrets',
  ]);
});

test('calls to banks leave from one address, over HTTPS only, and the table is reached beside it', () => {
  everything.resourceCountIs('AWS::EC2::NatGateway', 1);
  everything.hasResourceProperties('AWS::EC2::SecurityGroup', {
    SecurityGroupEgress: [{ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443, IpProtocol: 'tcp' }],
  });
  everything.resourceCountIs('AWS::EC2::VPCEndpoint', 1);
  sandbox.resourceCountIs('AWS::EC2::VPC', 0);
});

test('the production stack of the data cannot be deleted by accident', () => {
  expect(whole.data.terminationProtection).toBe(true);
  expect(small.data.terminationProtection).toBe(false);
});
