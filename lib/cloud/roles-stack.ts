// The roles of people in production, each with what its commands in the documentation need and nothing else.
// Everybody of the account whose own policies allow `sts:AssumeRole` on a role may assume it, for an hour and
// with a second factor (PCI DSS 8.4.2).
import { Aws, Duration } from 'aws-cdk-lib';
import {
  AccountRootPrincipal,
  CompositePrincipal,
  Effect,
  type IManagedPolicy,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  PrincipalWithConditions,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge, OWN_POLICY, reasonForWide } from './acknowledge.ts';
import { allow } from './allow.ts';
import { RESTORES, vaultName } from './data/backup-stack.ts';
import { CHANGING } from './data/key-policy.ts';
import type { KeysInUse } from './data/keys.ts';
import { leaseTableOf } from './data/lease-table.ts';
import { tableOf } from './data/table.ts';
import { type Deployment, nameOf } from './deployment.ts';
import { LIVE } from './function/traffic.ts';
import { type OWN_ROLES, ownRoleName, roleArnOf } from './own-roles.ts';
import { reasonForManaged } from './service-role.ts';
import { StageStack } from './stage-stack.ts';

type RolesPlan = { deployment: Deployment; keys: KeysInUse };
type RoleName = keyof typeof OWN_ROLES;

/** What ends a key or changes who may use it, what undoes that, and how to see both. */
const ENDING = [
  ...CHANGING,
  ...['CancelKeyDeletion', 'EnableKey', 'EnableKeyRotation', 'DescribeKey', 'GetKeyPolicy'].map(
    (action) => `kms:${action}`,
  ),
];

const CONCURRENCY = ['lambda:PutFunctionConcurrency', 'lambda:DeleteFunctionConcurrency'];

const WIDE =
  'Only names of the stage, or what AWS offers for all resources of an account; people hold it for an hour.';

export class RolesStack extends StageStack {
  readonly #stage: string;

