// Decisions that cannot be changed once cards are stored: the kind of table and keys and their copies in
// another Region, and whether an existing table, keys or addresses can be used by a new stack.
import { describe, expect, test } from 'vitest';
import {
  type Cloud,
  deploymentOf,
  type Options,
  onlyOf,
  type Resource,
  resourcesOf,
  synthesize,
  tableWith,
  textOf,
} from '../cloud.ts';
import { rolesOf } from '../permissions/iam-policy.ts';

const few = tableWith([]);
const production = synthesize({ stage: 'production' }, few);
const KEYS = ['card', 'secrets', 'fingerprint', 'digest', 'merchant'];
const arnOf = (name: string, region = 'eu-central-1') => `arn:aws:kms:${region}:111111111111:key/mrk-${name}`;
const arnsOf = (region?: string) => KEYS.map((name) => `${name}=${arnOf(name, region)}`).join(',');
const tablesIn = ({ dataTemplate }: Pick<Cloud, 'dataTemplate'>) =>
  [...resourcesOf(dataTemplate, 'AWS::DynamoDB::GlobalTable')].map(([id, table]) => ({ ...table, id }));
const isLease = ({ Properties }: Resource) => String(Properties['TableName']).endsWith('lease');
const tableIn = (cloud: Pick<Cloud, 'dataTemplate'>) =>
  tablesIn(cloud).find((table) => !isLease(table)) as Resource & { DependsOn?: string[] };
const leaseTableIn = (cloud: Pick<Cloud, 'dataTemplate'>) => tablesIn(cloud).find(isLease);

describe('before the first card', () => {
  test('every key can be replicated to another Region, the HMAC keys too', () => {
    const keys = [...resourcesOf(production.dataTemplate, 'AWS::KMS::Key').values()];
    expect(keys.map(({ Properties }) => Properties['MultiRegion'])).toEqual(KEYS.map(() => true));
  });

  test('the table is a global one with a stream of old and new rows', () => {
    expect(tableIn(production).Properties).toMatchObject({
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      Replicas: [{ Region: { Ref: 'AWS::Region' } }],
    });
  });

  test('a first deployment that fails does so before the protected table exists', () => {
    const all = Object.entries(
      production.dataTemplate.toJSON()['Resources'] as Record<string, { DependsOn?: string[] }>,
    );
    // The parameter contains the stream of the table.
    const others = all.map(([id]) => id).filter((id) => id !== 'Table' && !id.startsWith('TableStream'));
    expect(tableIn(production).DependsOn?.sort()).toEqual(others.sort());
  });
});

