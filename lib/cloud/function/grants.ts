// From a door's needs to the IAM statements of its role: the least that each need can be done with. Whose
// rows it may touch is part of the grant, and so is what it may seal or open, down to the names in the
// encryption context.
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Need, Route, RowKind } from '#routes.ts';
import {
  apiKeyKey,
  cardTriesKey,
  DUE_SHARDS,
  declinePartition,
  duePartition,
  entityKey,
  hostedPageKey,
  idempotencyKey,
  merchantKey,
  orderKey,
  REVIEW_PARTITION,
  refundCountsPartition,
} from '#store/table/keys.ts';

/** ARNs of what functions may be allowed to touch. */
export type Reach = {
  tableArn: string;
  cardKeyArn: string;
  fingerprintKeyArn: string;
  secretsKeyArn: string;
  digestKeyArn: string;
  merchantKeyArn: string;
  /** Of every schedule in the group. */
  schedulesArn: string;
  /** The same in the words of a cdk-nag finding. */
  schedulesFinding: string;
  /** The role that the Scheduler invokes functions with. */
  schedulerRoleArn: string;
};

type TableNeed = Extract<Need, `table:${string}`>;
type IndexNeed = Extract<Need, `index:${string}`>;
type RowNeed = TableNeed | IndexNeed;

/** Transactions are authorised write by write; there is no permission of their own. */
const TABLE_ACTION_OF: Readonly<Record<TableNeed, string>> = {
  'table:get': 'dynamodb:GetItem',
  'table:get-many': 'dynamodb:BatchGetItem',
  'table:query': 'dynamodb:Query',
  'table:put': 'dynamodb:PutItem',
  'table:update': 'dynamodb:UpdateItem',
};

const ANY = '*';
/**
 * The keys of each kind of row as patterns, made by the functions that make the keys. The keys of an index
 * begin like those of the rows in it.
 */
const PARTITIONS_OF: Readonly<Record<RowKind, readonly string[]>> = {
  merchant: [merchantKey(ANY).pk],
  'api-key': [apiKeyKey(ANY).pk],
  'hosted-page': [hostedPageKey(ANY).pk],
  order: [orderKey(ANY, ANY).pk],
  payment: [entityKey(ANY, 'PAYMENT', ANY).pk],
  customer: [entityKey(ANY, 'CUSTOMER', ANY).pk],
  card: [entityKey(ANY, 'CARD', ANY).pk],
  'card-tries': [cardTriesKey(ANY, ANY).pk],
  'recurring-payment': [entityKey(ANY, 'RECURRING', ANY).pk],
  refund: [entityKey(ANY, 'REFUND', ANY).pk],
  'refund-counts': [refundCountsPartition(ANY, ANY)],
  decline: [declinePartition(ANY, 'BIN', ANY), declinePartition(ANY, 'ADDRESS', ANY)],
  idempotency: [idempotencyKey(ANY, ANY).pk],
  due: [...Array.from({ length: DUE_SHARDS }, (_, shard) => duePartition(shard)), REVIEW_PARTITION],
};

const STATEMENTS_OF: Readonly<Record<Exclude<Need, RowNeed>, (reach: Reach) => PolicyStatement[]>> = {
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
  'merchant-key': ({ merchantKeyArn }) => [allow(['kms:GenerateMac'], [merchantKeyArn])],
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

export type Wants = Pick<Route, 'needs' | 'rows'>;

export function statementsFor({ needs, rows }: Wants, reach: Reach): PolicyStatement[] {
  const ofRows = rowStatements(needs.filter(isRowNeed), rows, reach.tableArn);
  const others = needs.filter((need) => !isRowNeed(need)).flatMap((need) => STATEMENTS_OF[need](reach));
  return [...ofRows, ...others];
}

const isRowNeed = (need: Need): need is RowNeed => /^(table|index):/.test(need);
const isTableNeed = (need: RowNeed): need is TableNeed => need.startsWith('table:');

function rowStatements(
  needs: readonly RowNeed[],
  rows: readonly RowKind[],
  tableArn: string,
): PolicyStatement[] {
  const actions = needs.filter(isTableNeed).map((need) => TABLE_ACTION_OF[need]);
  // Each by its name: a wildcard would grant the indexes of tomorrow too.
  const indexArns = needs
    .filter((need) => !isTableNeed(need))
    .map((need) => `${tableArn}/index/${need.replace('index:', '')}`);
  return [
    ...(actions.length > 0 ? [touchRows(actions, rows, [tableArn])] : []),
    ...(indexArns.length > 0 ? [touchRows(['dynamodb:Query'], rows, indexArns)] : []),
  ];
}

/**
 * Without kinds of rows nothing would be allowed, or everything: IAM takes no value for all values. For the
 * same reason nobody is granted what names no key, such as a scan.
 */
function touchRows(actions: string[], rows: readonly RowKind[], resources: string[]): PolicyStatement {
  if (rows.length === 0) throw new Error('Who touches the table must say whose rows.');
  const leadingKeys = rows.flatMap((row) => PARTITIONS_OF[row]);
  const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys } };
  return new PolicyStatement({ actions, resources, conditions });
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
  const words = Object.entries(says).map(([name, word]) => [`kms:EncryptionContext:${name}`, word] as const);
  const all = [...Object.keys(says), ...names];
  const conditions = {
    StringEquals: Object.fromEntries(words),
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': all },
  };
  return new PolicyStatement({ actions: [action], resources: [keyArn], conditions });
}
