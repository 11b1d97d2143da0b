import { describe, expect, test } from 'vitest';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { INDEXES } from '../../../../lib/operator/table-indexes.ts';
import { EVERYTHING, onlyOf, resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';

const few = tableWith([]);
const sandboxCloud = synthesize({}, few);
const productionCloud = synthesize({ stage: 'production' }, few);
const [sandbox, production] = [sandboxCloud.dataTemplate, productionCloud.dataTemplate];
const everything = synthesize(EVERYTHING, few).dataTemplate;

/**
 * A changed id here causes a new, empty table, or a new key beside the one that encrypted our data. Migrate
 * the data before changing this list.
 */
const KEPT = [
  ['Table', 'AWS::DynamoDB::GlobalTable'],
  ['Lease', 'AWS::DynamoDB::GlobalTable'],
  ['CardKey', 'AWS::KMS::Key'],
  ['SecretsKey', 'AWS::KMS::Key'],
  ['FingerprintKey', 'AWS::KMS::Key'],
  ['DigestKey', 'AWS::KMS::Key'],
  ['MerchantKey', 'AWS::KMS::Key'],
  ['ScheduleGroup', 'AWS::Scheduler::ScheduleGroup'],
] as const;

describe('resources that must survive', () => {
  test('logical ids are fixed', () => {
    const resources = sandbox.toJSON()['Resources'] as Record<string, { Type: string }>;
    const kept = Object.entries(resources).filter(
      ([, { Type }]) => Type !== 'AWS::KMS::Alias' && Type !== 'AWS::SSM::Parameter',
    );
    expect(kept.map(([id, { Type }]) => [id, Type]).sort()).toEqual([...KEPT].map((one) => [...one]).sort());
    expect(resourcesOf(everything, 'AWS::EC2::EIP').has('EgressAddress')).toBe(true);
  });

  test.each(KEPT)('the resource %s is retained in production and deleted in a sandbox', (id, type) => {
    expect(resourcesOf(production, type).get(id)?.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(resourcesOf(sandbox, type).get(id)?.DeletionPolicy).toBe('Delete');
  });

  test('the egress address is retained in production', () => {
    expect(resourcesOf(everything, 'AWS::EC2::EIP').get('EgressAddress')?.DeletionPolicy).toBe(
      'RetainExceptOnCreate',
    );
  });
});

describe('DynamoDB table', () => {
  const Properties = resourcesOf(production, 'AWS::DynamoDB::GlobalTable').get('Table')?.Properties ?? {};
  const key = (partitionKey: string, sortKey: string) => [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ];

  test('the table has the shape that the functions use', () => {
    expect(Properties['KeySchema']).toEqual(key(TABLE_SHAPE.partitionKey, TABLE_SHAPE.sortKey));
    expect(Properties['TimeToLiveSpecification']).toEqual({
      AttributeName: TABLE_SHAPE.timeToLive,
      Enabled: true,
    });
    expect(Properties['GlobalSecondaryIndexes']).toEqual(
      INDEXES.map(({ name, partitionKey, sortKey, holds = [] }) => ({
        IndexName: name,
        KeySchema: key(partitionKey, sortKey),
        Projection:
          holds.length > 0
            ? { ProjectionType: 'INCLUDE', NonKeyAttributes: holds }
            : { ProjectionType: 'KEYS_ONLY' },
      })),
    );
  });

  test('the table is on demand, restorable to any second, and protected in production', () => {
    const replica = { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } };
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      Replicas: [{ ...replica, DeletionProtectionEnabled: true }],
    });
    sandbox.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      Replicas: [{ ...replica, DeletionProtectionEnabled: false }],
    });
  });
});