describe('a second Region', () => {
  const cloud = synthesize({ stage: 'production', standbyRegions: 'eu-west-1,eu-west-3' }, few);

  test('the table has a replica there, protected and restorable like the first', () => {
    const replica = {
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    };
    expect(tableIn(cloud).Properties['Replicas']).toEqual([
      { Region: { Ref: 'AWS::Region' }, ...replica },
      { Region: 'eu-west-1', ...replica },
    ]);
  });

  test('the lease is decided by three Regions, of which one may fail, and the standby uses the same', () => {
    expect(leaseTableIn(production)?.Properties).toMatchObject({ TableName: 'payment-production-lease' });
    expect(leaseTableIn(cloud)?.Properties).toMatchObject({
      TableName: 'payment-production-region-lease',
      Replicas: [{ Region: { Ref: 'AWS::Region' } }, { Region: 'eu-west-1' }],
      GlobalTableWitnesses: [{ Region: 'eu-west-3' }],
      MultiRegionConsistency: 'STRONG',
    });
    const standby = synthesize(
      { stage: 'live-standby', keyArns: arnsOf('eu-west-1'), tableName: 'payment-production' },
      few,
    );
    expect(leaseTableIn(standby)).toBeUndefined();
    const { settings } = rolesOf(standby, 'live-standby').get('sweep') ?? {};
    expect(settings?.['LEASE_TABLE_NAME']).toBe('payment-production-region-lease');
  });

  test('a standby there has replicas of the keys, for its own functions, and the table by name', () => {
    const standby = synthesize(
      { stage: 'live-standby', keyArns: arnsOf('eu-west-1'), tableName: 'payment-production' },
      few,
    );
    const replicas = [...resourcesOf(standby.dataTemplate, 'AWS::KMS::ReplicaKey').values()];
    expect(replicas.map(({ Properties }) => Properties['PrimaryKeyArn'])).toEqual(
      KEYS.map((name) => arnOf(name, 'eu-west-1')),
    );
    expect(JSON.stringify(replicas[0]?.Properties['KeyPolicy'])).toContain('payment-live-standby-charge');
    expect(replicas.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(
      KEYS.map(() => 'RetainExceptOnCreate'),
    );
    standby.dataTemplate.resourceCountIs('AWS::KMS::Key', 0);
    standby.dataTemplate.resourceCountIs('AWS::KMS::Alias', KEYS.length);
    const charge = rolesOf(standby, 'live-standby').get('charge');
    expect(charge?.settings).toMatchObject({
      TABLE_NAME: 'payment-production',
      CARD_KEY_ID: '<CardKeyReplica.Arn>',
    });
  });
});

describe('existing resources are used by name', () => {
  const existing: Options = {
    stage: 'production',
    tableName: 'payment-production-restored',
    keyArns: arnsOf(),
    fixedEgress: 'eipalloc-1,eipalloc-2',
  };
  const cloud = synthesize(existing, few);

  test('an existing table is not created a second time; functions and backups use it', () => {
    expect(tablesIn(cloud).map(isLease)).toEqual([true]);
    const charge = rolesOf(cloud, 'production').get('charge');
    expect(charge?.settings['TABLE_NAME']).toBe('payment-production-restored');
    const inRoles = JSON.stringify(
      resourcesOf(cloud.serviceTemplate, 'AWS::IAM::Role').get('chargeRole1D6EC3F5'),
    );
    expect(inRoles).toContain(':table/payment-production-restored');
    const selection = onlyOf(cloud.backupTemplate, 'AWS::Backup::BackupSelection');
    const { Resources } = selection.Properties['BackupSelection'] as { Resources: unknown[] };
    expect(Resources.map(textOf)).toEqual([expect.stringMatching(/:table\/payment-production-restored$/)]);
  });

  test('an existing table is watched by alarms and dashboard', () => {
    const watched = JSON.stringify(cloud.watchTemplate.toJSON());
    expect(watched).toContain('"Name":"TableName","Value":"payment-production-restored"');
    expect(watched).not.toContain('"Name":"TableName","Value":"payment-production"');
    expect(watched).not.toContain('\\"TableName\\",\\"payment-production\\"');
  });

  test('an existing table can replace another in a running stage: no stack exports it', () => {
    const exported = Object.values(production.dataTemplate.findOutputs('*')).map((one) =>
      JSON.stringify(one),
    );
    expect(exported.filter((one) => one.includes('Table'))).toEqual([]);
  });

  test('existing keys are not created a second time, and functions use them', () => {
    cloud.dataTemplate.resourceCountIs('AWS::KMS::Key', 0);
    expect(rolesOf(cloud, 'production').get('charge')?.settings).toMatchObject({
      CARD_KEY_ID: arnOf('card'),
      DIGEST_KEY_ID: arnOf('digest'),
    });
  });

  test('existing addresses stay: the NAT gateways keep those that banks allow', () => {
    const gateways = [...resourcesOf(cloud.dataTemplate, 'AWS::EC2::NatGateway').values()];
    expect(gateways.map(({ Properties }) => Properties['AllocationId'])).toEqual([
      'eipalloc-1',
      'eipalloc-2',
    ]);
    cloud.dataTemplate.resourceCountIs('AWS::EC2::EIP', 0);
  });

  test.each([
    [{ keyArns: `card=${arnOf('card')}` }, 'keyArns: names not each of card, secrets'],
    [{ keyArns: 'card=arn:aws:kms' }, 'keyArns: is not a list of keys'],
    [{ keyArns: arnsOf().replace('eu-central-1', 'eu-west-1') }, 'keyArns: has keys of several Regions'],
    [{ tableName: 'payment-sandbox' }, 'tableName: a sandbox deletes'],
    [{ tableName: 'other', standbyRegions: 'eu-west-1,eu-west-3' }, 'standbyRegions: an existing table'],
    [{ standbyRegions: 'Ireland,Paris' }, 'standbyRegions: is not two Regions'],
    [{ standbyRegions: 'eu-west-1' }, 'standbyRegions: is not two Regions'],
    [{ standbyRegions: 'eu-west-1,eu-west-1' }, 'standbyRegions: names one Region twice'],
    [{ fixedEgress: 'eipalloc-1,eipalloc-2' }, 'fixedEgress: as many'],
    [{ fixedEgress: 'address' }, 'fixedEgress: '],
    [
      { backupVaultArn: 'arn:aws:backup:eu-central-1:222222222222:backup-vault:v' },
      'backupVaultArn: a sandbox has no backup',
    ],
  ])('a deployment with %o is refused', (options, message) => {
    expect(() => deploymentOf(options)).toThrow(message);
  });

  test('a version of a key that is in use and not named is refused', () => {
    const options = { stage: 'production', keyArns: arnsOf(), keyVersions: 'digest=2+1' };
    expect(() => synthesize(options, few)).toThrow('keyArns: digest-2 is in use and not named');
  });
});

describe('backups', () => {
  const vaultArn = 'arn:aws:backup:eu-central-1:222222222222:backup-vault:payments';
  const small = { profile: 'small', backupVaultArn: vaultArn };
  const template = synthesize(small, few).backupTemplate;

  const ruleOf = (ScheduleExpression: string, Lifecycle: object) => ({
    ScheduleExpression,
    Lifecycle,
    CopyActions: [{ DestinationBackupVaultArn: vaultArn, Lifecycle }],
  });
  // AWS refuses a copy that leaves cold storage before 90 days, and one for longer than the lock allows.
  const MONTHLY = { MoveToColdStorageAfterDays: 7, DeleteAfterDays: 97 };

  test('copies of days, Sundays and months stay in a vault from which no caller can delete them', () => {
    const vault = onlyOf(template, 'AWS::Backup::BackupVault');
    expect(vault.Properties['LockConfiguration']).toEqual({
      MinRetentionDays: 2,
      MaxRetentionDays: 120,
      ChangeableForDays: 7,
    });
    expect(vault.DeletionPolicy).toBe('RetainExceptOnCreate');
    const plan = onlyOf(template, 'AWS::Backup::BackupPlan');
    const { BackupPlanRule } = plan.Properties['BackupPlan'] as { BackupPlanRule: object[] };
    expect(BackupPlanRule).toMatchObject([
      ruleOf('cron(0 1 ? * MON-SAT *)', { DeleteAfterDays: 7 }),
      ruleOf('cron(0 1 ? * SUN *)', { DeleteAfterDays: 28 }),
      ruleOf('cron(0 13 1 * ? *)', MONTHLY),
    ]);
  });

  test.each([
    ['small', 7],
    ['production', 2],
  ])('%s keeps its copies by its size, under a lock that suits all', (profile, days) => {
    const { backupTemplate } = synthesize({ profile }, few);
    if (backupTemplate === undefined) throw new Error('Production has no backup.');
    const vault = onlyOf(backupTemplate, 'AWS::Backup::BackupVault');
    // The lock can never be changed, so a stage that grows needs the same one.
    expect(vault.Properties['LockConfiguration']).toMatchObject({ MinRetentionDays: 2 });
    const plan = onlyOf(backupTemplate, 'AWS::Backup::BackupPlan').Properties['BackupPlan'];
    expect((plan as { BackupPlanRule: object[] }).BackupPlanRule).toMatchObject([
      { Lifecycle: { DeleteAfterDays: days } },
      { Lifecycle: { DeleteAfterDays: 4 * days } },
      { Lifecycle: MONTHLY },
    ]);
  });

  test('a sandbox has no backup', () => {
    expect(synthesize({}, few).backupTemplate).toBeUndefined();
  });
});

describe('a fixed egress', () => {
  const network = (options: Options) => synthesize({ fixedEgress: 'true', ...options }, few).dataTemplate;

  test('production stays connected if one zone fails: two gateways, addresses and routes', () => {
    const template = network({ stage: 'production' });
    template.resourceCountIs('AWS::EC2::NatGateway', 2);
    expect([...resourcesOf(template, 'AWS::EC2::EIP').keys()]).toEqual(['EgressAddress', 'EgressAddress2']);
    const routes = [...resourcesOf(template, 'AWS::EC2::Route').values()].flatMap(
      ({ Properties }) => Properties['NatGatewayId'] ?? [],
    );
    expect(new Set(routes.map(textOf)).size).toBe(2);
    for (const [options, servers] of [
      [{}, 1],
      [{ profile: 'small' }, 1],
      [{ bankHosts: 'pos.bank.example' }, 0],
    ] as const) {
      const other = network(options);
      other.resourceCountIs('AWS::EC2::Instance', servers);
      other.resourceCountIs('AWS::EC2::NatGateway', 1 - servers);
    }
  });
});
