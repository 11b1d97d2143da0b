// Translates the needs of a route into the IAM statements of its role, with least privilege. A statement on
// the table is limited to the kinds of rows, and a statement on a KMS key to encryption contexts.
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Need, Route, RowKind } from '#routes.ts';
import {
  apiKeyKey,
  apiKeysOf,
  bankKey,
  cardTriesKey,
  DIFFERENCES_PARTITION,
  declinePartition,
  deliveriesPartition,
  deliveryDuePartition,
  duePartition,
  entityKey,
  feedKey,
  hostedPageKey,
  idempotencyKey,
  listPartition,
  logoKey,
  MERCHANT_NAMES_PARTITION,
  merchantHoldsPartition,
  merchantKey,
  orderKey,
  pendingPartition,
  REVIEW_PARTITION,
  reconciliationPartition,
  refundCountsPartition,
  webhooksPartition,
} from '#store/table/keys.ts';
import { type KeyName, type KeyUse, keyUsesOf } from '../key-uses.ts';

/** ARNs of the resources to which functions may have access. */
export type GrantTargets = {
  tableArn: string;
  /** A kind of key has several ARNs while it is changed to a new version. */
  keyArns: Readonly<Record<KeyName, readonly string[]>>;
  /** Matches every schedule in the group. */
  schedulesArn: string;
  /** The same ARN in cdk-nag's notation. */
  schedulesFinding: string;
  /** The role with which the Scheduler invokes functions. */
  schedulerRoleArn: string;
  /** The streams of the table in cdk-nag's notation. */
  streamsFinding: string;
};

type TableNeed = Extract<Need, `table:${string}`>;
type IndexNeed = Extract<Need, `index:${string}`>;
type RowNeed = TableNeed | IndexNeed;

/** Transactions are authorised by their single writes; they have no permission of their own. */
const TABLE_ACTION_OF: Readonly<Record<TableNeed, string>> = {
  'table:get': 'dynamodb:GetItem',
  'table:get-many': 'dynamodb:BatchGetItem',
  'table:query': 'dynamodb:Query',
  'table:put': 'dynamodb:PutItem',
  'table:update': 'dynamodb:UpdateItem',
};

const ANY = '*' as const;
/**
 * Key patterns of each kind of row, built with the functions that build the keys. Partition keys of an index
 * have the same prefixes as the rows in it.
 */
const PARTITIONS_OF: Readonly<Record<RowKind, readonly string[]>> = {
  merchant: [merchantKey(ANY).pk],
  logo: [logoKey(ANY).pk],
  'api-key': [apiKeyKey(ANY).pk],
  'listed-api-key': [apiKeysOf(ANY)],
  'hosted-page': [hostedPageKey(ANY).pk],
  'listed-page': [listPartition(ANY, 'PAGE', ANY, 0)],
  order: [orderKey(ANY, ANY).pk],
  payment: [entityKey(ANY, 'PAYMENT', ANY).pk],
  customer: [entityKey(ANY, 'CUSTOMER', ANY).pk],
  card: [entityKey(ANY, 'CARD', ANY).pk],
  'card-tries': [cardTriesKey(ANY, ANY).pk],
  'recurring-payment': [entityKey(ANY, 'RECURRING', ANY).pk],
  refund: [entityKey(ANY, 'REFUND', ANY).pk],
  'refund-counts': [refundCountsPartition(ANY, ANY, 0)],
  'merchant-hold': [merchantHoldsPartition(ANY)],
  'address-decline': [declinePartition(ANY, 'ADDRESS', ANY)],
  'range-decline': [declinePartition(ANY, 'BIN', ANY)],
  idempotency: [idempotencyKey(ANY, ANY).pk],
  bank: [bankKey(ANY).pk],
  'merchant-name': [MERCHANT_NAMES_PARTITION],
  reconciliation: [reconciliationPartition(ANY)],
  difference: [DIFFERENCES_PARTITION],
  event: [entityKey(ANY, 'EVENT', ANY).pk],
  feed: [feedKey(ANY, ANY).pk],
  webhook: [webhooksPartition(ANY)],
  delivery: [deliveriesPartition(ANY, { webhookId: ANY, lane: ANY })],
  'waiting-delivery': [pendingPartition(ANY, ANY, ANY)],
  'due-delivery': [deliveryDuePartition(ANY)],
  'due-charge': [duePartition(ANY)],
  due: [duePartition(ANY), REVIEW_PARTITION],
};

type ScheduleNeed = Extract<Need, `schedule:${string}`>;
type ToStatements = (targets: GrantTargets) => PolicyStatement[];