  constructor(scope: Construct, { deployment, keys }: RolesPlan) {
    super(scope, deployment, 'Payments: roles of operators, of break-glass and of restores', 'roles');
    const { stage, operatorRoleArn, breakGlassRoleArn } = deployment;
    this.#stage = stage;
    const { tableArn } = tableOf(this, deployment);
    const keyArns = Object.values(keys).flatMap((versions) => versions.map(({ keyArn }) => keyArn));
    if (operatorRoleArn === undefined) {
      const keysOf = (name: keyof KeysInUse) => keys[name].map(({ keyArn }) => keyArn);
      this.#create('operator', [
        ...this.#commands(tableArn, leaseTableOf(this, deployment).tableArn),
        allow(['kms:Encrypt', 'kms:Decrypt'], keysOf('secrets')),
        allow(['kms:GenerateMac'], [...keysOf('digest'), ...keysOf('merchant')]),
      ]);
    }
    if (breakGlassRoleArn === undefined)
      this.#create('breakGlass', [
        allow(ENDING, keyArns),
        // docs/runbooks/cards-opened-unsold.md: what stops a function at once, and lets it go on.
        allow(CONCURRENCY, [this.#arn('lambda', `function:${nameOf(stage, '*')}`)]),
      ]);
    this.#create('restore', this.#restoring(), [ManagedPolicy.fromAwsManagedPolicyName(RESTORES)]);
  }

  #create(name: RoleName, statements: PolicyStatement[], managedPolicies: IManagedPolicy[] = []): void {
    const people = new PrincipalWithConditions(new AccountRootPrincipal(), {
      Bool: { 'aws:MultiFactorAuthPresent': 'true' },
    });
    // AWS Backup restores by this role, too.
    const backup = new ServicePrincipal('backup.amazonaws.com');
    const role = new Role(this, name, {
      roleName: ownRoleName(this.#stage, name),
      assumedBy: managedPolicies.length > 0 ? new CompositePrincipal(people, backup) : people,
      maxSessionDuration: Duration.hours(1),
      inlinePolicies: { commands: new PolicyDocument({ statements }) },
      managedPolicies,
    });
    acknowledge(role, {
      ...OWN_POLICY,
      ...this.#reasonsOf(statements),
      ...(managedPolicies.length > 0 && reasonForManaged(RESTORES)),
    });
  }

  /** What people may do is decided in this file alone: each wide resource and action has the same reason. */
  #reasonsOf(statements: readonly PolicyStatement[]) {
    const allowing = statements.filter(({ effect }) => effect === Effect.ALLOW);
    const actions = allowing.flatMap((one) => one.actions).filter((action) => action.includes('*'));
    return {
      ...reasonForWide(
        this,
        allowing.flatMap(({ resources }) => resources),
        WIDE,
      ),
      ...Object.fromEntries(actions.map((action) => [`AwsSolutions-IAM5[Action::${action}]`, WIDE])),
    };
  }

  #arn(service: string, resource: string): string {
    return `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;
  }

  /** The commands of an operator (docs/deploy-options.md, Commands of a stage). */
  #commands(tableArn: string, leaseTableArn: string): PolicyStatement[] {
    const functions = this.#arn('lambda', `function:${nameOf(this.#stage, '*')}`);
    const alarms = this.#arn('cloudwatch', `alarm:${nameOf(this.#stage, '*')}`);
    const gateway = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::`;
    return [
      allow(['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'Query', 'DescribeTable'].map(ofTable), [
        tableArn,
      ]),
      allow([ofTable('GetItem'), ofTable('PutItem')], [leaseTableArn]),
      allow([ofTable('Query')], [`${tableArn}/index/*`]),
      allow([ofTable('Scan')], [tableArn, `${tableArn}/index/second`]),
      // Accounts of `create --test` and `twin`.
      allow([ofTable('PutItem')], [this.#arn('dynamodb', `table/${nameOf(this.#stage, 'bank')}`)]),
      // The table of before a restore (`lease take --former-table`): payment-production, payment-production-2.
      allow([ofTable('Scan'), ofTable('GetItem')], this.#tables('-?')),
      new PolicyStatement({
        sid: 'RecordsStay',
        effect: Effect.DENY,
        actions: ['DeleteItem', 'UpdateItem', 'BatchWriteItem'].map(ofTable),
        resources: [tableArn],
        conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] } },
      }),
      allow(
        ['apigateway:GET', 'apigateway:POST', 'apigateway:DELETE'],
        ['/apikeys', '/apikeys/*', '/usageplans/*'].map((path) => `${gateway}${path}`),
      ),
      allow(
        ['cloudformation:DescribeStacks'],
        [this.#arn('cloudformation', `stack/${nameOf(this.#stage)}*`)],
      ),
      allow(['cloudwatch:SetAlarmState', 'cloudwatch:DescribeAlarmHistory'], [alarms]),
      allow(['cloudwatch:DescribeAlarms', 'logs:DescribeLogGroups', 'cloudtrail:LookupEvents'], ['*']),
      allow(['logs:FilterLogEvents'], [this.#arn('logs', `log-group:/payment/${this.#stage}/*`)]),
      allow(['sns:GetTopicAttributes'], [this.#arn('sns', nameOf(this.#stage, '*'))]),
      allow(['lambda:ListVersionsByFunction', 'lambda:GetAlias'], [functions]),
      allow(['lambda:UpdateAlias'], [functions, `${functions}:${LIVE}`]),
    ];
  }

  /** The first table of the stage, and those that were restored since; `-*` includes their indexes. */
  #tables(further: '-?' | '-*'): string[] {
    return ['', further].map((end) => this.#arn('dynamodb', `table/${nameOf(this.#stage)}${end}`));
  }

  /** docs/recovery.md, A damaged table. */
  #restoring(): PolicyStatement[] {
    const own = nameOf(this.#stage);
    const tables = this.#tables('-*');
    const vault = this.#arn('backup', `backup-vault:${vaultName(this.#stage)}`);
    const roleArn = roleArnOf(ownRoleName(this.#stage, 'restore'));
    return [
      allow(['RestoreTableToPointInTime', 'DescribeTable', 'DescribeContinuousBackups'].map(ofTable), tables),
      allow(
        ['UpdateTimeToLive', 'UpdateTable', 'UpdateContinuousBackups', 'TagResource'].map(ofTable),
        tables.slice(1),
      ),
      allow(CONCURRENCY, [this.#arn('lambda', `function:${own}-*`)]),
      allow(['backup:ListRecoveryPointsByBackupVault'], [vault]),
      allow(
        ['dynamodb:ListBackups', 'lambda:ListFunctions', 'backup:GetRecoveryPointRestoreMetadata'],
        ['*'],
      ),
      allow(['backup:DescribeRestoreJob', 'backup:StartRestoreJob'], ['*']),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'backup.amazonaws.com' } },
      }),
    ];
  }
}

const ofTable = (action: string) => `dynamodb:${action}`;
