// The DynamoDB table, created from the shape that the functions use. It is billed on demand, because payments
// come in bursts, and can be restored to any second of the last 35 days. It is a global table from its
// creation: a single-Region table can become one only by a restore. Other stacks refer to the table by its
// name, so that a deployment can exchange it for a restored one; a reference between stacks would block that.
import { Aws, Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  type CfnGlobalTable,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct, IDependable } from 'constructs';
import { defined } from '#domain/defined.ts';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { INDEXES, indexDefinition } from '../../operator/table-indexes.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import { storeStreamArn } from '../events/table-stream.ts';
import { removalPolicyOf } from '../stage-stack.ts';

/** The table that the functions use: the stage's own or an existing one. */
export type TableName = { tableName: string; tableArn: string };

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** The stage's own table, or the existing table that `tableName` names. */
export const tableNameOf = ({ stage, tableName }: Deployment): string => tableName ?? nameOf(stage);

export const tableOf = (scope: Construct, deployment: Deployment) =>
  tableNamed(scope, tableNameOf(deployment));

export function tableNamed(scope: Construct, tableName: string): TableName {
  const parts = { service: 'dynamodb', resource: 'table', resourceName: tableName };
  return { tableName, tableArn: Stack.of(scope).formatArn(parts) };
}

/**
 * Creates the table after everything at which a first deployment could fail: the table is protected from
 * deletion, so a deployment that fails after its creation could not be rolled back.
 */
export function createTable(
  scope: Construct,
  { stage, production, replicaRegion }: Deployment,
  before: readonly IDependable[],
): void {
  const table = new TableV2(scope, 'Table', {
    tableName: nameOf(stage),
    partitionKey: text(TABLE_SHAPE.partitionKey),
    sortKey: text(TABLE_SHAPE.sortKey),
    timeToLiveAttribute: TABLE_SHAPE.timeToLive,
    billing: Billing.onDemand(),
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: production,
    removalPolicy: removalPolicyOf(production),
    globalSecondaryIndexes: INDEXES.map((index) => {
      const { IndexName: indexName, Projection } = indexDefinition(index);
      return {
        indexName,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
        projectionType: ProjectionType[Projection.ProjectionType],
        ...defined({ nonKeyAttributes: Projection.NonKeyAttributes }),
      };
    }),
  });
  const resource = table.node.defaultChild as CfnGlobalTable;
  // A changed logical id would create an empty table and abandon the full one.
  resource.overrideLogicalId('Table');
  if (replicaRegion !== undefined) addReplica(resource, replicaRegion, production);
  table.node.addDependency(...before);
  storeStreamArn(scope, stage, table);
}

/** An override, because CDK adds replicas only to a stack whose Region is known at synthesis. */
function addReplica(table: CfnGlobalTable, region: string, production: boolean): void {
  const replica = {
    DeletionProtectionEnabled: production,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  };
  table.addPropertyOverride('Replicas', [
    { Region: Aws.REGION, ...replica },
    { Region: region, ...replica },
  ]);
}
