// From a row's needs to the IAM statements of its role: the least that each need can be done with. Where KMS
// keeps several purposes under one key, the purpose is part of the grant.
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Need } from '#routes.ts';
import { TABLE_SHAPE } from '#store/keys.ts';

/** ARNs of what functions may be allowed to touch. */
export type Reach = {
  tableArn: string;
  cardKeyArn: string;
  fingerprintKeyArn: string;
  secretsKeyArn: string;
  digestKeyArn: string;
  /** Of every schedule in the group. */
  schedulesArn: string;
  /** The same in the words of a cdk-nag finding. */
  schedulesFinding: string;
  /** The role that the Scheduler invokes functions with. */
  schedulerRoleArn: string;
};

type Purpose = 'card' | 'acquirer' | 'signing';

const STATEMENTS_OF: Readonly<Record<Need, (reach: Reach) => PolicyStatement[]>> = {
  'table:read': ({ tableArn }) => [
    allow(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], [tableArn]),
    allow(['dynamodb:Query'], indexArns(tableArn)),
  ],
  // Transactions are authorised write by write; there is no permission of their own.
  'table:write': ({ tableArn }) => [
    allow(
      ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'],
      [tableArn],
    ),
  ],
  'card:seal': ({ cardKeyArn, fingerprintKeyArn }) => [
    allowFor('card', 'kms:Encrypt', cardKeyArn),
    allow(['kms:GenerateMac'], [fingerprintKeyArn]),
  ],
  'card:open': ({ cardKeyArn }) => [allowFor('card', 'kms:Decrypt', cardKeyArn)],
  acquirer: ({ secretsKeyArn }) => [allowFor('acquirer', 'kms:Decrypt', secretsKeyArn)],
  sign: ({ secretsKeyArn }) => [allowFor('signing', 'kms:Decrypt', secretsKeyArn)],
  digest: ({ digestKeyArn }) => [allow(['kms:GenerateMac'], [digestKeyArn])],
  schedule: ({ schedulesArn, schedulerRoleArn }) => [
    allow(['scheduler:CreateSchedule', 'scheduler:DeleteSchedule'], [schedulesArn]),
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [schedulerRoleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  ],
};

export function statementsFor(needs: readonly Need[], reach: Reach): PolicyStatement[] {
  return needs.flatMap((need) => STATEMENTS_OF[need](reach));
}

/** Each index by its name: a wildcard would grant the indexes of tomorrow too. */
export function indexArns(tableArn: string): string[] {
  return Object.keys(TABLE_SHAPE.indexes).map((name) => `${tableArn}/index/${name}`);
}

function allow(actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources });
}

function allowFor(purpose: Purpose, action: string, keyArn: string): PolicyStatement {
  const conditions = { StringEquals: { 'kms:EncryptionContext:purpose': purpose } };
  return new PolicyStatement({ actions: [action], resources: [keyArn], conditions });
}
