// The table of the lease: who may move money (docs/adr/0017). It is apart from the service's table, so that
// no copy of that has it. With a second Region it spans three with strong consistency: one of them may fail,
// and a Region that is cut off can neither read it nor take it over. Such a table begins empty, so it has a
// name of its own.
import { Aws } from 'aws-cdk-lib';
import { AttributeType, Billing, type CfnGlobalTable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from '../deployment.ts';
import { removalPolicyOf } from '../stage-stack.ts';
import { tableNamed, tableNameOf } from './table.ts';

const isOfRegions = ({ replicaRegion, primaryKeyArns }: Deployment) =>
  replicaRegion !== undefined || primaryKeyArns !== undefined;

/** A standby uses the lease of the table whose replica it has. */
function leaseTableNameOf(deployment: Deployment): string {
  const { stage, leaseTable, primaryKeyArns } = deployment;
  const owner = primaryKeyArns === undefined ? nameOf(stage) : tableNameOf(deployment);
  return leaseTable ?? `${owner}-${isOfRegions(deployment) ? 'region-lease' : 'lease'}`;
}

export const leaseTableOf = (scope: Construct, deployment: Deployment) =>
  tableNamed(scope, leaseTableNameOf(deployment));

export function createLeaseTable(scope: Construct, deployment: Deployment): void {
  const { production, replicaRegion, witnessRegion, leaseTable, primaryKeyArns } = deployment;
  if (leaseTable !== undefined || primaryKeyArns !== undefined) return;
  const table = new TableV2(scope, 'Lease', {
    tableName: leaseTableNameOf(deployment),
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    billing: Billing.onDemand(),
    deletionProtection: production,
    removalPolicy: removalPolicyOf(production),
  });
  const resource = table.node.defaultChild as CfnGlobalTable;
  resource.overrideLogicalId('Lease');
  if (replicaRegion === undefined) return;
  const replica = { DeletionProtectionEnabled: production };
  resource.addPropertyOverride('Replicas', [
    { Region: Aws.REGION, ...replica },
    { Region: replicaRegion, ...replica },
  ]);
  resource.addPropertyOverride('GlobalTableWitnesses', [{ Region: witnessRegion }]);
  resource.addPropertyOverride('MultiRegionConsistency', 'STRONG');
}
