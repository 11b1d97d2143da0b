// From a row's needs to the IAM statements of its role: the least that each need can be done with. What
// may be sealed or opened with a key is part of the grant, down to the names in its encryption context.
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Need } from '#routes.ts';
import type { IndexName } from '#store/keys.ts';

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

const STATEMENTS_OF: Readonly<Record<Need, (reach: Reach) => PolicyStatement[]>> = {
  // Transactions are authorised write by write; there is no permission of their own.
  'table:get': ({ tableArn }) => [allow(['dynamodb:GetItem'], [tableArn])],
  'table:get-many': ({ tableArn }) => [allow(['dynamodb:BatchGetItem'], [tableArn])],
  'table:query': ({ tableArn }) => [allow(['dynamodb:Query'], [tableArn])],
  'table:put': ({ tableArn }) => [allow(['dynamodb:PutItem'], [tableArn])],
  'table:update': ({ tableArn }) => [allow(['dynamodb:UpdateItem'], [tableArn])],
  'index:list': queryIndex('list'),
  'index:status': queryIndex('status'),
  'index:lookup': queryIndex('lookup'),
  'index:second': queryIndex('second'),
  'index:due': queryIndex('due'),
  'card:seal': ({ cardKeyArn, fingerprintKeyArn }) => [
    allowFor(CONTEXTS.card, 'kms:Encrypt', cardKeyArn),
    allow(['kms:GenerateMac'], [fingerprintKeyArn]),
  ],
  'card:renew': ({ cardKeyArn }) => [allowFor(CONTEXTS.cardExpiry, 'kms:Encrypt', cardKeyArn)],
  'card:open': ({ cardKeyArn }) => [
    allowFor(CONTEXTS.card, 'kms:Decrypt', cardKeyArn),
    allowFor(CONTEXTS.cardExpiry, 'kms:Decrypt', cardKeyArn),
  ],
  acquirer: ({ secretsKeyArn }) => [allowFor(CONTEXTS.acquirer, 'kms:Decrypt', secretsKeyArn)],
  sign: ({ secretsKeyArn }) => [allowFor(CONTEXTS.signing, 'kms:Decrypt', secretsKeyArn)],
  digest: ({ digestKeyArn }) => [allow(['kms:GenerateMac'], [digestKeyArn])],
  'schedule:plan': ({ schedulesArn, schedulerRoleArn }) => [
    allow(['scheduler:CreateSchedule'], [schedulesArn]),
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [schedulerRoleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  ],
  'schedule:drop': ({ schedulesArn }) => [allow(['scheduler:DeleteSchedule'], [schedulesArn])],
};

export function statementsFor(needs: readonly Need[], reach: Reach): PolicyStatement[] {
  return needs.flatMap((need) => STATEMENTS_OF[need](reach));
}

/** By its name: a wildcard would grant the indexes of tomorrow too. */
function queryIndex(name: IndexName) {
  return ({ tableArn }: Reach) => [allow(['dynamodb:Query'], [`${tableArn}/index/${name}`])];
}

function allow(actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources });
}

type Context = { says: Readonly<Record<string, string>>; names: readonly string[] };

/** What may be sealed or opened: these words, beside these names and no others. */
const CONTEXTS = {
  card: { says: { purpose: 'card' }, names: ['merchantId', 'cardId'] },
  cardExpiry: { says: { purpose: 'card', part: 'expiry' }, names: ['merchantId', 'cardId'] },
  acquirer: { says: { purpose: 'acquirer' }, names: ['merchantId'] },
  signing: { says: { purpose: 'signing' }, names: ['merchantId'] },
} as const satisfies Record<string, Context>;

function allowFor({ says, names }: Context, action: string, keyArn: string): PolicyStatement {
  const words = Object.entries(says).map(([name, word]) => [`kms:EncryptionContext:${name}`, word]);
  const all = [...Object.keys(says), ...names];
  const conditions = {
    StringEquals: Object.fromEntries(words),
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': all },
  };
  return new PolicyStatement({ actions: [action], resources: [keyArn], conditions });
}
