// The policies of the KMS keys. IAM policies of the account allow a use, and these policies deny it to all
// roles except the named ones, administrators included. Conditions, not principals, name the roles by ARN:
// KMS refuses a principal that does not exist yet, and the roles of the functions are created after the keys.
import { Aws, Stack } from 'aws-cdk-lib';
import {
  AccountPrincipal,
  AccountRootPrincipal,
  AnyPrincipal,
  Effect,
  PolicyDocument,
  PolicyStatement,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { type DeployedFunction, functionNameOf } from '../function/deployed-function.ts';
import { type KeyAction, type KeyName, type KeyUse, keyUsesOf, OPERATOR_USES } from '../key-uses.ts';
import { breakGlassArnOf, operatorArnOf, roleArnOf } from '../own-roles.ts';

/** Every action that uses key material, and `CreateGrant`, which could allow such use to others. */
const USING: readonly string[] = [
  'kms:Encrypt',
  'kms:Decrypt',
  'kms:ReEncrypt*',
  'kms:GenerateDataKey*',
  'kms:GenerateMac',
  'kms:VerifyMac',
  'kms:Sign',
  'kms:Verify',
  'kms:DeriveSharedSecret',
  'kms:CreateGrant',
];
const REPLICATE = 'kms:ReplicateKey';
/** Actions that end a key or change who may use it. The actions that undo these are not denied. */
export const CHANGING: readonly string[] = [
  'kms:PutKeyPolicy',
  'kms:ScheduleKeyDeletion',
  'kms:DisableKey',
  'kms:DisableKeyRotation',
  'kms:DeleteImportedKeyMaterial',
  'kms:ImportKeyMaterial',
  'kms:UpdatePrimaryRegion',
];

type KeyUser = { roleArn: string; uses: readonly KeyUse[] };
type Purpose = string | undefined;

export type KeyPolicyPlan = {
  deployment: Pick<
    Deployment,
    'stage' | 'production' | 'operatorRoleArn' | 'breakGlassRoleArn' | 'replicaRegion'
  >;
  functions: readonly Pick<DeployedFunction, 'name' | 'home' | 'needs'>[];
};

export function keyPolicy(scope: Construct, key: KeyName, plan: KeyPolicyPlan): PolicyDocument {
  const use = denyUse(key, plan);
  const rest = [...denyReplicas(scope, plan), ...denyChange(scope, plan)];
  return new PolicyDocument({ statements: [accountAllows(), ...use, ...rest] });
}

/**
 * The policy of a key in an account of its own (docs/adr/0018): that account administers the key and uses
 * it for nothing, and the service's account may only use it, by the roles that the deployment names.
 */
export function policyInOwnAccount(key: KeyName, plan: KeyPolicyPlan, keysAccount: string): PolicyDocument {
  const uses = usersOf(plan).flatMap((user) => user.uses.filter((use) => use.key === key));
  const actions = [...new Set(uses.map(({ action }) => action)), 'kms:DescribeKey'].sort();
  const statements = [
    new PolicyStatement({
      sid: 'OwnAccountAdministers',
      principals: [new AccountPrincipal(keysAccount)],
      actions: ['kms:*'],
      resources: ['*'],
    }),
    new PolicyStatement({
      sid: 'ServiceUses',
      principals: [new AccountRootPrincipal()],
      actions,
      resources: ['*'],
    }),
    ...denyUse(key, plan),
    deny('ReplicateByNobody', [REPLICATE]),
  ];
  return new PolicyDocument({ statements });
}

/**
 * Denies replicas, except in the second Region by its own deployments, which set a policy like this one
 * there.
 */
function denyReplicas(scope: Construct, { deployment }: KeyPolicyPlan): PolicyStatement[] {
  const { replicaRegion } = deployment;
  if (replicaRegion === undefined) return [deny('ReplicateByNobody', [REPLICATE])];
  const elsewhere = { StringNotEquals: { 'kms:ReplicaRegion': replicaRegion } };
  return [
    deny('ReplicateByDeployment', [REPLICATE], unless([cloudFormationRoleArn(scope, replicaRegion)])),
    deny('ReplicateToOneRegion', [REPLICATE], elsewhere),
  ];
}

/** The policy of a retired version: no function uses it any more. */
export function retiredKeyPolicy(scope: Construct, plan: KeyPolicyPlan): PolicyDocument {
  const statements = [
    accountAllows(),
    deny('UseByNobody', [...USING, REPLICATE]),
    ...denyChange(scope, plan),
  ];
  return new PolicyDocument({ statements });
}

/** KMS's default statement: IAM policies of the account decide, within the limits of the deny statements. */
function accountAllows(): PolicyStatement {
  const principals = [new AccountRootPrincipal()];
  return new PolicyStatement({ sid: 'AccountAllows', principals, actions: ['kms:*'], resources: ['*'] });
}

function usersOf({ deployment, functions }: KeyPolicyPlan): KeyUser[] {
  const ofFunctions = functions.map((fn) => ({
    roleArn: roleArnOf(functionNameOf(deployment.stage, fn)),
    uses: fn.needs.flatMap(keyUsesOf),
  }));
  const roleArn = operatorArnOf(deployment);
  const operators = roleArn === undefined ? [] : [{ roleArn, uses: OPERATOR_USES }];
  return [...ofFunctions, ...operators];
}

/**
 * Without an operator role, IAM policies of the account decide about the uses of operators: sandboxes only.
 */
const operatorMayUse =
  ({ deployment }: KeyPolicyPlan) =>
  (key: KeyName, action: string, purpose?: Purpose) =>
    operatorArnOf(deployment) === undefined && OPERATOR_USES.some((use) => isUse(use, key, action, purpose));

const isUse = (use: KeyUse, key: KeyName, action: string, purpose: Purpose) =>
  use.key === key && use.action === action && (purpose === undefined || purposeOf(use) === purpose);
const purposeOf = (use: KeyUse): Purpose => use.context?.values.purpose;

function denyUse(key: KeyName, plan: KeyPolicyPlan): PolicyStatement[] {
  const [users, isOpen] = [usersOf(plan), operatorMayUse(plan)];
  const all = [...users.flatMap((user) => user.uses), ...OPERATOR_USES];
  const uses = all.filter((use) => use.key === key);
  const used = [...new Set(uses.map(({ action }) => action))].sort();
  const rolesFor = (action: KeyAction, purpose?: Purpose) =>
    users
      .filter((user) => user.uses.some((use) => isUse(use, key, action, purpose)))
      .map(({ roleArn }) => roleArn);
  const byNobody = USING.filter((action) => !used.some((one) => one === action));
  const perAction = used
    .filter((action) => !isOpen(key, action))
    .map((action) => {
      return deny(`${wordOf(action)}ByRoles`, [action], unless(rolesFor(action)));
    });
  const perPurpose = used.flatMap((action) => {
    const purposes = new Set(
      uses.filter((use) => use.action === action).flatMap((use) => purposeOf(use) ?? []),
    );
    // With only one purpose, this statement would repeat the statement of the action.
    const several = purposes.size > 1 ? [...purposes].sort() : [];
    return several
      .filter((purpose) => !isOpen(key, action, purpose))
      .map((purpose) =>
        deny(`${wordOf(action)}For${capitalised(purpose)}ByRoles`, [action], {
          ...unless(rolesFor(action, purpose)),
          StringEquals: { 'kms:EncryptionContext:purpose': purpose },
        }),
      );
  });
  return [deny('UseByNobody', byNobody), ...perAction, ...perPurpose];
}

const wordOf = (action: KeyAction) => action.replace('kms:', '');
const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A condition that also holds for callers without a role, such as users and AWS services. */
function unless(roleArns: readonly string[]) {
  return roleArns.length === 0 ? {} : { ArnNotEquals: { 'aws:PrincipalArn': [...roleArns] } };
}

function deny(sid: string, actions: readonly string[], conditions = {}): PolicyStatement {
  return new PolicyStatement({
    sid,
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: [...actions],
    resources: ['*'],
    conditions,
  });
}

/**
 * Only the break-glass role may end a key. CloudFormation's role may also change the policy, because a
 * deployment must be able to name a new function in it; in a sandbox it may also delete the key. Only
 * CloudFormation can assume that role.
 */
function denyChange(scope: Construct, { deployment }: KeyPolicyPlan): PolicyStatement[] {
  const breakGlassArn = breakGlassArnOf(deployment);
  if (breakGlassArn === undefined) return [];
  const byDeployment = deployment.production ? ['kms:PutKeyPolicy'] : CHANGING;
  const deployRole = cloudFormationRoleArn(scope);
  const others = CHANGING.filter((action) => !byDeployment.includes(action));
  return [
    deny('ChangeByDeployment', byDeployment, unless([breakGlassArn, deployRole])),
    ...(others.length > 0 ? [deny('EndByBreakGlass', others, unless([breakGlassArn]))] : []),
  ];
}

/** The role that `cdk bootstrap` creates for CloudFormation. */
function cloudFormationRoleArn(scope: Construct, region: string = Aws.REGION): string {
  const qualifier = Stack.of(scope).synthesizer.bootstrapQualifier ?? 'hnb659fds';
  return roleArnOf(`cdk-${qualifier}-cfn-exec-role-${Aws.ACCOUNT_ID}-${region}`);
}
