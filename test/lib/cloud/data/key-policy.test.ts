// Evaluates the policies of the KMS keys as KMS does and compares them with the roles of the functions.
import { describe, expect, test } from 'vitest';
import { CHANGING } from '../../../../lib/cloud/data/key-policy.ts';
import { BREAK_GLASS, OPERATOR, type Options, ROLES, resourcesOf, synthesize, tableWith } from '../cloud.ts';
import { type Grant, isAllowed, readStatements, rolesOf } from '../permissions/iam-policy.ts';

const account = 'arn:<AWS::Partition>:iam::<AWS::AccountId>:role';
const deployRole = `${account}/cdk-hnb659fds-cfn-exec-role-<AWS::AccountId>-<AWS::Region>`;
const operator = `${account}/payment-production-operator`;
const breakGlass = `${account}/payment-production-break-glass`;
const strangers = [
  `${account}/Administrator`,
  `${account}/payment-production-charge-2`,
  'arn:<AWS::Partition>:iam::<AWS::AccountId>:root',
  'arn:<AWS::Partition>:iam::<AWS::AccountId>:user/someone',
];

const few = tableWith([]);

type KeyPolicy = { Statement: Record<string, unknown>[] };

function policiesOf(options: Options, table?: typeof few) {
  const keys = [...resourcesOf(synthesize(options, table).dataTemplate, 'AWS::KMS::Key')];
  const read = ({ Statement }: KeyPolicy) => readStatements(Statement);
  return new Map(keys.map(([id, { Properties }]) => [id, read(Properties['KeyPolicy'] as KeyPolicy)]));
}

type Asked = { action: string; by: string; purpose?: string };
function mayCall(policy: readonly Grant[], { action, by, purpose }: Asked): boolean {
  const context = {
    'aws:PrincipalArn': [by],
    ...(purpose !== undefined && { 'kms:EncryptionContext:purpose': [purpose] }),
  };
  return isAllowed(policy, { action, resource: '*', context });
}

const PURPOSES: Record<string, readonly (string | undefined)[]> = {
  CardKey: ['card'],
  SecretsKey: ['acquirer', 'signing', 'webhook'],
};
const purposesOf = (key: string) => PURPOSES[key] ?? [undefined];
const USES = [
  'Encrypt',
  'Decrypt',
  'ReEncryptFrom',
  'ReEncryptTo',
  'GenerateDataKey',
  'GenerateMac',
  'VerifyMac',
];
const OTHER_USES = [
  ...USES.slice(2, 5),
  'VerifyMac',
  'Sign',
  'DeriveSharedSecret',
  'CreateGrant',
  'ReplicateKey',
];

const production = policiesOf({ stage: 'production' });
const keys = [...production.keys()];

/** Returns every use of a key that the policies allow to a caller, as `Decrypt SecretsKey acquirer`. */
function usesOf(policies: typeof production, by: string): string[] {
  const asked = [...policies].flatMap(([key, policy]) =>
    USES.flatMap((use) => purposesOf(key).map((purpose) => ({ key, policy, use, purpose }))),
  );
  return asked
    .filter(({ policy, use, purpose }) =>
      mayCall(policy, { action: `kms:${use}`, by, ...(purpose && { purpose }) }),
    )
    .map(({ key, use, purpose }) => [use, key, purpose].filter(Boolean).join(' '))
    .sort();
}

const roles = [...rolesOf(synthesize({ stage: 'production' }), 'production').values()];

/** Returns the same uses, as the role's own grants name them. */
function granted(role: (typeof roles)[number]): string[] {
  const uses = Object.values(role.grants).flatMap((grants) =>
    grants.flatMap(({ effect, action, resource, conditions }) => {
      const key = /^<(\w+Key)\.Arn>$/.exec(resource)?.[1];
      if (key === undefined || effect === 'Deny') return [];
      const purpose = conditions.find((one) => one.key === 'kms:EncryptionContext:purpose')?.values[0];
      return [[action.replace('kms:', ''), key, purpose].filter(Boolean).join(' ')];
    }),
  );
  return [...new Set(uses)].sort();
}

