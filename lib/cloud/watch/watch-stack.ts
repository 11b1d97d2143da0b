// Alarms, metrics counted in logs, the dashboard and saved queries. They have a stack of their own: a changed
// threshold deploys in seconds without touching the service, and the service stack stays below
// CloudFormation's limit of resources.
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { createAlarmTopics } from './alarms/alarm-topics.ts';
import { createAlarms, type WatchPlan } from './alarms/alarms.ts';
import { reportKeyChanges } from './alarms/key-alarms.ts';
import { countRefusedNames } from './alarms/network-alarms.ts';
import { createBudget } from './budget.ts';
import { createDashboard } from './dashboard.ts';
import { countFaults } from './fault-metrics.ts';
import { type CodeOf, createMerchantWatch } from './merchant-watch.ts';
import { saveQueries } from './queries.ts';

type StackPlan = WatchPlan & { codeOf: CodeOf };

export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, plan: StackPlan, props?: StackProps) {
    super(scope, id, props);
    const { deployment, functions, keys, codeOf } = plan;
    const { stage } = deployment;
    const topics = createAlarmTopics(this, deployment);
    const alarms = createAlarms(this, { deployment, functions, keys }, topics);
    reportKeyChanges(this, deployment, keys, topics.urgent);
    createBudget(this, deployment);
    createMerchantWatch(this, { deployment, functions, codeOf });
    countRefusedNames(this, deployment);
    countFaults(this, stage);
    createDashboard(this, deployment, functions, alarms);
    saveQueries(this, stage, functions);
  }
}