const SCHEDULE_STATEMENTS_OF: Readonly<Record<ScheduleNeed, ToStatements>> = {
  'schedule:plan': ({ schedulesArn, schedulerRoleArn }) => [
    new PolicyStatement({ actions: ['scheduler:CreateSchedule'], resources: [schedulesArn] }),
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [schedulerRoleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  ],
  'schedule:drop': ({ schedulesArn }) => [
    new PolicyStatement({ actions: ['scheduler:DeleteSchedule'], resources: [schedulesArn] }),
  ],
};

export type FunctionNeeds = Pick<Route, 'needs' | 'rows' | 'readsOnly'>;

export function statementsFor(
  { needs, rows, readsOnly }: FunctionNeeds,
  targets: GrantTargets,
): PolicyStatement[] {
  const unwritten = new Set([...READ_ONLY, ...(readsOnly ?? [])]);
  const table = { rows, unwritten, tableArn: targets.tableArn };
  const ofRows = rowStatements(needs.filter(isRowNeed), table);
  const ofKeys = needs.flatMap(keyUsesOf).map((use) => allowKeyUse(use, targets));
  const ofSchedules = needs.filter(isScheduleNeed).flatMap((need) => SCHEDULE_STATEMENTS_OF[need](targets));
  return [...ofRows, ...ofKeys, ...ofSchedules];
}

const isRowNeed = (need: Need): need is RowNeed => /^(table|index):/.test(need);
const isScheduleNeed = (need: Need): need is ScheduleNeed => need.startsWith('schedule:');
const isTableNeed = (need: RowNeed): need is TableNeed => need.startsWith('table:');

const isWrite = (need: TableNeed) => need === 'table:put' || need === 'table:update';
/**
 * Only operators write merchants and API keys. `due`, `difference`, `listed-page` and `listed-api-key` name
 * partitions of an index, not of the table.
 */
const READ_ONLY: ReadonlySet<RowKind> = new Set([
  'merchant',
  'merchant-name',
  'logo',
  'api-key',
  'listed-api-key',
  'due',
  'difference',
  'listed-page',
  'waiting-delivery',
  'due-delivery',
  'due-charge',
]);

type RowGrants = { rows: readonly RowKind[]; unwritten: ReadonlySet<RowKind>; tableArn: string };

function rowStatements(
  needs: readonly RowNeed[],
  { rows, unwritten, tableArn }: RowGrants,
): PolicyStatement[] {
  const tableNeeds = needs.filter(isTableNeed);
  const [writes, reads] = [tableNeeds.filter(isWrite), tableNeeds.filter((need) => !isWrite(need))];
  const written = rows.filter((row) => !unwritten.has(row));
  const actionsOf = (some: readonly TableNeed[]) => some.map((need) => TABLE_ACTION_OF[need]);
  // Each index is named, because a wildcard would also grant future indexes.
  const indexArns = needs
    .filter((need) => !isTableNeed(need))
    .map((need) => `${tableArn}/index/${need.replace('index:', '')}`);
  return [
    ...(reads.length > 0 ? [allowRows(actionsOf(reads), rows, [tableArn])] : []),
    ...(writes.length > 0 ? [allowRows(actionsOf(writes), written, [tableArn])] : []),
    ...(indexArns.length > 0 ? [allowRows(['dynamodb:Query'], rows, indexArns)] : []),
  ];
}

/**
 * Throws if there are no kinds of rows, because an empty list of keys would allow nothing. `ForAllValues` is
 * also true for a request without keys, such as a Scan; `Null` excludes such requests.
 */
function allowRows(actions: string[], rows: readonly RowKind[], resources: string[]): PolicyStatement {
  if (rows.length === 0) throw new Error('A function that uses the table must name the kinds of rows.');
  const leadingKeys = rows.flatMap((row) => PARTITIONS_OF[row]);
  const conditions = {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
  return new PolicyStatement({ actions, resources, conditions });
}

function allowKeyUse({ key, action, context }: KeyUse, { keyArns }: GrantTargets): PolicyStatement {
  const resources = [...keyArns[key]];
  if (context === undefined) return new PolicyStatement({ actions: [action], resources });
  const fixed = Object.entries(context.values).map(
    ([name, value]) => [`kms:EncryptionContext:${name}`, value] as const,
  );
  const allowedKeys = [...Object.keys(context.values), ...context.names];
  const conditions = {
    StringEquals: Object.fromEntries(fixed),
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': allowedKeys },
    Null: { 'kms:EncryptionContextKeys': 'false' },
  };
  return new PolicyStatement({ actions: [action], resources, conditions });
}