describe('use of the keys', () => {
  test.each(roles)('the key policies allow $functionName exactly what its role grants', (role) => {
    expect(usesOf(production, `${account}/${role.roleName}`)).toEqual(granted(role));
  });

  test.each(strangers)('the principal %s can use no key, even if its IAM policies allow it', (by) => {
    expect(usesOf(production, by)).toEqual([]);
  });

  test('operators can seal secrets, read virtual POS settings and digest API keys, not decrypt cards', () => {
    expect(usesOf(production, operator)).toEqual([
      'Decrypt SecretsKey acquirer',
      'Encrypt SecretsKey acquirer',
      'Encrypt SecretsKey signing',
      'GenerateMac DigestKey',
      'GenerateMac MerchantKey',
    ]);
  });

  test('break-glass and CloudFormation end or configure keys and use none', () => {
    expect(usesOf(production, breakGlass)).toEqual([]);
    expect(usesOf(production, deployRole)).toEqual([]);
  });

  test('no caller can re-encrypt, derive, verify or grant the use to others', () => {
    const everyone = [...strangers, deployRole, operator, breakGlass, `${account}/payment-sandbox-charge`];
    for (const policies of [production, policiesOf({})]) {
      for (const policy of policies.values()) {
        const allowed = everyone.flatMap((by) =>
          OTHER_USES.filter((use) => mayCall(policy, { action: `kms:${use}`, by })),
        );
        expect(allowed).toEqual([]);
      }
    }
  });

  test('roles that an option names take the place of those that production makes', () => {
    const named = policiesOf({ stage: 'production', ...ROLES });
    expect(usesOf(named, OPERATOR)).toEqual(usesOf(production, operator));
    expect(usesOf(named, operator)).toEqual([]);
    const policy = named.get('CardKey') ?? [];
    const mayEnd = (by: string) => mayCall(policy, { action: 'kms:ScheduleKeyDeletion', by });
    expect([BREAK_GLASS, breakGlass].map(mayEnd)).toEqual([true, false]);
  });

  test('a sandbox without an operator role leaves only the uses of operators to the IAM policies', () => {
    expect(usesOf(policiesOf({}), `${account}/Administrator`)).toEqual([
      'Decrypt SecretsKey acquirer',
      'Encrypt SecretsKey acquirer',
      'Encrypt SecretsKey signing',
      'GenerateMac DigestKey',
      'GenerateMac MerchantKey',
    ]);
    expect(usesOf(policiesOf({ roleArns: `operator=${OPERATOR}` }, few), `${account}/Administrator`)).toEqual(
      [],
    );
  });
});

describe('end of a key', () => {
  const others = [...strangers, operator, `${account}/payment-production-sweep`];

  test.each(keys)(
    '%s: only break-glass can end it, only break-glass and deployments change its policy',
    (key) => {
      const policy = production.get(key) ?? [];
      const allowed = (by: string) => CHANGING.filter((action) => mayCall(policy, { action, by }));
      for (const by of others) expect(allowed(by)).toEqual([]);
      expect(allowed(breakGlass)).toEqual(CHANGING);
      expect(allowed(deployRole)).toEqual(['kms:PutKeyPolicy']);
    },
  );

  test('a deletion can be cancelled and a key enabled again by anyone whose IAM policy allows it', () => {
    for (const policy of production.values()) {
      for (const action of ['kms:CancelKeyDeletion', 'kms:EnableKey', 'kms:DescribeKey']) {
        expect(mayCall(policy, { action, by: `${account}/Administrator` })).toBe(true);
      }
    }
  });

  test('a sandbox can be destroyed by CloudFormation, with and without a break-glass role', () => {
    for (const options of [{}, { roleArns: `break-glass=${BREAK_GLASS}` }]) {
      for (const policy of policiesOf(options, few).values()) {
        expect(mayCall(policy, { action: 'kms:ScheduleKeyDeletion', by: deployRole })).toBe(true);
      }
    }
  });
});