test('encryption keys rotate every year, and MAC keys never', () => {
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

test('every key has an alias with the stage', () => {
  const aliases = [...resourcesOf(sandbox, 'AWS::KMS::Alias').values()];
  expect(aliases.map(({ Properties }) => Properties['AliasName']).sort()).toEqual([
    'alias/payment-sandbox-cards',
    'alias/payment-sandbox-digests',
    'alias/payment-sandbox-fingerprints',
    'alias/payment-sandbox-merchants',
    'alias/payment-sandbox-secrets',
  ]);
});

test('calls to banks use HTTPS only, and the table is reached without the NAT gateways', () => {
  everything.hasResourceProperties('AWS::EC2::SecurityGroup', {
    SecurityGroupEgress: [{ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443, IpProtocol: 'tcp' }],
  });
  const withNetwork = synthesize({ fixedEgress: 'true', egressBy: 'gateway' }, few).dataTemplate;
  const { PolicyDocument } = onlyOf(withNetwork, 'AWS::EC2::VPCEndpoint').Properties;
  const { Statement } = PolicyDocument as { Statement: { Resource: unknown[] }[] };
  const table = 'arn:<AWS::Partition>:dynamodb:<AWS::Region>:<AWS::AccountId>:table/payment-sandbox';
  expect(Statement.map(({ Resource }) => Resource.map(textOf))).toEqual([
    [table, `${table}-lease`, `${table}/index/*`],
  ]);
  sandbox.resourceCountIs('AWS::EC2::VPC', 0);
});

test('NAT instances have the fixed addresses, an encrypted disk, and take HTTPS of functions only', () => {
  const { dataTemplate } = synthesize(
    { stage: 'production', fixedEgress: 'true', egressBy: 'instance' },
    few,
  );
  dataTemplate.resourceCountIs('AWS::EC2::NatGateway', 0);
  const instances = resourcesOf(dataTemplate, 'AWS::EC2::Instance');
  const associations = [...resourcesOf(dataTemplate, 'AWS::EC2::EIPAssociation').values()];
  expect(associations.map(({ Properties }) => textOf(Properties['AllocationId']))).toEqual([
    '<EgressAddress.AllocationId>',
    '<EgressAddress2.AllocationId>',
  ]);
  expect(associations.map(({ Properties }) => textOf(Properties['InstanceId']))).toEqual(
    [...instances.keys()].map((id) => `<${id}>`),
  );
  for (const { Properties } of instances.values()) {
    expect(Properties).toMatchObject({
      InstanceType: 't4g.nano',
      SourceDestCheck: false,
      BlockDeviceMappings: [{ Ebs: { Encrypted: true } }],
    });
  }
  const routes = [...resourcesOf(dataTemplate, 'AWS::EC2::Route').values()];
  const outwards = routes.flatMap(
    ({ Properties }) => textOf(Properties['InstanceId'] ?? '').match(/<.+>/) ?? [],
  );
  expect(outwards).toEqual([...instances.keys()].map((id) => `<${id}>`));
  const inwards = [...resourcesOf(dataTemplate, 'AWS::EC2::SecurityGroupIngress').values()];
  expect(inwards.map(({ Properties }) => [Properties['FromPort'], Properties['ToPort']])).toEqual([
    [443, 443],
  ]);
});

describe('names that functions with card numbers can look up', () => {
  const listOf = (name: string) =>
    [...resourcesOf(everything, 'AWS::Route53Resolver::FirewallDomainList').values()].find(
      ({ Properties }) => Properties['Name'] === `payment-production-${name}`,
    )?.Properties['Domains'] as unknown[];

  test('only the named banks and the endpoints of AWS that functions use exist for them', () => {
    expect(listOf('egress-hosts').map(textOf)).toEqual([
      'sanalpos.bank.example',
      'bank.execute-api.eu-central-1.amazonaws.com',
      ...['kms', 'dynamodb', 'scheduler', '*.ddb'].map((host) => `${host}.<AWS::Region>.<AWS::URLSuffix>`),
    ]);
    expect(listOf('other-hosts')).toEqual(['*']);
    const [group] = resourcesOf(everything, 'AWS::Route53Resolver::FirewallRuleGroup').values();
    const rules = group?.Properties['FirewallRules'] as { Priority: number; Action: string }[];
    expect(rules.map(({ Priority, Action }) => [Priority, Action])).toEqual([
      [100, 'ALLOW'],
      [200, 'BLOCK'],
    ]);
    everything.resourceCountIs('AWS::Route53Resolver::FirewallRuleGroupAssociation', 1);
    everything.resourceCountIs('AWS::Route53Resolver::ResolverQueryLoggingConfigAssociation', 1);
  });

  test('each function that calls a bank or gets card numbers is in the network, and no other', () => {
    const { functionsTemplate } = synthesize(EVERYTHING);
    const inside = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Function').values()]
      .filter(({ Properties }) => Properties['VpcConfig'] !== undefined)
      .map(({ Properties }) => String(Properties['FunctionName']))
      .map((name) => name.replace(/^payment-production-(?:api-|pay-)?/, ''));
    const limited = functionsOf(ROUTE_TABLE).filter(({ needs }) =>
      needs.some((need) => ['acquirer', 'card:open', 'card:seal'].includes(need)),
    );
    expect(inside.sort()).toEqual(limited.map(({ name }) => name).sort());
    expect(inside).toEqual(expect.arrayContaining(['card-create', 'charge', 'hosted-page-pay', 'sweep']));
  });

  test('every name can be looked up without bankHosts, and there may be no network at all', () => {
    sandbox.resourceCountIs('AWS::Route53Resolver::FirewallRuleGroup', 0);
    const fixed = synthesize({ fixedEgress: 'true', egressBy: 'gateway' }, few).dataTemplate;
    fixed.resourceCountIs('AWS::Route53Resolver::FirewallRuleGroup', 0);
  });
});

test('every stack of production is protected from deletion, and none of a sandbox', () => {
  const protectionOf = ({ data, service, watch }: typeof sandboxCloud) =>
    [data, service, watch].map(({ terminationProtection }) => terminationProtection);
  expect(protectionOf(productionCloud)).toEqual([true, true, true]);
  expect(protectionOf(sandboxCloud)).toEqual([false, false, false]);
});
