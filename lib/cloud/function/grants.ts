// Translates the needs of a route into the IAM statements of its role, with least privilege. A statement on
// the table is limited to the kinds of rows, and a statement on a KMS key to encryption contexts.
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Need, Route } from '#routes.ts';
import { KINDS, type RowKind } from '#store/kinds.ts';
import { duePartition, REVIEW_PARTITION, WATCHED_PARTITION } from '#store/table/keys.ts';
import type { Kind } from '#store/table/kind.ts';
import { allow } from '../allow.ts';
import { type KeyName, type KeyUse, keyUsesOf } from '../key-uses.ts';

/** ARNs of the resources to which functions may have access. */
export type GrantTargets = {
  tableArn: string;
  leaseTableArn: string;
  /** A kind of key has several ARNs while it is changed to a new version. */
  keyArns: Readonly<Record<KeyName, readonly string[]>>;
  /** Matches every schedule in the group. */
  schedulesArn: string;
  /** The role with which the Scheduler invokes functions. */
  schedulerRoleArn: string;
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

/** A partition of the table or of an index, by the word of the route table that permits it. */
type RowPartition = { word: RowKind; pattern: string; contents: string; isReadOnly: boolean };
const partition = (
  word: string,
  partitionKey: string,
  contents: string,
  isReadOnly: boolean,
): RowPartition => ({
  word: word as RowKind,
  pattern: partitionKey.replaceAll(/\{\w+\}/g, '*'),
  contents,
  isReadOnly,
});

function partitionsOf({ keys, grants = {}, indexGrants = {}, isOperators = false }: Kind): RowPartition[] {
  const ofTable = Object.entries(grants).map(([word, contents], at) =>
    partition(word, keys[at]?.pk ?? '', contents, isOperators),
  );
  const ofIndexes = Object.entries(indexGrants).flatMap(([word, [pk, contents, rows = []]]) =>
    [pk, rows].flat().map((one) => partition(word, one, contents, true)),
  );
  return [...ofTable, ...ofIndexes];
}

/** Key patterns of each kind of row; partition keys of an index have the same prefixes as the rows in it. */
export const ROW_PARTITIONS: readonly RowPartition[] = [
  ...Object.values(KINDS).flatMap((kind) => partitionsOf(kind())),
  partition('due', duePartition('{shard}'), 'what the sweep must look at', true),
  partition('due', REVIEW_PARTITION, 'what waits for a manual resolution', true),
  partition('due', WATCHED_PARTITION, 'banks that are asked each minute', true),
];

type ScheduleNeed = Extract<Need, `schedule:${string}`>;
type ToStatements = (targets: GrantTargets) => PolicyStatement[];

const SCHEDULE_STATEMENTS_OF: Readonly<Record<ScheduleNeed, ToStatements>> = {
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

/** Its holder is named by the id of the table. */
const readLease: ToStatements = ({ tableArn, leaseTableArn }) => [
  allow(['dynamodb:GetItem'], [leaseTableArn]),
  allow(['dynamodb:DescribeTable'], [tableArn]),
];
/** Whoever calls banks reads the lease. */
const LEASE_STATEMENTS_OF: Readonly<Partial<Record<Need, ToStatements>>> = {
  acquirer: readLease,
  lease: readLease,
};

export type FunctionNeeds = Pick<Route, 'needs' | 'rows' | 'readsOnly'>;

export function statementsFor(
  { needs, rows, readsOnly }: FunctionNeeds,
  targets: GrantTargets,
): PolicyStatement[] {
  const unwritten = new Set([...READ_ONLY, ...(readsOnly ?? [])]);
  const { tableArn } = targets;
  const table = { rows, unwritten, tableArn };
  const ofRows = rowStatements(needs.filter(isRowNeed), table);
  const ofKeys = needs.flatMap(keyUsesOf).map((use) => allowKeyUse(use, targets));
  const ofSchedules = needs.filter(isScheduleNeed).flatMap((need) => SCHEDULE_STATEMENTS_OF[need](targets));
  const ofLease = needs.flatMap((need) => LEASE_STATEMENTS_OF[need]?.(targets) ?? []);
  return [...ofRows, ...ofKeys, ...ofSchedules, ...ofLease];
}

const isRowNeed = (need: Need): need is RowNeed => /^(table|index):/.test(need);
const isScheduleNeed = (need: Need): need is ScheduleNeed => need.startsWith('schedule:');
const isTableNeed = (need: RowNeed): need is TableNeed => need.startsWith('table:');
const isIndexNeed = (need: RowNeed): need is IndexNeed => need.startsWith('index:');

const isWrite = (need: TableNeed) => need === 'table:put' || need === 'table:update';
const READ_ONLY = ROW_PARTITIONS.filter(({ isReadOnly }) => isReadOnly).map(({ word }) => word);

type RowGrants = Pick<GrantTargets, 'tableArn'> & {
  rows: readonly RowKind[];
  unwritten: ReadonlySet<RowKind>;
};

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
    .filter(isIndexNeed)
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
  const leadingKeys = rows.flatMap((row) =>
    ROW_PARTITIONS.filter(({ word }) => word === row).map(({ pattern }) => pattern),
  );
  const conditions = {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
  return new PolicyStatement({ actions, resources, conditions });
}

function allowKeyUse({ key, action, context }: KeyUse, { keyArns }: GrantTargets): PolicyStatement {
  const resources = [...keyArns[key]];
  if (context === undefined) return allow([action], resources);
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
