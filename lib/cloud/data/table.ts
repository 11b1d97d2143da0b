// The DynamoDB table, created from the shape that the functions use. On demand, because payments come in
// bursts; restorable to any second of the last 35 days.
import {
  AttributeType,
  BillingMode,
  type CfnTable,
  type ITable,
  ProjectionType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { removalPolicyOf } from '../removal.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

export function createTable(scope: Construct, tableName: string, production: boolean): ITable {
  const table = new Table(scope, 'Table', {
    tableName,
    partitionKey: text(TABLE_SHAPE.partitionKey),
    sortKey: text(TABLE_SHAPE.sortKey),
    timeToLiveAttribute: TABLE_SHAPE.timeToLive,
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: production,
    removalPolicy: removalPolicyOf(production),
  });
  for (const [indexName, { partitionKey, sortKey }] of Object.entries(TABLE_SHAPE.indexes)) {
    table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      projectionType: ProjectionType.ALL,
    });
  }
  // A changed logical id would create an empty table and abandon the full one.
  (table.node.defaultChild as CfnTable).overrideLogicalId('Table');
  return table as ITable;
}
