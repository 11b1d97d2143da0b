// Resources that must survive: the table, the keys, charge schedules and the IP addresses that banks
// allow-list. A separate stack, so no deployment of code can touch them.
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { type Deployment, nameOf } from '../deployment.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { removalPolicyOf, StageStack } from '../stage-stack.ts';
import { createEgress, type Egress } from './egress.ts';
import { createKeys, type KeysInUse } from './keys.ts';
import { createLeaseTable, leaseTableOf } from './lease-table.ts';
import { createTable, type TableName, tableOf } from './table.ts';

/** The policies of the keys name the roles of `functions`. */
type DataPlan = { deployment: Deployment; functions: readonly DeployedFunction[] };

export class DataStack extends StageStack {
  readonly table: TableName;
  readonly leaseTable: TableName;
  readonly keys: KeysInUse;
  readonly egress: Egress | undefined;

  constructor(scope: Construct, plan: DataPlan) {
    const { deployment } = plan;
    super(scope, deployment, 'Payments: table, keys, schedules and addresses, which must survive', 'data');
    const { stage, production, tableName } = deployment;
    this.table = tableOf(this, deployment);
    this.leaseTable = leaseTableOf(this, deployment);
    createLeaseTable(this, deployment);
    this.keys = createKeys(this, plan);
    new CfnScheduleGroup(this, 'ScheduleGroup', { name: nameOf(stage) }).applyRemovalPolicy(
      removalPolicyOf(production),
    );
    this.egress = deployment.fixedEgress ? createEgress(this, deployment, this) : undefined;
    if (tableName === undefined) createTable(this, deployment, [...this.node.children]);
  }
}