describe('versions of the HMAC keys', () => {
  const options = { stage: 'production', keyVersions: 'digest=3+2,merchant=1+2' };
  const cloud = synthesize(options, few);
  const policies = policiesOf(options, few);
  const authorizer = `${account}/payment-production-authorizer`;
  const users = (key: string) =>
    mayCall(policies.get(key) ?? [], { action: 'kms:GenerateMac', by: authorizer });

  test('each listed version has a key, and a retired one stays without users', () => {
    expect([...policies.keys()].filter((key) => /^(Digest|Merchant)/.test(key)).sort()).toEqual([
      'DigestKey',
      'DigestKeyV2',
      'DigestKeyV3',
      'MerchantKey',
      'MerchantKeyV2',
    ]);
    expect(users('DigestKey')).toBe(false);
    for (const key of ['DigestKeyV2', 'DigestKeyV3', 'MerchantKey', 'MerchantKeyV2'])
      expect(users(key)).toBe(true);
    const ofRetired = policies.get('DigestKey') ?? [];
    expect(mayCall(ofRetired, { action: 'kms:GenerateMac', by: operator })).toBe(false);
    expect(mayCall(ofRetired, { action: 'kms:ScheduleKeyDeletion', by: deployRole })).toBe(false);
  });

  test('functions get the versions in order, and the roles exactly these keys', () => {
    const role = rolesOf(cloud, 'production').get('authorizer');
    expect(role?.settings['DIGEST_KEY_ID']).toBe('3=<DigestKeyV3.Arn> 2=<DigestKeyV2.Arn>');
    expect(role?.settings['MERCHANT_KEY_ID']).toBe('1=<MerchantKey.Arn> 2=<MerchantKeyV2.Arn>');
    const macs = Object.values(role?.grants ?? {}).flatMap((grants) =>
      grants.filter(({ action }) => action === 'kms:GenerateMac').map(({ resource }) => resource),
    );
    expect(macs.sort()).toEqual(
      ['DigestKeyV2', 'DigestKeyV3', 'MerchantKey', 'MerchantKeyV2'].map((key) => `<${key}.Arn>`),
    );
  });

  test('the export of a key does not depend on its users, so no deployment waits for another', () => {
    const exported = (one: typeof cloud) =>
      Object.values(one.dataTemplate.findOutputs('*')).map((output) => JSON.stringify(output['Value']));
    const key = (id: string) => JSON.stringify({ 'Fn::GetAtt': [id, 'Arn'] });
    expect(exported(cloud)).toContain(key('DigestKey'));
    expect(exported(synthesize({}, few))).toContain(key('DigestKey'));
  });
});

test("a key policy stays below KMS's 32 KB", () => {
  const templates = resourcesOf(synthesize({ stage: 'production' }).dataTemplate, 'AWS::KMS::Key');
  const sizes = [...templates.values()].map(
    ({ Properties }) => JSON.stringify(Properties['KeyPolicy']).length,
  );
  expect(Math.max(...sizes)).toBeLessThan(16_000);
});

describe('replicas of the keys', () => {
  const replicate = (options: Options, by: string, region: string) =>
    [...policiesOf(options, few).values()].map((policy) => {
      const context = { 'aws:PrincipalArn': [by], 'kms:ReplicaRegion': [region] };
      return isAllowed(policy, { action: 'kms:ReplicateKey', resource: '*', context });
    });
  const inReplica = deployRole.replace('<AWS::Region>', 'eu-west-1');
  const options = { stage: 'production', standbyRegions: 'eu-west-1,eu-west-3' };

  test('replicas can be created by deployments of the second Region only, and only there', () => {
    expect(replicate(options, inReplica, 'eu-west-1')).toEqual(keys.map(() => true));
    expect(replicate(options, inReplica, 'eu-west-2')).toEqual(keys.map(() => false));
    for (const by of [...strangers, operator, breakGlass, deployRole]) {
      expect(replicate(options, by, 'eu-west-1')).toEqual(keys.map(() => false));
    }
  });

  test('replicas can be created by no caller without a second Region', () => {
    for (const by of [inReplica, deployRole, ...strangers])
      expect(replicate({ stage: 'production' }, by, 'eu-west-1')).toEqual(keys.map(() => false));
  });
});
